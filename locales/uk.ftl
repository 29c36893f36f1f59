### Усе, що каже Kosti, українською. Те, що у дужках зі знаком долара, підставляє програма; решта для людей.
### Ті самі повідомлення, атрибути і змінні, що й в en.ftl.

language-name = Українська

## Помилки файлу правил: що не так; `.help` каже, як правильно, `.near`, що, мабуть, мали на увазі.

error = помилка
help = підказка
faults-found = { $count ->
        [0] немає помилок
        [one] { $count } помилка
        [few] { $count } помилки
       *[many] { $count } помилок
    } у { $file }

fault-syntax = це не вдається прочитати: { $message }
fault-too-long = файл довший за { $most } байтів
    .help = файл правил пишуть люди; прочитано { $bytes } байтів
fault-unknown-key = невідомий ключ `{ $key }`
    .near = може, `{ $near }`?
    .help = тут можна: { $expected }
fault-unknown-word = невідоме слово `{ $word }`
    .near = може, `{ $near }`?
    .help = тут можна: { $expected }
fault-wrong-type = `{ $found }` сюди не підходить
    .help = напишіть { $expected }
fault-bad-value = { $expected-word ->
        [dice] це не можуть бути кубики: { $found }
        [whole-number] { $found } замале або завелике
        [small-number] { $found } замале або завелике
       *[other] `{ $found }` тут не можна
    }
    .help = напишіть { $expected }
fault-needs-value = `{ $word }` потребує значення
    .help = напишіть `{"{"} { $word } = … {"}"}`
fault-takes-no-value = `{ $word }` не має значення
    .help = напишіть лише слово: `"{ $word }"`
fault-missing = бракує `{ $key }`
    .help = { $key ->
        [name] скажіть, як це зветься: `name = "…"`
        [needs] скажіть, що мають показати кубики: наприклад, `needs = {"{ alike = 3 }"}`
        [target] скажіть, який рахунок виграє: наприклад, `target = 1000`
        [throw] скажіть, на якому кидку: `throw = "first"` або `throw = "any"`
        [throws] скажіть, скільки кидків має хід: наприклад, `throws = 3`
       *[other] додайте `{ $key } = …`
    }
fault-out-of-range = { $what ->
        [dice] { $is } не годиться для кубиків
        [face] жоден кубик тут не показує { $is }
       *[other] `{ $what }` не може бути { $is }
    }
    .help = напишіть ціле число від { $least } до { $most }
fault-tables-too-large = гра завелика: її таблиці мали б { $cells ->
        [one] { $cells } клітинку
        [few] { $cells } клітинки
       *[many] { $cells } клітинок
    }
    .help = щонайбільше { $most }: візьміть менше кубиків, граней або граф
fault-no-family = гри ще немає: ні граф, ні перегонів
    .help = гра з таблицею має `throws = 3` і графи, як-от `[box.pair]`; перегони мають `[race]`
fault-both-families = `{ $key }` не місце в перегонах
    .help = гра або з перегонами, або з таблицею: приберіть `{ $key }` чи `[race]`
fault-no-boxes = у грі немає граф
    .help = додайте графу, як-от `[box.pair]`, або групу з `per-number`
fault-too-many-boxes = у грі { $is ->
        [one] { $is } графа
        [few] { $is } графи
       *[many] { $is } граф
    }
    .help = щонайбільше { $most }
fault-bad-id = `{ $id }` не може бути назвою у файлі
    .help = пишіть малі латинські літери, цифри й дефіси, як-от `two-pairs`; люди бачать те, що каже `name`
fault-same-id = є дві графи `{ $id }`
    .help = назвіть одну з них інакше
fault-unknown-box = немає графи `{ $id }`
    .near = може, `{ $near }`?
    .help = є: { $known }
fault-unknown-group = немає групи `{ $id }`
    .near = може, `{ $near }`?
    .help = є: { $known }
fault-unknown-option = немає домашнього правила `{ $id }`
    .near = може, `{ $near }`?
    .help = є: { $known }
fault-unknown-choice = домашнє правило `{ $option }` не має вибору `{ $id }`
    .help = є: { $known }
    .near = може, `{ $near }`?
fault-no-score = у `{ $id }` немає `score`
    .help = додайте `score`: наприклад, `"combination"`, `"all-dice"`, `"matching"` або `{"{ points = 20 }"}`
fault-no-number = `{ $word }` потребує графи з числом
    .help = додайте до графи, наприклад, `number = 6`, або опишіть такі графи групою з `per-number`
fault-names-differ = { $names ->
        [one] { $names } назва
        [few] { $names } назви
       *[many] { $names } назв
    } на { $boxes ->
        [one] { $boxes } графу
        [few] { $boxes } графи
       *[many] { $boxes } граф
    }
    .help = напишіть по одній назві на кожну графу з `per-number`
fault-empty-list = список порожній
    .help = потрібен хоча б один елемент
fault-list-length = { $is ->
        [one] у списку { $is } елемент
        [few] у списку { $is } елементи
       *[many] у списку { $is } елементів
    }
    .help = потрібно { $should }
fault-steps-descend = { $is } стоїть після { $before }
    .help = кожна сходинка починається вище за попередню
fault-too-many-dice = для цього треба { $needs ->
        [one] { $needs } кубик
        [few] { $needs } кубики
       *[many] { $needs } кубиків
    }, а у грі їх { $dice }
    .help = вимагайте менше, або грайте з `dice = { $needs }`
fault-wild-combination = графа з `wild` не може давати `"combination"`
    .help = скажіть інакше, що вона дає, як-от `score = {"{ points = 20 }"}`: кубик заміняє інший, тож певної суми немає
fault-no-colours = `{ $word }` потребує кольорів граней
    .help = додайте до файлу `faces.colours`: колір для кожного числа від 1
fault-face-name = грань не може зватися "{ $name }"
    .help = напишіть від 1 до { $most } знаків: їх малюють на кубику
fault-same-face = дві грані звуться "{ $name }"
    .help = дайте кожній грані свою назву
fault-bonus-and-penalty = група не може мати і бонус, і штраф
    .help = залиште `bonus` або `penalty`
fault-gate-never-opens = `gate` може ніколи не відкритися: треба вписати { $needs ->
        [one] { $needs } графу
        [few] { $needs } графи
       *[many] { $needs } граф
    }, а напевно { $boxes ->
        [0] не буде вписана жодна
        [one] буде вписана лише { $boxes }
        [few] будуть вписані лише { $boxes }
       *[many] буде вписано лише { $boxes }
    }
    .help = вимагайте менше, або не дозволяйте викреслювати графи групи: `cross = "never"`
fault-gate-of-others = `gate` чекає на графи з `{ $of }`, а заповнювати можна лише `{ $only }`
    .help = назвіть ту саму групу в `of` і в `only`
fault-gate-crossed = графу `{ $id }` можна викреслити, а `gate` чекає на вписані графи
    .help = нехай графи в `gate` не викреслюються: `cross = "never"`
fault-gate-hard = графа `{ $id }` приймає не будь-які кубики, а до відкриття `gate` нічого іншого не заповнити
    .help = нехай графи в `gate` приймають будь-які кубики або дають нуль: `unfit = "zero"`
fault-difference-boxes = `difference` бере дві графи своєї групи і множить на графу поза нею
    .help = `of` і `less` — єдині графи групи, `times` — поза нею, і кожну заповнюють один раз
fault-difference-mark = група, що рахує різницю, не може мати бонусу чи штрафу
    .help = приберіть одне з двох
fault-not-with-columns = `{ $key }` не поєднується зі стовпцями
    .help = приберіть `{ $key }` або всі `[column]`
fault-column-hard = графа `{ $id }` приймає не будь-які кубики, а у стовпці вона може лишитися єдиною
    .help = нехай вона дає нуль (`unfit = "zero"`) або її можна викреслити (`cross`)
fault-aside-hard = графа `{ $id }` приймає не будь-які кубики, а там, де кубики лишаються відкладеними, будь-який кидок може бути останнім
    .help = нехай вона дає нуль (`unfit = "zero"`) або її можна викреслити після будь-якого кидка (`cross = "any-throw"`)
fault-no-joker = `joker` каже, що дає джокер, а в цій грі їх немає
    .help = додайте `[joker]` з `box`: коли ця графа заповнена, кубики, що їй підходять, — джокери
fault-joker-idle = `[joker]` нічого не змінює
    .help = додайте до нього `bonus` або `first`, чи до графи, наприклад, `joker = 25`
fault-joker-fill = графа `{ $id }` заповнюється { $fill ->
        [one] { $fill } раз
        [few] { $fill } рази
       *[many] { $fill } разів
    }, а графа джокерів — один
    .help = назвіть іншу графу або напишіть там `fill = 1`
fault-joker-numbers = `first` зважає на число, яке показує джокер, а ним можуть бути { $dice }
    .help = приберіть `first` або назвіть у `box` графу, якій підходять лише однакові кубики
fault-joker-itself = графа `{ $id }` не може взяти джокера: доки вона порожня, їх немає
    .help = приберіть тут `joker`
fault-joker-id = тут жодна графа не може зватися `joker`: так у таблиці звуться очки джокерів
    .help = назвіть графу інакше
fault-too-many-parts = { $is ->
        [one] { $is } частина
        [few] { $is } частини
       *[many] { $is } частин
    } — забагато
    .help = щонайбільше { $most }
fault-never-scores = жодні кубики нічого не дають у графі `{ $id }`
    .help = перевірте її `needs` і `score`
fault-no-combination = комбінація `{ $id }` ніколи нічого не дає
    .help = перевірте її `needs` і дайте їй `points` більше за 0
fault-points-per-number = комбінація `{ $id }` має очки за кожне число, але її кубики різні
    .help = напишіть одне число на всі: наприклад, `points = 100`
fault-barrel-empty = бочка не може йти від { $from } до { $exit }
    .help = `exit` більше за `from`
fault-barrel-overlap = бочка починається на { $from }, всередині попередньої, що закінчується на { $before }
    .help = напишіть `from = { $before }` або більше, і бочки в порядку рахунку
fault-barrel-past-target = бочка закінчується на { $exit }, далі за ціль { $target }
    .help = напишіть `exit = { $target }` або менше
fault-not-together = у грі не може бути водночас `{ $key }` і `{ $other }`
    .help = залиште одне з двох
fault-lost-turns-and-barrels = перегони рахують або ходи в бочках, або втрачені поспіль ходи, не те й те
    .help = приберіть `lost-turns` або бочки
fault-always-bust = жоден кидок { $dice ->
        [one] { $dice } кубика
        [few] { $dice } кубиків
       *[many] { $dice } кубиків
    } нічого не дає
    .help = додайте комбінацію, як-от `[race.combination.three]`
fault-one-choice = домашнє правило `{ $id }` не лишає вибору
    .help = дайте принаймні два варіанти, звичайний першим
fault-too-many-variants = з домашніх правил виходить { $is ->
        [one] { $is } гра
        [few] { $is } різні гри
       *[many] { $is } різних ігор
    }
    .help = щонайбільше { $most }: зменште кількість домашніх правил або варіантів
fault-example-dice = у прикладі { $dice ->
        [one] { $dice } кубик
        [few] { $dice } кубики
       *[many] { $dice } кубиків
    }
    .help = у грі їх { $needs }
fault-example-throw = немає кидка { $throw }
    .help = хід має { $throws ->
        [one] { $throws } кидок
        [few] { $throws } кидки
       *[many] { $throws } кидків
    }
fault-example-no-box = приклад не каже, про яку він графу
    .help = додайте `box = "…"` з графою цієї групи
fault-example-fails = { $says ->
        [refused] приклад каже, що так вписати не можна
       *[other] приклад каже { $says }
    }, а правила { $gives ->
        [refused] цього не дозволяють
       *[other] дають { $gives }
    }
    .help = щось із двох хибне: виправте приклад або правила
fault-example-sheet = приклад не є таблицею цієї гри: { $why }
    .help = виправте те, що в ньому вписано
fault-stuck = гравець, у якого { $dice } і відкрито лише { $open }, не може нічого зробити
    .help = нехай кубики, що не підходять, дають нуль: `unfit = "zero"`, або нехай графу можна викреслити: `cross = "last-throw"`

## Що пишуть у цьому місці файлу правил: «напишіть …».

expected-whole-number = ціле число
expected-small-number = ціле число від 0 до 255
expected-text = текст у лапках
expected-texts = текст у лапках, або по тексту на кожну мову: `{"{ en = \"Pair\", uk = \"Пара\" }"}`
expected-yes-no = `true` або `false`
expected-list = список у квадратних дужках
expected-table = ключі зі значеннями: `{"{ ключ = значення }"}`, або рядки під заголовком у квадратних дужках
expected-amount = ціле число, `"number"` або `"-number"`
expected-outcome = ціле число або `"refused"`
expected-dice = кубики списком: `[2, 2, 5, 5, 5]`
expected-numbers = ціле число або список цілих чисел
expected-tables = таблиця або список таблиць

## Слова того, хто читає файл, але прості: вони йдуть після «це не вдається прочитати:».

message-duplicate-key = такий ключ або заголовок уже є
message-extra-assignment-between-key-value-pairs-expected = перед цим бракує коми
message-extra-expected-nothing = зайве `=`
message-invalid-basic-string-expected = бракує лапок у кінці
message-invalid-literal-string-expected = бракує лапок у кінці
message-invalid-unquoted-key-expected-letters-numbers = без лапок у ключі лише латинські літери, цифри, `-` і `_`
message-key-with-no-value-expected = бракує `=` і значення
message-missing-comma-between-array-elements-expected = бракує коми
message-missing-comma-between-key-value-pairs-expected = бракує коми
message-string-values-must-be-quoted-expected-literal-string = це ні число, ні текст у лапках
message-unclosed-array-expected = бракує `]` у кінці списку
message-unclosed-inline-table-expected = бракує `{"}"}`
message-unclosed-table-expected = бракує `]` у кінці заголовка
message-unexpected-in-array-expected-value = `=` у списку; мабуть, йому бракує `]`
message-unexpected-key-or-value-expected-newline = рядок мав закінчитися перед цим
message-unexpected-leading-zero-expected-nothing = число не може починатися з 0
message-unquoted-keys-cannot-be-empty-expected-letters-numbers = перед `=` немає ключа

## Чому щось не є таблицею гри.

sheet-unknown-box = немає графи `{ $id }`; є: { $known }
    .near = може, `{ $near }`?
sheet-too-many = графу `{ $id }` можна заповнити лише { $fill ->
        [one] { $fill } раз
        [few] { $fill } рази
       *[many] { $fill } разів
    }
sheet-impossible = жодні кубики не дають { $points } у графі `{ $id }`
sheet-beyond-gate = графу `{ $id }` ще не можна заповнити: спершу { $left ->
        [one] { $left } обов'язкова графа
        [few] { $left } обов'язкові графи
       *[many] { $left } обов'язкових граф
    }
sheet-out-of-order = графу `{ $id }` ще не можна заповнити: у стовпці перед нею `{ $before }`
sheet-joker-points = кожен джокер приносить { $bonus }: напишіть у `joker` стільки або кратне цьому
sheet-joker-too-early = джокери приносять очки лише тоді, коли вони є в графі `{ $id }`
sheet-too-many-jokers = у цій таблиці джокери могли принести щонайбільше { $most }
sheet-never-crossed = графу `{ $id }` не можна викреслити

## Чому графа дає стільки. Кроки стоять в одному рядку, тож кожен короткий і з малої літери.

why-combination = { $dice }: { $sum }
why-all-dice = усі кубики разом: { $sum }
why-matching = { $count ->
        [0] жоден кубик не показує { $number }
        [one] { $count } кубик показує { $number }
        [few] { $count } кубики показують { $number }
       *[many] { $count } кубиків показують { $number }
    }: { $sum }
why-points = графа дає { $points }
why-each-miss = { $count ->
        [0] усі кубики показують { $number }
        [one] { $count } кубик показує не { $number }
        [few] { $count } кубики показують не { $number }, по { $each }
       *[many] { $count } кубиків показують не { $number }, по { $each }
    }: { $sum }
why-by-count = { $count ->
        [0] жоден кубик не показує { $number }
        [one] { $count } кубик показує { $number }
        [few] { $count } кубики показують { $number }
       *[many] { $count } кубиків показують { $number }
    }: { $points }
why-by-throw = { $throw ->
        [1] з першого кидка: { $points }
       *[other] з кидка { $throw }: { $points }
    }
why-beats = { $hand }: б'є { $count } з { $of } інших кидків
why-plus = плюс { $points }: { $sum }
why-hand-times = з руки ×{ $times }: { $sum }
why-column-times = стовпець рахується ×{ $times }: { $sum }
why-hand-points = з руки: { $points }
why-hand-plus = з руки плюс { $points }: { $sum }
why-unfit = кубики не підходять
    .about = кубики не підходять ({ $about })
why-unfit-zero = кубики не підходять і дають 0
    .about = кубики не підходять і дають 0 ({ $about })
why-gate = спершу треба вписати ще { $left ->
        [one] { $left } графу
        [few] { $left } графи
       *[many] { $left } граф
    } з групи «{ $group }»
why-before = у цьому стовпці спершу { $slot }
why-announce = її треба оголосити після першого кидка
why-announced = цей хід для { $slot }: її оголошено
why-last-resort = решта заповнена, а кубики не підходять: { $points }
why-joker = як джокер: { $points }
why-joker-box = джокер мусить спершу піти в графу «{ $slot }»
why-joker-outside = джокер мусить спершу піти в графу поза групою «{ $group }»
why-joker-bonus = { $name }: +{ $points }
why-wins = { $win }: одразу виграє гру
why-full = графа вже заповнена
why-may-cross = можна викреслити
why-cross-later = викреслити можна лише після останнього кидка

## Чому щось не дозволено робити за столом.

refused-no-such-seat = такого місця за столом немає
refused-not-your-turn = зараз не ваш хід
refused-game-over = гру закінчено
refused-seat-left = гравець цього місця вийшов
refused-seat-here = це місце зайняте
refused-throw-first = спершу кидайте
refused-no-throws-left = більше кидків немає: { $throws ->
        [one] у ході { $throws } кидок
        [few] у ході { $throws } кидки
       *[many] у ході { $throws } кидків
    }
refused-keep-not-there = { $keep } не можна залишити з { $dice }
refused-keep-forbidden = { $keep } у цій грі не лишають
refused-stays-aside = { $aside } лишаються відкладеними
refused-set-more-aside = { $least ->
        [one] залиште щонайменше ще { $least } кубик
        [few] залиште щонайменше ще { $least } кубики
        [many] залиште щонайменше ще { $least } кубиків
       *[other] залиште щонайменше ще { $least } кубика
    }
refused-keep-all = перекидають хоча б один кубик
refused-first-throw-is-all = перший кидок роблять усіма кубиками
refused-not-this-game = у цій грі такої дії немає
refused-no-such-box = такої графи немає
refused-box-full = графа `{ $id }` вже заповнена
refused-not-now = цими кубиками зараз не можна заповнити графу `{ $id }`
refused-no-crossing = графу `{ $id }` не можна викреслити
refused-not-there = { $take } немає серед { $dice }
refused-does-not-score = { $take } не дає очок
refused-must-throw = кидок без очок: треба кидати далі
refused-must-bank = усі кубики відкладено: треба записувати
refused-bank-more = записати можна від { $least } очок: треба кидати далі
refused-nothing-to-undo = скасовувати нічого: кубики вже кинуто або рішення не ваше
refused-only-real-dice = виправляють лише за столом зі справжніми кубиками
refused-no-such-entry = у графі `{ $id }` такого запису немає
refused-impossible-entry = жодні кубики не дають такого запису в графі `{ $id }`
refused-gate-shut = спершу ще { $left ->
        [one] { $left } обов'язкова графа
        [few] { $left } обов'язкові графи
       *[many] { $left } обов'язкових граф
    }
refused-not-yet = у стовпці перед `{ $id }` стоїть `{ $before }`
refused-not-announced = `{ $id }` треба оголосити після першого кидка
refused-other-announced = цей хід для `{ $id }`: її оголошено
refused-no-announcing = `{ $id }` оголошувати не треба
refused-too-late-to-announce = графу оголошують лише після першого кидка
refused-must-announce = лишилися тільки графи, які треба оголошувати: спершу оголосіть одну
refused-joker-elsewhere = ці кубики — джокер, і перед `{ $id }` він мусить піти в іншу графу
refused-impossible-standing = такого рахунку в гравця бути не може

## Що не так із записом гри.

record-not-a-record = це не запис гри Kosti: він починається з [Kosti "1"]
record-too-long = запис має { $bytes } байтів, щонайбільше { $most }
record-version = запис має формат «{ $says }», ця програма читає формат 1
record-bad-tag = це не тег: { $text }
record-missing-tag = немає тегу [{ $name } "…"]
record-tag-twice = тег [{ $name } "…"] стоїть двічі
record-other-rules = запис зроблено за іншими правилами: { $says }, а ці { $is }
record-other-house = домашнє правило { $option } записане як «{ $says }», а в правилах «{ $is }»
record-seats = { $seats ->
        [one] { $seats } гравець не може
        [few] { $seats } гравці не можуть
       *[many] { $seats } гравців не можуть
    } в це грати: треба від { $min } до { $max }
record-bad-name = «{ $name }» не може бути ім'ям гравця
record-same-name = двоє гравців звуться «{ $name }»
record-alike-name = «{ $name }» і «{ $other }» мають однаковий вигляд: виберіть інше ім'я
record-invisible-in-name = ім'я не може містити { $code }, знак, якого не видно: наберіть його наново
record-unknown-player = рядок не починається з номера ходу та імені гравця: { $text }
record-turn-number = номер ходу { $says }, а має бути { $is ->
        [0] lot
       *[other] { $is }
    }
record-unknown-phrase = незрозуміло: { $phrase }
record-bad-dice = це не кубики: { $text }
record-incomplete = не сказано, що було після «{ $phrase }»
record-refused = «{ $phrase }» не дозволено: { $why }
record-wrong-dice = кинуто { $count ->
        [one] { $count } кубик
        [few] { $count } кубики
       *[many] { $count } кубиків
    } від 1 до { $sides }, не { $dice }
record-other-points = «{ $phrase }»: за правилами { $is }
record-missing-phrase = бракує «{ $phrase }»
record-other-winners = переможцями названо «{ $says }», а це «{ $is }»
record-other-result = у результаті «{ $says }», а зіграно «{ $is }»

## Чому спільний стіл не робить того, чого хтось хоче.

table-illegal = { $why }
table-not-yours = вам цього не можна: місце належить комусь іншому
table-only-opener = це може лише той, хто відкрив стіл
table-gone = цей стіл видалено
table-not-started = гра ще не почалася
table-started = гра вже почалася
table-no-free-seat = вільних місць немає
table-seat-taken = місце зайняте: виберіть інше
table-no-such-seat = такого місця немає, або там ніхто не сидить
table-bad-name = «{ $name }» не може бути ім'ям: від 1 до 60 знаків, без пробілів на краях
table-same-name = когось уже звуть «{ $name }»: виберіть інше ім'я
table-alike-name = «{ $name }» має такий самий вигляд, як «{ $other }», хто вже за столом: виберіть інше ім'я
table-invisible-in-name = ім'я не може містити { $code }, знак, якого не видно: наберіть його наново
table-seat-count = { $seats ->
        [one] { $seats } гравець
        [few] { $seats } гравці
       *[many] { $seats } гравців
    }, а гра на { $min }–{ $max }
table-bot-plays = на цьому місці грає бот: спершу поверніть місце собі
table-bots-need-virtual-dice = боти не кидають справжніх кубиків: візьміть віртуальні або грайте без ботів
table-not-over = гра ще триває: реванш буде після неї
table-player-is-here = ще ні: замінити можна лише того, хто відійшов, а в його хід — після хвилини без дій
table-no-bot = на цьому місці бот не грає
table-in-the-air = кубики в повітрі: зачекайте, поки впадуть
table-not-in-the-air = на це не чекає жоден кидок: він уже впав, або просили когось іншого
table-bad-link = ланка не належить до цього кидка: вона з іншого ланцюга чи іншого кидка, або її вже показано
table-no-chain = це місце не має ланцюга: спершу надішліть якір
table-history-needed = ланка потребує історії, на якій її дано: надішліть і `history`
table-other-history = вашу ланку дано на іншій історії, ніж у цього столу: надолужте його події й перевірте їх
table-dice-needed = скажіть, як впали кубики: кинуто { $count ->
        [one] { $count } кубик
        [few] { $count } кубики
       *[many] { $count } кубиків
    }
table-dice-not-needed = тут кубики кидає стіл: не називайте їх
table-wrong-dice = такі кубики не могли впасти: кинуто { $count ->
        [one] { $count } кубик
        [few] { $count } кубики
       *[many] { $count } кубиків
    } з гранями від 1 до { $sides }

## Чому нотатки столу нічого не доводять і чому їх не можна прочитати.

proof-unreadable = { $why }
proof-no-commits = запис не має журналу столу (рядків, що починаються з #=), тож його кидків не вивести знову; журнал мають лише ігри за столами в мережі, а гра `kosti play` має своє зерно
proof-not-started = гра ще не почалася
proof-no-proof = кидок { $number } не має доказу
proof-number = кидок { $number } каже, що він номер { $says }
proof-server = кидок { $number }: ланка сервера не належить до його ланцюга
proof-thrower = кидок { $number }: ланка того, хто кидав, не належить до його ланцюга
proof-witness = кидок { $number }: ланка свідка не належить до його ланцюга
proof-not-as-called = кидок { $number } не такий, як його оголошено: інший кидок, інша ланка або інший свідок
proof-witness-rule = кидок { $number }: запитано не того свідка, якого вимагають нотатки
proof-other-history = кидок { $number }: ланку дано на іншій історії, ніж та, на якій стоїть кидок
proof-other-dice = кидок { $number }: ланки дають { $derived }, а не { $dice }
proof-refused = нотатка { $nth } каже те, чого правила не дозволяють: { $why }
proof-impossible = нотатка { $nth } каже те, чого за правилами не могло статися
proof-names = { $why }
proof-text = рядок { $line }: { $why }
proof-other-game = запис розповідає іншу гру, ніж його нотатки: інші імена, інші події або інший стіл
unreadable-note = нотатка { $nth }: { $why }
unreadable-not-opened = нотатки не починаються з відкриття столу
unreadable-rules = правила столу: { $why }
unreadable-unfit = нотатка { $nth } не пасує до столу: { $why }
unfit-not-begun = гра ще не почалася
unfit-begun = гра починається вдруге
unfit-opened = стіл відкривають удруге
unfit-deleted = стіл було видалено раніше
unfit-no-seat = такого місця немає
unfit-seats = { $seats ->
        [one] { $seats } гравець
        [few] { $seats } гравці
       *[many] { $seats } гравців
    }, а гра на { $min }–{ $max }
unfit-unknown-box = у правилах немає `{ $id }`
unfit-entries = виправлення називає один запис, а не { $count }
unfit-in-the-air = кидок оголошено, а далі щось інше
unfit-base = ланцюг починається після кидка { $base }, а кидків було { $throws }
unfit-dice = на столі має бути { $count } кубиків, граней у кожного { $sides }
unfit-generation = сервер повертається до ланцюга версії 1
unfit-number = оголошено кидок { $number }, а кидків було { $throws }
bad-note-newer = вона версії { $says }, а цей Kosti знає { $known }: візьміть новіший Kosti
bad-note-damaged = її не можна прочитати: { $message }

## Домашні правила, які вибрали.

house-unknown-option = немає домашнього правила `{ $option }`; { $known ->
        [none] у цій грі їх немає
       *[other] є: { $known }
    }
house-unknown-choice = домашнє правило `{ $option }` не має вибору `{ $choice }`; є: { $known }
house-not-a-choice = `{ $text }` не вибір: пишіть ПРАВИЛО=ВИБІР; перелік дає `kosti rules ГРА`

## Чому запитання не має відповіді.

ask-bad-json = це не JSON: { $message }
ask-not-an-object = запитання має бути об'єктом JSON
ask-no-ask = немає "ask"; є: { $known }
ask-unknown-ask = невідоме "ask": { $ask }; є: { $known }
ask-no-game = немає "game": назвіть гру або шлях до файлу правил
ask-unknown-game = немає гри { $game }; є: { $known }, або шлях до файлу правил
ask-bad-game = файл правил { $game } має помилки:
    { $faults }
ask-bad-house = { $message }
ask-missing-field = немає "{ $field }"
ask-bad-field = "{ $field }": { $message }
ask-wrong-family = "{ $ask }" не для { $family ->
        [race] перегонів
       *[other] гри з таблицею
    }
ask-dice-count = { $is ->
        [one] { $is } кубик
        [few] { $is } кубики
       *[many] { $is } кубиків
    }, а треба { $needs }
ask-bad-face = { $face } немає на кубику: від 1 до { $sides }
ask-bad-throw = кидка { $throw } немає: від 1 до { $throws }
ask-bad-kept = `kept` має назвати від { $least } до { $most } кубиків перед кидком { $throw }
ask-bad-aside = відкладено може бути від 0 до { $most }, не { $aside }
ask-bad-sheet = { $message }
ask-seat-count = гравців може бути від 1 до { $most }, не { $is }
ask-bad-standing = місце { $seat }: так гравець стояти не може (рахунок { $score }, ходів у бочці { $turns-left })
ask-bad-turn = хід { $turn }: місце { $seat }, здобуто { $gain } — такого бути не може
ask-not-two = щоб грати на виграш, потрібні таблиці двох гравців, а їх { $is }
ask-out-of-turn = за цими таблицями хід не за місцем { $turn }
ask-no-seat = місця { $turn } немає: місця рахують від 0, а їх { $seats }
ask-bad-points = хід не дає { $points } очок: вони кратні { $unit }
ask-bad-within = перегони можна закінчити за 1–{ $most } ходів, не { $is }
ask-game-over = хід { $turn } стоїть після перемоги
ask-bad-objective = ця гра не розв'язується для «{ $objective }»; є: { $known }
ask-bad-games = { $is } ігор зіграти не можна: від 1 до { $most }
ask-unknown-player = гравця «{ $player }» немає; є: { $known }
ask-too-many-turns = { $is } ходів забагато для стількох гравців: щонайбільше { $most }
ask-too-large = у грі щонайменше { $states } станів, забагато, щоб розв'язати: щонайбільше { $most }; `simulate` міряє гравців, яким розв'язок не потрібен: regular, greedy, random
ask-not-solved = гра зі стовпцями, або така, де одна графа множить інші, не розв'язується: найкраща гра в неї невідома. `simulate` і `balance` міряють гравців, яким розв'язок не потрібен (careful, regular, greedy, random), а тренер за столом оцінює
ask-too-much-work = на це треба більше часу чи пам’яті, ніж тут дають; удома `kosti` з цим упорається
ask-cancelled = це скасовано, перш ніж знайшлася відповідь: спитайте знову
ask-dead-end = перегони не розв'язуються: з рахунком { $score } (ходів у бочці { $turns-left }) перемогти вже не можна
ask-too-long = рядок задовгий: щонайбільше { $most } байтів

## Що треба для графи і що вона дає, сказане за самими правилами.

needs-anything = будь-які кубики
needs-alike = { $count ->
        [1] один кубик
       *[other] { $count } однакових
    }
needs-exactly = число рівно на { $count } кубиках
needs-dice = { $count } { $count ->
        [one] будь-який кубик
        [few] будь-які кубики
       *[many] будь-яких кубиків
    }
needs-sets = { $sizes } однакових, числа будь-які
needs-different-sets = { $sizes } однакових, числа різні
needs-run = { $count } чисел підряд
needs-different = { $count } різних чисел
needs-matching = щонайменше { $count } з цим числом
needs-sum = кубики, що разом дають { $sum }
needs-or = або
needs-and = і
needs-flush = { $count } кубиків одного кольору
needs-one-colour = { $pattern }, усі одного кольору
needs-wild = де { $number } може замінити { $others }
gives-combination = сума цих кубиків
gives-all-dice = сума всіх кубиків
gives-matching = сума кубиків { $number ->
        [own] з її числом
       *[other] із числом { $number }
    }
gives-points = { $points } очок
gives-each-miss = { $each } за кожен кубик, що не показує { $number ->
        [own] її числа
       *[other] { $number }
    }
gives-by-count = за кількістю кубиків { $number ->
        [own] з її числом
       *[other] із числом { $number }
    }: { $table }
amount-number = її число
amount-minus-number = мінус її число
gives-by-throw = за кидком, спершу перший: { $points }
gives-beats = скільки інших кидків б'є. Сильніше стоїть далі: { $hands }; рівні руки за їхніми числами, спершу ті, що на більшості кубиків
hand-none = нічого з цього
gives-less = без { $points }
gives-plus = і ще { $points }
hand-times = з руки ×{ $times }
hand-points = з руки { $points }
hand-plus = з руки ще { $points }

## Командний рядок.

welcome = Kosti: ігри в кості з файлів правил.

    {"  "}kosti games                          які ігри є
    {"  "}kosti play                           грати в терміналі: на самоті, разом чи з ботами
    {"  "}kosti serve                          тримати столи для тих, хто далеко
    {"  "}kosti rules school                   правила гри, її графи та домашні правила
    {"  "}kosti score yatzy 2 2 5 5 5          скільки дає кожна графа і чому
    {"  "}kosti advise yatzy 2 2 5 5 5         скільки варте кожне рішення
    {"  "}kosti solve school                   що дає найкраща гра
    {"  "}kosti simulate yatzy                 що буває в багатьох таких іграх
    {"  "}kosti new mine.toml                  почати власну гру
    {"  "}kosti check mine.toml                перевірити її
    {"  "}kosti replay game.kosti              показати записану гру
    {"  "}kosti review game.kosti              що в ній зробило щастя, а що гравці
    {"  "}kosti verify game.kosti              вивести знову кидки столу в мережі
    {"  "}kosti ask                            запитання і відповіді в JSON для програм

    Більше: kosti help, kosti help КОМАНДА. Мова: --lang en | uk.

cli = Ігри в кості з файлів правил. Без команди Kosti запускає сторінку для гри й друкує її адресу
cli-commands = Команди
cli-usage = Використання
cli-options = Параметри
cli-arguments = Аргументи
cli-examples = Приклади
cli-exit-codes = Коди завершення: 0 зроблено; 1 зробити не можна (помилка у файлі, невідома гра); 2 команда незрозуміла.
cli-any-lang = Мова: en або uk; інакше мова системи
cli-any-json = Відповідь у JSON
cli-any-house = Домашнє правило: ПРАВИЛО=ВИБІР; можна кілька
cli-any-game = Гра зі списку `kosti games`, за кодом чи назвою, або шлях до файлу правил
cli-games = Які ігри є
cli-games-examples = kosti games
    kosti games --json
cli-rules = Правила гри: графи, приклади, домашні правила і що відрізняється від звичайних
cli-rules-examples = kosti rules school
    kosti rules generals --house straight=joker
cli-score = Скільки дають кубики: кожна графа, скільки вона дала б і чому
cli-score-examples = kosti score yatzy 2 2 5 5 5
    kosti score school 66666 --throw 1 --sheet ones=-4,twos=0,threes=-3
    kosti score thousand --dice 2,2 --aside 3
cli-score-dice = Кубики одним словом: 22555 чи 2,2,5,5,5; або назвіть їх після гри
cli-score-throw = Який це кидок: 1 означає з руки; перший, якщо не сказано
cli-score-sheet = Що вже вписано: графи за кодом чи назвою, як ones=-4,pair=x, або JSON; графу, яку заповнюють кілька разів, називають кілька разів
cli-score-aside = Скільки кубиків уже відкладено (перегони)
cli-score-thrown = Кубики: 2 2 5 5 5
cli-advise = Скільки варте кожне рішення за найкращої гри, найкраще перше; каже, де це лише оцінка
cli-advise-examples = kosti advise yatzy 2 2 5 5 5
    kosti advise school 11266 --throw 2 --sheet ones=-4,twos=0,threes=-3
    kosti advise generals
    kosti advise poker-dice 22356 --objective win --sheets hand=20/ --turn 2
    kosti advise thousand --seats 310/2,450 --points 50 --aside 2 --dice 1,5,5
cli-advise-dice = Кубики одним словом: 22555 чи 2,2,5,5,5; або назвіть їх після гри; без них ідеться про мить перед першим кидком
cli-advise-throw = Який це кидок: 1 означає з руки; перший, якщо не сказано
cli-advise-kept = Кубики, які лишили перед цим кидком, в іграх, де вони лишаються відкладеними
cli-advise-sheet = Що вже вписано: графи за кодом чи назвою, як ones=-4,pair=x, або JSON; графу, яку заповнюють кілька разів, називають кілька разів
cli-advise-sheets = Що вписали обидва гравці, разом із --objective win: дві таблиці через /; якщо не сказано, обидві порожні
cli-advise-seats = Де стоять гравці перегонів: РАХУНОК або РАХУНОК/ХОДІВ лишилося в бочці, через кому; двоє на початку, якщо не сказано
cli-advise-turn = Чий хід, місця рахують від 1; першого, якщо не сказано
cli-advise-points = Скільки очок уже має хід (перегони)
cli-advise-aside = Скільки кубиків уже відкладено (перегони)
cli-advise-thrown = Кубики: 2 2 5 5 5; без них ідеться про мить перед першим кидком
cli-any-store = Тримати розв'язок у цьому файлі й читати звідти, коли запитають ще раз; розв'язку інших правил не приймає
cli-advise-seconds = Думати щонайбільше стільки секунд; якщо треба більше, відповідь буде оцінкою, і про це сказано
cli-any-objective = Заради чого грають: total, або points, де вирішують бали, або win проти одного суперника; у перегонах win, або turns заради найменшої кількості ходів
cli-any-within = Грати перегони заради ймовірності закінчити за стільки ходів
cli-any-reach = Грати заради ймовірності набрати щонайменше стільки очок
cli-solve = Що дає найкраща гра: очікувана сума, її відхилення і ймовірність кожної суми; у перегонах імовірність перемоги. Точно, де це можна обчислити, а де ні, сказано, як виміряно
cli-solve-examples = kosti solve yatzy
    kosti solve crag --reach 200
    kosti solve school --house big-straight=thirty
    kosti solve balut --objective total
    kosti solve thousand --within 20
cli-simulate = Що дають різні гравці, виміряно в багатьох іграх
cli-simulate-examples = kosti simulate yatzy --games 1000000
    kosti simulate school --players perfect,greedy,random --seed 7
    kosti simulate thousand --players perfect,fastest
cli-simulate-games = Скільки ігор; якщо не сказано, 100000, а в грі, завеликій для розв'язання, 4096
cli-simulate-players = Хто сидить за столом, місце за місцем: perfect (досконалий) або, де найкраща гра невідома, careful (обачний, грає за оцінками), regular (звичайний, як бот), random (навмання); за таблицею greedy (найбільше очок за цей хід), а також win (грає, щоб випередити інших, чиї таблиці бачить) проти win або total (найбільша очікувана сума); у перегонах fastest (заради найменшої кількості ходів, хоч би що робили інші) і duel (ніби є лише найнебезпечніший); один perfect чи careful, якщо не сказано
cli-simulate-seed = Зерно кидків: те саме зерно дає ті самі ігри; 1, якщо не сказано
cli-check = Перевірити файли правил: усі помилки, кожна з місцем
cli-check-examples = kosti check mine.toml
    kosti check games/*.toml
    cat mine.toml | kosti check -
cli-check-files = Файли правил; - означає стандартний ввід
cli-new = Записати файл правил, з якого можна почати
cli-new-examples = kosti new mine.toml
cli-new-file = Новий файл; наявний не чіпається
cli-schema = Схема JSON файлу правил, для редакторів
cli-schema-examples = kosti schema > kosti.schema.json
cli-replay = Прочитати запис гри, перевірити його й показати
cli-replay-examples = kosti replay game.kosti
    kosti replay game.kosti --rules mine.toml
cli-replay-file = Запис гри
cli-replay-rules = Файл правил, якщо гри немає в `kosti games`
cli-review = Що в грі зробило щастя, а що гравці: скільки коштувало кожне рішення і що додали кидки
cli-review-examples = kosti review game.kosti
    kosti review game.kosti --json
cli-review-file = Запис гри, закінченої або незакінченої
cli-review-rules = Файл правил або гра, за якими грали, якщо вона не з Kosti
cli-verify = Вивести знову кожен кидок столу в мережі й сказати, хто його доводить
cli-verify-examples = kosti verify kitchen.kosti
    kosti verify kitchen.kosti --json
cli-verify-file = Завантажений запис столу
cli-ask = Відповідати на запитання в JSON, по одному в рядку, доки не скінчиться ввід
cli-ask-examples = echo '{"{"}"ask":"games"{"}"}' | kosti ask
    kosti ask < questions.jsonl > answers.jsonl
cli-completions = Доповнення для оболонки: команди, ігри, графи й домашні правила
cli-completions-examples = source <(kosti completions bash)                   # у ~/.bashrc
    source <(kosti completions zsh)                    # у ~/.zshrc
    kosti completions fish | source                    # у ~/.config/fish/config.fish
cli-completions-shell = Оболонка
cli-man = Сторінка довідника man, про Kosti чи про одну команду
cli-man-examples = kosti man | man -l -
    kosti man > ~/.local/share/man/man1/kosti.1
    kosti man score > ~/.local/share/man/man1/kosti-score.1
cli-help = Що робить команда, або які є
cli-help-examples = kosti help
    kosti help score
cli-any-command = Команда; без неї всі
cli-any-help = Показати довідку
cli-any-version = Показати версію

usage-unknown-command = немає команди `{ $command }`
usage-commands = Команди: { $known }
usage-unknown-argument = `{ $argument }` тут невідоме
usage-missing = бракує: { $argument }
usage-missing-game = бракує: { $argument }; є: { $known }, або вкажіть шлях до файлу правил
usage-conflict = { $argument } не можна разом із { $other }
usage-no-value = { $argument } потребує значення
usage-bad-value = `{ $value }` не може бути значенням { $argument }{ $known ->
        [none] {""}
       *[other] ; можна: { $known }
    }
usage-near = може, `{ $near }`?
usage-help = Довідка: kosti help, kosti help КОМАНДА
dice-no-such-face = { $face } немає на кубику: від 1 до { $most }
dice-not-a-number = `{ $word }` не число
game-unknown = немає гри `{ $game }`; є: { $known }, або вкажіть шлях до файлу правил
file-unreadable = { $file }: не читається: { $why }
file-missing = такого файлу немає
file-is-directory = це каталог
file-forbidden = його не дозволено читати
file-not-text = це не текст у кодуванні UTF-8 (рядок { $line })
file-unwritable = { $file }: не записується: { $why }
new-exists = { $file } уже є; виберіть інше ім'я
new-written = Записано { $file }. Змінюйте на свій смак: kosti check --watch { $file }
check-sheet = { $file }: усе гаразд. { $game }: { $boxes ->
        [one] { $boxes } графа
        [few] { $boxes } графи
       *[many] { $boxes } граф
    }, { $variants ->
        [one] { $variants } варіант
        [few] { $variants } варіанти
       *[many] { $variants } варіантів
    }, { $examples ->
        [one] { $examples } приклад
        [few] { $examples } приклади
       *[many] { $examples } прикладів
    }.
check-race = { $file }: усе гаразд. { $game }: перегони до { $target }, { $variants ->
        [one] { $variants } варіант
        [few] { $variants } варіанти
       *[many] { $variants } варіантів
    }, { $examples ->
        [one] { $examples } приклад
        [few] { $examples } приклади
       *[many] { $examples } прикладів
    }.
games-sheets = Аркуші: заповнити кожну графу
games-races = Перегони: хто перший до цілі
games-hint = Правила: kosti rules ГРА
score-heading = { $dice }, кидок { $throw } з { $throws }
score-race-heading = { $dice }, відкладено { $aside }
score-cross = викр.
score-full = Таблиця заповнена.
score-rethrow = { $left ->
        [one] Ще { $left } кидок.
        [few] Ще { $left } кидки.
       *[many] Ще { $left } кидків.
    }
score-free-throw = Дубль: можна знову кинути всі { $dice }.
score-blank-must = Дубль без очок: треба знову кинути всі { $dice }.
score-blank-may = Дубль без очок: запишіть або знову киньте всі { $dice }.
score-bust = Нічого не дає: хід згорів.
score-lost = Хід згорів, а з ним увесь рахунок.
score-wrong-option = --{ $option } не для цієї гри ({ $game })
score-bad-dice = `{ $text }` не кубики ({ $why }); пишіть 2 2 5 5 5 або 22555
score-no-dice = які кубики? Наприклад: kosti score { $game } 2 2 5 5 5
score-bad-sheet = `{ $text }` не таблиця; пишіть --sheet ones=3,pair=x (графа та її очки, або x, якщо викреслено)
solve-value = Очікувана сума: { $value }
solve-deviation = Стандартне відхилення: { $deviation }
solve-quantiles = Квантилі: { $quantiles }
solve-spread-exact = Ймовірність кожної суми за такої гри, точно.
solve-spread-games = Ймовірність кожної суми за такої гри, з { $games } зіграних ігор: точно обчислити завелико.
solve-points = Очікувані бали: { $value } ± { $error } (стандартна похибка), виміряно за стільки ігор: { $games }
solve-points-bound = Жодна гра не може очікувати більше ніж { $bound } балів (доведено)
solve-points-total = Середня сума: { $total }
solve-points-how = Так грає «обачний» бот, не досконало: в останніх ходах точно, а до них за сіткою з { $positions } станів, що стоять за всі інші.
solve-chance = Ймовірність щонайменше { $least } за найкращої для цього гри: { $percent } %
solve-needs = Станів таблиці за очками, яких ще бракує: { $states }
solve-states = Станів таблиці: розв'язано { $states }; досяжних { $reachable }, доки не злито ті, що вирішують те саме; способів заповнити графи { $fillings }
solve-win = Із двох гравців, що грають найкраще, перший виграє: { $percent } %
solve-pairs = Нічия рахується як пів перемоги. Пар таблиць за різницею очок: { $states }
solve-turns = Самому, очікувана кількість ходів: { $value }
solve-turns-exact = Ймовірність кожної кількості ходів за такої гри, точно.
solve-within = Самому, ймовірність закінчити за { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } за найкращої для цього гри: { $percent } %
solve-places = Позицій перед ходом: { $states }
solve-seconds = Розв'язано за { $seconds } с
solve-wins-apart = Для ігор, які не вирішує миттєва перемога: перший кидок не буває таким, а рішення на його ймовірність не впливають.
advise-value = Ще попереду{ $exact ->
        [no] {""}, за оцінкою
       *[yes] {" "}за найкращої гри
    }: { $value }
advise-chance = Ймовірність щонайменше { $least } за найкращої для цього гри: { $value }
advise-win = Ймовірність перемоги за найкращої гри: { $value }
advise-win-estimate = Ймовірність перемоги, оцінена за шансами проти кожного з інших: { $value }
advise-win-sheets-estimate = Ймовірність перемоги, оцінена за очікуваними сумами: { $value }
advise-turns = Очікувана кількість ходів за найкращої гри разом із цим: { $value }
advise-within = Ймовірність закінчити за { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } за найкращої для цього гри: { $value }
advise-trade = { $best } на перемогу проти { $instead }, хоча на { $points } очка менше
advise-reason = { $best }: { $value }{ $worth ->
        [points] {" "}попереду
        [win] {" "}на перемогу
        [turns] {" "}ходу
       *[chance] {""}
    }; { $instead }: { $other }
advise-why = Найкраще{ $exact ->
        [no] {" "}за оцінкою
       *[yes] {""}
    }: { $reason }
advise-bust = Ці кубики нічого не дають: хід втрачено.
advise-take-bank = відкласти { $dice }, записати
advise-take-throw = відкласти { $dice }, кидати далі
advise-bank = записати
advise-throw = кидати далі
advise-bad-seats = місця пишуть як РАХУНОК або РАХУНОК/ХОДІВ: 310/2,450; не { $text }
advise-bad-place = гравець не може стояти на { $text }; у бочці скажіть, скільки лишилося ходів, як у 310/2
advise-no-turn = місця рахують від 1, а їх { $seats }
review-start = на початку
review-luck = щастя
review-mistakes = помилки
review-others = ходи інших
review-corrected = виправлення
review-unplayed = не зіграно
review-end = наприкінці
review-accuracy = найкращі рішення
review-luck-of = Щастя, { $name }: { $luck }, тобто { $times } стандартного відхилення цілої гри ({ $deviation }).
review-worst = { $name }, найдорожчі рішення:
review-no-mistakes = { $name }: жодне рішення нічого не коштувало.
review-decision = хід { $turn }, { $dice }: { $chosen } ({ $value }); найкраще: { $best } ({ $better }); { $cost }
values-estimated = Значення приблизні: найкраща гра тут невідома.
# Інший вибір замість рішення: { $than } каже, який він проти того, що було зроблено.
review-again-best = { $action } ({ $value }): кращого немає.
review-again-cost = { $action } ({ $value }): коштує { $cost }, { $than ->
        [better] менше за те, що було зроблено
        [worse] більше за те, що було зроблено
       *[same] стільки ж, як те, що було зроблено
    }.
review-no-coach = { $game }: огляду не буде: { $why }
store-nothing = ця відповідь не має розв'язку, який можна зберегти: `--store` тримає розв'язки для суми, для перемоги в перегонах і для найменшої кількості ходів
store-refused = { $file } { $why ->
        [other-rules] містить розв'язок інших правил
       *[damaged] пошкоджено, або це не розв'язок
    }; файл лишився, як був
simulate-heading = { $game }: { $games ->
        [one] { $games } гра
        [few] { $games } гри
        [many] { $games } ігор
       *[other] { $games } гри
    }, зерно { $seed }
simulate-seat = Місце { $seat }: { $player }
simulate-careful = Грає за оцінками: найкраща гра тут невідома.
simulate-mean = { $what ->
        [points] Бали
        [turns] Ходів переможця
       *[total] Сума
    }: { $mean } ± { $error } (стандартна похибка), відхилення { $deviation }
simulate-wins = Виграє сам: { $share }
simulate-share = Частка перемог: { $share } ± { $error } (стандартна похибка); спільну перемогу поділено
simulate-won = Виграє: { $share } ± { $error } (стандартна похибка)
simulate-ties = Спільних перемог: { $share }
simulate-won-at-once = Ігор, які одразу виграли кубики: { $share }; суми взято з ігор, дограних до кінця
advise-wins = Ці кубики одразу виграють гру.
advise-score = вписати: { $box }
advise-cross = викреслити: { $box }
advise-announce = оголосити: { $box }
advise-keep = залишити { $dice }
advise-keep-nothing = кинути все знову
table-total = Разом
table-points = Бали
race-barrel = у бочці { $barrel }, { $left ->
        [one] лишився { $left } хід
        [few] лишилося { $left } ходи
       *[many] лишилося { $left } ходів
    }
race-lost = { $left ->
        [one] ще { $left } втрачений хід коштуватиме очок
        [few] ще { $left } втрачені ходи коштуватимуть очок
       *[many] ще { $left } втрачених ходів коштуватимуть очок
    }
verify-fault = { $file }: { $why }
verify-players = Гравці: { $names }
verify-table = Стіл: { $table }
verify-by-server = слово сервера
verify-by-thrower = { $name }
verify-by-witness = { $witness } як свідок
verify-by-both = { $name } і { $witness } як свідок
verify-silent = { $proven }; від свідка { $witness } відповіді не було
verify-tried = { $proven }; версія 1: сервер міг вибрати
verify-throws = { $count ->
        [0] Кубиків ще не кидали.
        [one] { $count } кидок, виведено знову.
        [few] { $count } кидки, усі виведено знову.
       *[many] { $count } кидків, усі виведено знову.
    }
verify-proven = Довів пристрій гравця: { $count }. Сервер сам не міг вибрати цих кубиків. Якщо є і той, хто кидав, і свідок, то не міг і разом з одним із них.
verify-server-only = Слово сервера: { $count }. Ніхто інший не мав частки в цих кубиках: сервер міг знати їх наперед, а починаючи ланцюг, і вибрати.
verify-tried-times = Версії 1, зі свідком: { $count }. Там вирішує і час, коли питають свідка, а сервер ставить його, вже знаючи частку того, хто кидає: пробуючи часи, він міг вибрати ці кубики.
verify-replaced = Перед кидком { $number } сервер почав новий ланцюг, як завжди після перезапуску. Вибрати так він міг лише ті кубики, що є тільки його словом.
verify-real = Кубики були справжні: виводити нічого. Гру зіграно за правилами.
replay-fault = { $file }, рядок { $line }: { $why }
replay-winners = { $count ->
        [1] Перемога: { $names }.
       *[other] Перемогу ділять: { $names }.
    }
replay-on-turn = Гра триває. Хід: { $name }.
replay-needs-rules = запис гри `{ $game }`, якої немає серед вбудованих: дайте її файл правил через --rules ФАЙЛ
replay-nobody = Гра триває, за столом нікого немає.
rules-players = { $min }–{ $max } { $max ->
        [one] гравець
        [few] гравці
       *[many] гравців
    }
rules-players-alone = { $min }–{ $max } { $max ->
        [one] гравець
        [few] гравці
       *[many] гравців
    } (можна вправлятися самому)
rules-dice = { $dice ->
        [one] { $dice } кубик
        [few] { $dice } кубики
       *[many] { $dice } кубиків
    } по { $sides ->
        [one] { $sides } грані
        [few] { $sides } грані
       *[many] { $sides } граней
    }
rules-sheet = до { $throws ->
        [one] { $throws } кидка
        [few] { $throws } кидків
       *[many] { $throws } кидків
    } за хід, { $rounds ->
        [one] { $rounds } хід
        [few] { $rounds } ходи
       *[many] { $rounds } ходів
    } на гравця
rules-race = хто перший набере { $target }
rules-source = Джерело: { $source }
rules-lot-lowest = Хто починає, вирішує жереб: усі кидають усі кубики, починає найменша сума; рівні кидають ще раз.
rules-lot-highest = Хто починає, вирішує жереб: усі кидають усі кубики, починає найбільша сума; рівні кидають ще раз.
rules-gate = Спершу { $count ->
        [one] { $count } графа
        [few] { $count } графи
       *[many] { $count } граф
    } з групи «{ $group }», потім решта.
rules-joker = Коли графа «{ $box }» заповнена, кубики, що їй підходять, — джокери.
rules-joker-scored = Коли в графі «{ $box }» є очки, кубики, що до неї підходять, стають джокерами.
rules-joker-bonus = { $name }: кожен джокер приносить ще { $points }, якщо в графі «{ $box }» є очки.
rules-joker-first = Джокер мусить піти у графу свого числа з групи «{ $group }»; якщо вона заповнена — у графу поза групою «{ $group }»; якщо й ті заповнені — у будь-яку іншу.
rules-joker-gives = Джокер дає { $points }.
rules-bonus = { $group }: { $sum } і більше дають ще { $points }.
rules-bonus-steps = { $group }: висока сума дає ще, за найвищою сходинкою, якої сягає: { $steps }.
rules-face-names = Грані 1, 2, 3 … звуться { $names }.
rules-face-colours = Грані мають кольори: { $colours }.
colour-black = чорні
colour-red = червоні
colour-green = зелені
colour-blue = сині
rules-penalty = { $group }: коли всі графи заповнені, а сума менша за { $sum }, знімається ще { $points }.
rules-last-resort = { $group }: коли все інше заповнене і кубики нікуди не підходять, відкрита графа бере { $amount ->
        [number] своє число
        [minus] мінус своє число
       *[other] { $amount }
    }.
rules-boxes = Графи
rules-points = Бали в кінці гри
rules-fill = Заповнюється { $fill } { $fill ->
        [one] раз
        [few] рази
       *[many] разів
    }.
rules-unfit-zero = Невідповідні кубики дають 0.
rules-cross-never = Не викреслюється.
rules-cross-last-throw = Викреслюється лише після останнього кидка.
rules-cross-any-throw = Викреслюється після будь-якого кидка.
rules-example = { $dice }: { $score }
rules-example-hand = { $dice } з руки: { $score }
rules-example-refused = { $dice }: не можна
rules-gives-hand = з руки: { $score }
rules-gives-refused = не можна
rules-step = від { $from } { $give }
rules-turn = Після кожного кидка відкладіть кубики, що дають очки, і запишіть або кидайте решту; кидок без очок спалює очки ходу.
rules-keeps = До наступного кидка лишають тільки ці кубики або жодного: { $keeps }.
rules-set-aside = Кубики, які лишили, відкладено до кінця ходу. { $least ->
        [0] Після кидка можна лишити ще скільки завгодно.
        [one] Після кожного кидка треба лишити щонайменше ще { $least } кубик.
        [few] Після кожного кидка треба лишити щонайменше ще { $least } кубики.
        [many] Після кожного кидка треба лишити щонайменше ще { $least } кубиків.
       *[other] Після кожного кидка треба лишити щонайменше ще { $least } кубика.
    }
rules-step-set-aside = Залиште кубики, які подобаються (тут вони в рамці), а решту киньте ще раз. Залишені відкладено до кінця ходу{ $least ->
        [0] .
       *[other] , і щоразу треба залишити ще щонайменше { $least }.
    } Усього { $throws ->
        [one] є { $throws } кидок
        [few] є { $throws } кидки
        [many] є { $throws } кидків
       *[other] є { $throws } кидка
    }, спинитися можна й раніше.
rules-step-keep-only = Залиште те, що дозволяють правила (тут обведено), і перекиньте решту. Усього { $throws } кидки, можна спинитися раніше.
rules-hot-dice = Хто відклав усі кубики, може знову кинути всі.
rules-no-hot-dice = Хто відклав усі кубики, мусить записати.
rules-double-must = Дубль без очок там не спалює хід, і треба знову кинути всі кубики.
rules-double-may = Дубль без очок там не спалює хід: запишіть або знову киньте всі кубики.
rules-double = Якщо відкладено { $aside } і решта кубиків однакові, можна знову кинути всі.
rules-aim-sheet = Заповнити аркуш: за хід одну графу, усього { $rounds ->
        [one] { $rounds } хід
        [few] { $rounds } ходи
        [many] { $rounds } ходів
       *[other] { $rounds } ходу
    }. Виграє найбільша сума.
rules-aim-points = Заповнити аркуш: за хід одну графу, усього { $rounds ->
        [one] { $rounds } хід
        [few] { $rounds } ходи
        [many] { $rounds } ходів
       *[other] { $rounds } ходу
    }. Наприкінці графи й сума дають бали, і виграє той, у кого їх найбільше.
rules-aim-once = Кожен має один хід, і виграє найкращий результат.
rules-aim-race = Першим набрати { $target ->
        [one] { $target } очко
        [few] { $target } очки
        [many] { $target } очок
       *[other] { $target } очка
    }.
rules-step-throw = { $dice ->
        [one] Киньте кубик.
        [few] Киньте всі { $dice } кубики.
        [many] Киньте всі { $dice } кубиків.
       *[other] Киньте всі { $dice } кубика.
    }
rules-step-keep = Залиште кубики, які подобаються (тут вони в рамці), а решту киньте ще раз. Усього { $throws ->
        [one] є { $throws } кидок
        [few] є { $throws } кидки
        [many] є { $throws } кидків
       *[other] є { $throws } кидка
    }, спинитися можна й раніше.
rules-step-write = Впишіть кубики в одну вільну графу. Далі кидає наступний.
rules-step-write-once = Це ваша рука. Далі кидає наступний.
rules-step-gives = { $box }: { $points }
rules-step-hand = Хто вписує після першого кидка, нічого не перекидаючи, вписує «з руки». Деякі графи тоді дають більше.
rules-step-zero = Нічого не підходить? Одну графу все одно треба заповнити: у ній буде 0.
rules-step-cross-any = Нічого не підходить? Тоді якусь графу викреслюють.
rules-step-cross-last = Нічого не підходить? Після останнього кидка якусь графу викреслюють.
rules-step-aside = { $dice ->
        [1] Його число зараховується.
       *[other] Відкладіть кубики, що дають очки, хоча б один. Тут вони в рамці.
    }
rules-step-points = { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }
rules-step-bank = { $left ->
        [one] Тепер запишіть очки й завершіть хід або киньте кубик ще раз, щоб набрати більше.
        [few] Тепер запишіть очки й завершіть хід або киньте решту { $left } кубики, щоб набрати більше.
        [many] Тепер запишіть очки й завершіть хід або киньте решту { $left } кубиків, щоб набрати більше.
       *[other] Тепер запишіть очки й завершіть хід або киньте решту { $left } кубика, щоб набрати більше.
    }
rules-step-bust = { $dice ->
        [1] А це кінець ходу, і всі його очки пропадають.
       *[other] А якщо в кидку нічого не дає очок, хід закінчено, і всі його очки пропадають.
    }
rules-from-hand = з руки
rules-hand-times = З руки ×{ $times }.
rules-hand-points = З руки { $points }.
rules-hand-plus = З руки на { $points } більше.
rules-examples = Приклади
rules-barrel = Бочка від { $from }: до { $exit } є { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
       *[many] { $turns } ходів
    }, інакше рахунок повертається до { $from }.
rules-loss-turn = Кидок, що показує { $dice }, спалює очки ходу, хоч би що ще випало.
rules-loss-score = Кидок, що показує { $dice }, спалює очки ходу і весь рахунок, хоч би що ще випало.
rules-step-score-lost = А це коштує всього рахунку.
rules-bank-least = Записати можна щонайменше { $least } очок.
rules-columns = На аркуші стовпців: { $count }; кожна графа є в кожному.
rules-column-free = { $column }: графи заповнюють у будь-якому порядку.
rules-column-down = { $column }: графи заповнюють від першої до останньої.
rules-column-up = { $column }: графи заповнюють від останньої до першої.
rules-column-announced = { $column }: графи заповнюють у будь-якому порядку, але кожну треба оголосити після першого кидка її ходу, і хід тоді лише для неї.
rules-column-times = { $column }: усе в ньому рахується ×{ $times }, також те, що дає премію.
rules-difference = { $group } рахує ({ $of } − { $less }) × { $times }, коли всі три заповнено; більше ніде { $of } і { $less } не рахуються.
rules-open-least = Хто не має рахунку, може записати щонайменше { $least } очок.
rules-last-round-shared = Хто набере { $target }, починає останнє коло: кожен інший має ще один хід, і виграє найвищий рахунок. Однакові рахунки ділять перемогу.
rules-last-round-first = Хто набере { $target }, починає останнє коло: кожен інший має ще один хід, щоб перевершити цей рахунок. З однакових виграє той, що був раніше.
rules-overshoot-lost = Треба набрати рівно { $target }: хід, після якого вийшло б більше, нічого не дає.
rules-overshoot-back = Треба набрати рівно { $target }: усе, що понад це, віднімається від мети.
rules-lost-turns = { $row ->
        [one] { $row } втрачений поспіль хід коштує { $points } очок; нижче 0 рахунок не падає.
        [few] { $row } втрачені поспіль ходи коштують { $points } очок; нижче 0 рахунок не падає.
       *[many] { $row } втрачених поспіль ходів коштують { $points } очок; нижче 0 рахунок не падає.
    }
rules-combinations = Що дає очки
rules-house = Домашні правила
rules-default = (типово)
rules-standard = Усе за звичайними правилами.
reading-game = Гра
reading-each-box = Кожна графа: { $notes }
reading-unfit-refused = Невідповідні кубики не вписують.
reading-instant-win = { $win } – { $needs } { $throw ->
        [first] з першого кидка
       *[any] з будь-якого кидка
    }: гру одразу виграно.
reading-award-sum = якщо записи графи «{ $box }» разом дають { $sum } або більше
reading-award-never = якщо графа «{ $box }» повна і жодного її запису не викреслено й жоден не 0
reading-award-each = за кожен запис графи «{ $box }», не викреслений і не 0
reading-award-total = за сумою
reading-nothing = нічого не змінює
reading-without = без цього: { $lines }
rules-otherwise = Інакше: --house ПРАВИЛО=ВИБІР
rules-differs = Відрізняється від звичайних: { $changes }

## Екран у терміналі, `kosti play`. Назви граф та імена гравців беруться з файлів правил і від гравців.

play-begins = { $game }: гра починається.
play-goes-on = { $game }: гра триває.
play-turn = Хід: { $name }.
play-last-round = Останнє коло: треба більше ніж { $score }.
play-last-round-begins = Це мета: кожен інший має ще один хід.
play-past-target = Це більше за мету: очки згоріли.
play-sent-back = Це більше за мету: назад до { $score }.
play-lot-turn = { $name }: кидок за право почати.
play-lot = кидок за право почати
play-over = Гру закінчено.
play-ended-alone = Гру закінчено: { $points }.
play-person = людина
play-name = Гравець { $nth }
play-bot = бот, { $level ->
        [beginner] початківець
        [regular] звичайний
        [careful] обачний
       *[perfect] досконалий
    }
play-bot-name = Бот { $nth } ({ $level ->
        [beginner] початківець
        [regular] звичайний
        [careful] обачний
       *[perfect] досконалий
    })
play-threw = { $name }: випало { $dice }.
play-threw-more = { $name }: залишено { $kept }, випало { $dice }: { $all }.
play-threw-lot = { $name }: випало { $dice } за право почати, сума { $sum }.
play-scored = { $name }: записано { $box }, { $points }.
play-crossed = { $name }: викреслено { $box }.
play-announced = { $name }: оголошено { $box }.
play-set-aside = { $name }: відкладено { $dice } за { $points }.
play-banked = { $name }: записано { $points }.
play-bust = { $name }: кидок без очок, { $points ->
        [0] хід нічого не дав.
       *[other] згоріло { $points }.
    }
play-score-lost = { $name } втрачає все: { $points }.
play-set-back = Назад до { $score }: ходи в бочці вичерпано.
play-lost-points = Униз до { $score }: забагато ходів поспіль утрачено.
play-lost-turn = { $left ->
        [one] Ще { $left } втрачений хід коштуватиме очок.
        [few] Ще { $left } втрачені ходи коштуватимуть очок.
       *[many] Ще { $left } втрачених ходів коштуватимуть очок.
    }
play-in-barrel = У бочці з { $score }, лишилося { $left ->
        [one] { $left } хід.
        [few] { $left } ходи.
       *[many] { $left } ходів.
    }
play-won-at-once = { $name }: { $win } виграє гру одразу!
play-undone = { $name }: рішення скасовано.
play-left = { $name }: місце покинуто.
play-returned = { $name }: знову за столом.
play-corrected = Виправлено для { $name }: { $was } тепер { $is }.
play-has = { $name }: { $points }.
play-box-gives = { $box } дає { $points }: { $why }.
play-refused = Так не можна: { $why }.
play-held = Залишаються: { $dice }.
play-held-none = Нічого не залишається: кинуться всі кубики.
play-chosen = Відкласти: { $dice } за { $points }. Пробіл кидає далі, b записує.
play-chosen-none = Нічого не вибрано.
play-choose-first = Спершу виберіть кубики, що дають очки: їхні номери, або a — усі такі.
play-die-scores-nothing = { $face } тут нічого не дає.
play-throw-first = Спершу киньте: пробіл.
play-stays-aside = Цей кубик відкладено до кінця ходу.
play-no-throws-left = Кидків не лишилося: виберіть графу стрілками та Enter.
play-no-bank = Записують у перегонах; тут виберіть графу стрілками та Enter.
play-race-keys = Це перегони: виберіть кубики, тоді пробіл кидає далі, а b записує.
play-race-first = Пробіл кидає.
play-race-choose = Виберіть за номерами кубики, що дають очки (a: усі), тоді киньте решту (пробіл) або запишіть (b).
play-aside = { $count ->
        [one] Відкладено { $count } кубик.
        [few] Відкладено { $count } кубики.
       *[many] Відкладено { $count } кубиків.
    }
play-bot-plays = Грає бот; хвилинку.
play-no-such-key = Ця клавіша тут нічого не робить; ? показує клавіші.
play-not-done = Нічого не зроблено.
play-throws = { $throw ->
        [0] Ще без кидка
       *[other] Кидок { $throw } з { $throws }
    }, лишилося { $left }
play-turn-points = За цей хід: { $points }{ $more ->
        [0] {""}
       *[other] {" "}+ { $more } вибрано
    }
play-die-held = ЛИШ
play-die-aside = БЕРУ
play-bonus-short = { $group }: до { $mark } бракує { $short } (+{ $points })
play-bonus-reached = { $group }: { $mark } є (+{ $points })
play-real-dice = Справжні кубики
play-type-dice = { $name }: киньте { $count ->
        [one] { $count } кубик
        [few] { $count } кубики
       *[many] { $count } кубиків
    } і введіть, що випало, тоді Enter. Esc: ще ні.
play-wrong-dice = `{ $typed }` не могло випасти: введіть { $count ->
        [one] { $count } число
        [few] { $count } числа
       *[many] { $count } чисел
    } від 1 до { $sides }.
play-correct = Виправлення
play-correct-box = { $name }, { $box } { $was }: що має там стояти? Введіть очки або x, якщо викреслено. Стрілки вгору і вниз: у якій графі, зараз { $to }. Стрілка вправо: інший запис тієї ж графи.
play-correct-race = { $name } має { $was }. Скільки має бути? Введіть рахунок, а в бочці й ходи, що лишилися: 310/2.
play-correct-real = Виправляти можна лише гру зі справжніми кубиками; u скасовує останнє рішення.
play-correct-empty = Тут ще нічого немає. Стрілки вліво і вправо вибирають гравця.
play-correct-how = Введіть очки, як-от 12, або x, якщо викреслено.
play-sure = Точно?
play-ask-cross = Викреслити { $box }?
play-ask-zero = Записати 0 у { $box }? Кубики не підходять.
play-ask-warn = Справді { $action }? Це коштує { $exact ->
        [no] близько { $loss } за оцінкою
       *[yes] { $loss }
    }; найкраще: { $best }.
play-ask-leave = Вийти з гри? Її збережено; kosti play --resume продовжить її.
play-ask-leave-unsaved = Вийти з гри? Її НЕ вдалося зберегти.
play-leave = Вихід
play-yes-no = Enter або т: так · Esc або н: ні
play-yes-keys = тy
play-no-keys = нn
play-taken = цю гру саме грає інший Kosti
play-not-saved = Гру не вдалося зберегти: { $why }
play-coach = { $help ->
        [off] Тренер мовчить.
        [warn] Тренер перепитує, якщо рішення коштує більше ніж { $warn }.
       *[on] Тренер показує, чого що варте.
    }
play-coach-title = Тренер
play-coach-column = варте
play-coach-value = Тренер: { $worth ->
        [win] шанс на перемогу { $value }
        [turns] ходів попереду { $value }
       *[points] попереду { $value }
    }
play-coach-points = попереду { $points }
play-coach-warns = Тренер стежить.
play-coach-ready = Тренер готовий.
play-coach-solving = Тренер обчислює гру: { $percent } %
play-coach-win = Тренер: шанс на перемогу { $exact ->
        [no] близько { $percent } %
       *[yes] { $percent } %
    }
play-coach-failed = Для цієї гри немає тренера: { $why ->
        [dead-end] вона може ніколи не скінчитися.
       *[too-large] вона завелика для обчислення.
    }
play-explain-now = З { $dice }: { $why }.
play-title-help = ? допомога
play-title-unsaved = НЕ ЗБЕРЕЖЕНО
play-keys-sheet = пробіл кидок · 1-{ $dice } лишити · ↑↓ Enter графа · e чому · c тренер · q вихід
play-keys-race = 1-{ $dice } вибрати · a усі · пробіл кидок · b запис · e правила · c тренер · q вихід
play-keys-dialog = Enter · Esc
play-keys-over = u назад · q вихід
play-keys-start = ↑↓ рядок · ←→ змінити · Enter далі · Del прибрати гравця · Esc вихід
play-keys-resume = ↑↓ вибрати · Enter продовжити · q вихід
play-help-title = Клавіші
play-help-sheet = пробіл, r: кинути кубики, що не залишаються
    1, 2, 3 …: залишити кубик або відпустити
    ↑ ↓: вибрати графу; Enter записує
    x: викреслити графу
    (12): скільки кубики дали б графі зараз; (x): її можна лише викреслити; -: не зараз; x: викреслено
play-help-race = пробіл, r: відкласти вибрані кубики й кинути решту
    1, 2, 3 …: вибрати кубик, що дає очки; a: усі такі
    b: відкласти вибрані кубики й записати
play-help = ← →: глянути на іншого гравця
    e: пояснити, з прикладами
    u: скасувати останнє рішення
    c: тренер: мовчить, перепитує, показує
    q, Ctrl-C: вийти; гру збережено
    Миша теж працює: клацніть кубик або графу, і ще раз, щоб вибрати її.
play-help-real = m: виправити те, на чому курсор
play-start-title = Kosti: нова гра
play-start-game = Гра
play-start-player = Гравець { $nth }
play-start-player-hint = Введіть ім'я; ← → роблять гравця людиною або ботом; Del прибирає його.
play-start-add = + ще один гравець
play-start-dice = Кубики
play-start-virtual = кидає Kosti
play-start-real = справжні, з клавіатури
play-start-help = { $help ->
        [off] мовчить
        [warn] перепитує перед дорогими рішеннями
       *[on] показує, чого що варте
    }
play-start-begin = Почати
play-start-hint = Enter переходить до наступного рядка, а на «Почати» починає.
play-start-full = У цій грі більше немає місць.
play-start-unfinished = { $count ->
        [one] { $count } гра не закінчена
        [few] { $count } гри не закінчені
       *[many] { $count } ігор не закінчено
    }: kosti play --resume продовжить.
play-resume-title = Kosti: незакінчені ігри
play-resume-line = { $date } { $game }: { $players }; зіграно { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
       *[many] { $turns } ходів
    }
play-resume-none = у { $place } немає незакінчених ігор
play-resume-over = { $file }: цю гру закінчено
play-resume-rules = { $file }: не вдається знайти правила цієї гри; дайте їх: kosti play ПРАВИЛА --resume { $file }
play-no-terminal = `kosti play` потребує термінала; для програм є `kosti ask`
play-bad-level = немає бота `{ $level }`: є beginner (початківець), regular (звичайний) і perfect (досконалий) або, де найкраща гра невідома, careful (обачний)
play-bad-warn = --warn приймає число від 0
play-exists = { $file } уже є; продовжити: kosti play --resume { $file }
play-too-small = Термінал замалий: треба { $width }×{ $height }, а є { $is-width }×{ $is-height }. Збільште його; гра зачекає.
play-over-hint = Запис: { $file } — що зробила удача, а що ви: kosti review ФАЙЛ
play-farewell = Гру збережено: { $file }
    Продовжити: kosti play --resume
play-farewell-over = Запис: { $file }
    Що зробила удача, а що ви: kosti review { $file }

cli-play = Грати в терміналі: на самоті, разом за однією клавіатурою, з ботами, зі справжніми кубиками теж
cli-play-examples = kosti play
    kosti play school --players Olena,Petro,bot:perfect
    kosti play yatzy --players Olena,Petro --real-dice
    kosti play --resume
cli-play-players = Гравці: імена, а також bot, bot:beginner, bot:regular, bot:perfect (bot:careful, де найкраща гра невідома), через кому
cli-play-real_dice = Кубики лежать на столі; ви вводите, що випало
cli-play-coach = Тренер: off, warn (перепитує перед дорогим рішенням) або on (показує, чого що варте); інакше off
cli-play-warn = Скільки може коштувати рішення, доки тренер не перепитає: очки, а в перегонах відсотки шансу на перемогу; 3, якщо не сказано
cli-play-seed = Зерно кидків і ботів: те саме зерно і ті самі рішення дають ту саму гру
cli-play-save = Зберігати гру в цьому файлі; інакше серед ваших ігор
cli-play-resume = Продовжити незакінчену гру: цей файл, або вибрати

site-not-found = тут нічого немає; API описано за адресою /api/v1/docs
site-method-not-allowed = цей метод тут не дозволено; дозволені перелічено в заголовку Allow
site-not-json = тіло запиту має бути application/json
site-bad-json = тіло запиту не читається: { $message }
site-not-an-object = тіло запиту має бути об’єктом JSON
site-bad-query = параметри запиту не читаються: { $message }
site-too-large = це завелике: щонайбільше { $most } байтів
site-too-slow = решта запиту не надійшла: надішліть його ще раз
site-too-many = забагато запитів: спробуйте знову через { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }
site-over-quota = з вашої мережі сьогодні записано стільки, що сервер поки більше не приймає: спробуйте знову через { $minutes ->
        [one] { $minutes } хвилину
        [few] { $minutes } хвилини
        [many] { $minutes } хвилин
       *[other] { $minutes } хвилини
    }
site-wrong-host = цей сервер не відповідає на ім’я «{ $host }»: користуйтеся його власною адресою. Адміністратор може додати це ім’я: kosti serve --public-url https://…
site-other-origin = запит іде зі сторінки іншого сайту
site-no-token = потрібен ключ місця: надішліть його як `Authorization: Bearer КЛЮЧ`
site-bad-token = це не ключ: 43 знаки — латинські літери, цифри, - та _
site-not-invited = це не запрошення до цього столу: спитайте того, хто його відкрив
site-unknown-table = такого столу немає
site-stale = гра вже пішла далі: подивіться на стіл і вирішіть знову
site-one-action = надішліть рівно одну дію: keep, score, cross, take із then, undo, leave, return або correct
site-unknown-box = у цій грі немає графи `{ $id }`
site-bad-dice = { $message }
site-bad-points = «{ $typed }» — це ні очки, ні x для закресленого
site-game-or-rules = надішліть або `game` (гру), або `rules` (файл правил)
site-unknown-game = гри `{ $game }` немає; перелік ігор: GET /api/v1/games
site-bad-rules = за цими правилами не можна грати:
    { $faults }
site-coach-off = за цим столом тренера вимкнено
site-not-on-turn = тренер радить лише гравцеві, чий зараз хід
site-too-much-work = на це треба більше часу чи пам’яті, ніж дозволяє спільний сервер; запустіть `kosti` на власній машині
site-busy = сервер ще обчислює це або зайнятий: спитайте знову за мить
site-not-saved = не вдалося зберегти, і нічого не змінилося: спробуйте знову
site-disk-full = місця для зберігання не лишилося; це не збережено, і нічого не змінилося
site-damaged = журнал сервера пошкоджено, його можна лише читати; нічого не змінилося. Адміністратор може врятувати його: kosti rescue
site-unclear = невідомо, чи це збережено: надішліть ту саму команду ще раз, двічі вона не виконається
site-unreadable = цей стіл не читається: { $message }
site-broken = на сервері сталася помилка; чи щось змінилося, невідомо
site-away = сервери, що зберігають столи, не відповідають: надішліть ще раз за мить
site-closing = сервер зараз зупиниться: спробуйте знову за мить
site-new-chain-needed = кубикам цього столу потрібен новий ланцюг

cli-serve = Тримати столи для людей, що далеко одне від одного: API та все, що треба сторінкам
cli-serve-examples = kosti serve
    kosti serve --lan
    kosti serve --listen 127.0.0.1:8080 --data ./tables
    kosti serve --data ./node1 --journal nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-serve-journal = Сервери NATS, що зберігають столи, коли кілька серверів Kosti мають ті самі столи: nats://ХОСТ:ПОРТ,ХОСТ:ПОРТ,… Усім потрібен той самий файл master.key у --data; списки теж лишаються там. Як налаштувати сервери: docs/operations.md
cli-serve-replicas = На скількох серверах NATS зберігати кожен запис: від 1 до 5, типово 3
cli-serve-listen = Де слухати: АДРЕСА:ПОРТ; типово 127.0.0.1:7171, куди дістає лише ця машина
cli-serve-data = Де зберігати столи; типово серед ваших даних
cli-serve-lan = Впускати інших із тієї самої мережі: слухає на всіх адресах цієї машини
cli-serve-web = Пропонувати й Кості без сервера: тека, яку записав `cargo xtask web`
cli-serve-rate = Скільки запитів на секунду з однієї адреси, в середньому; типово 50, 0 — без обмежень
cli-serve-behind_proxy = Перед Kosti стоїть проксі: брати адреси з його заголовка X-Forwarded-For, а чи люди користуються TLS — із X-Forwarded-Proto. Лише з проксі, що їх ставить
cli-serve-public_url = Де люди знаходять сервер ззовні, як-от https://dice.example; можна повторювати. Запити на інші імена відхиляються, крім імен цієї машини у власній мережі та адрес із чисел. З https браузери надсилають куки лише через TLS
cli-serve-metrics = Відповідати на /metrics (для Prometheus) натомість за АДРЕСА:ПОРТ — усім, хто туди дістає. Типово відповідь отримує лише ця машина
cli-serve-tables_per_day = Скільки столів на добу можна відкрити з однієї адреси; типово 1000, 0 — без обмежень. Для адрес приватних мереж обмежень немає
cli-serve-megabytes_per_day = Скільки мегабайтів на добу можна записати з однієї адреси; типово 64, 0 — без обмежень. Для адрес приватних мереж обмежень немає
cli-serve-tables_in_memory = Скільки столів тримати в пам’яті; типово 20000. Першими йдуть ті, про які найдовше ніхто не питав; на диску вони лишаються
cli-serve-idle = За скільки секунд стіл, про який ніхто не питає, йде з пам’яті; типово 3600. На диску він лишається
cli-serve-bot_pause = Скільки мілісекунд бот чекає перед своїм ходом, щоб рішення можна було взяти назад; типово 1200
cli-serve-limit = Обмеження часу на сервері, для повільних машин і мереж; можна повторювати. request (10): заголовок або тіло запиту. answer (25): запитання, перш ніж клієнтові скажуть спитати знову. work (60): перевірка файлу правил; інша робота триває в кілька разів довше. witness (2): свідок кидка. stop (5): відкриті запити, коли сервер зупиняється. journal (15): сервери NATS, що не відповідають
cli-serve-log = Як вести журнал подій на стандартному виводі помилок: text або json; що саме — каже KOSTI_LOG (типово info)
cli-judge = Для `kosti serve`: пробує файли правил в окремому процесі
cli-judge-examples = kosti judge < case.json
cli-rescue = Скопіювати в новий журнал усе, що читається з пошкодженого
cli-rescue-examples = kosti rescue --data ./tables
cli-any-data = Де зберігаються столи; типово серед ваших даних
cli-rebuild = Наново скласти з журналу списки столів, завершених ігор та статистику
cli-rebuild-examples = kosti rebuild --data ./tables
    kosti rebuild --data ./tables --journal nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-rebuild-journal = Сервери NATS, що зберігають столи, коли цей сервер ділить їх з іншими
cli-rebuild-replicas = На скількох серверах NATS зберігати кожен запис: від 1 до 5, типово 3
cli-backup = Скопіювати всі столи та ключ в іншу теку; сервер може тим часом працювати
cli-backup-examples = kosti backup --data ./tables ./backup-monday
cli-backup-to = Куди: тека без столів. kosti serve --data ТЕКА працюватиме з неї
backup-done = { $records ->
        [one] { $records } запис
        [few] { $records } записи
        [many] { $records } записів
       *[other] { $records } запису
    } тепер у { $place }; звідти можна продовжити: kosti serve --data { $place }
backup-failed = { $place } не вдалося скопіювати: { $why }
cli-copy = Скопіювати всі столи однієї машини на сервери NATS, спільні для кількох серверів Kosti, або назад; потім порівняти кожен запис
cli-copy-examples = kosti copy --data ./tables --to nats://10.0.0.1,10.0.0.2,10.0.0.3
    kosti copy --data ./tables --from nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-copy-to = Сервери NATS, куди копіювати; на них ще не має бути столів
cli-copy-from = Сервери NATS, звідки копіювати; у --data ще не має бути столів, лише їхній master.key
cli-copy-replicas = На скількох серверах NATS зберігати кожен запис: від 1 до 5, типово 3
copy-done = { $records ->
        [one] { $records } запис скопійовано й порівняно
        [few] { $records } записи скопійовано й порівняно
        [many] { $records } записів скопійовано й порівняно
       *[other] { $records } запису скопійовано й порівняно
    }: в обох місцях те саме
copy-failed = Скопіювати не вдалося: { $why }
serve-ready = Kosti тут: { $address }
serve-lan-off = Відкрийте це в браузері, щоб грати. Для телефонів у кімнаті: kosti serve --lan
serve-lan-on = Відкрийте це на будь-якому телефоні в кімнаті.
serve-data = Столи зберігаються в { $place }
serve-web = Кості без цього сервера, навіть без мережі: та сама адреса і { $path }
serve-bad-web = У { $place } немає файлів `cargo xtask web`: { $message }
serve-shared = Столи зберігають сервери NATS { $servers }; ключ і списки — у { $place }
serve-sync-later = Сервери NATS { $servers } пишуть на диск лише час від часу, тож без живлення пропаде те, про що гравцям сказано, що його збережено. Поставте на них sync_interval: always (docs/operations.md)
serve-sync-unseen = Звідси не видно, чи сервери NATS пишуть на диск, перш ніж відповісти. Вони мусять мати sync_interval: always (docs/operations.md)
serve-no-journal = Журнал на серверах NATS не годиться: { $why }
serve-other-key = Ці столи належать серверам з іншим master.key. Скопіюйте цей файл з одного з них у { $place } і запустіть знову
serve-without-nats = Цей kosti зібрано без NATS, тож столи не можна ділити між серверами. Зберіть його так: cargo build --release --features nats
serve-stop = Ctrl-C зупиняє; ніщо не пропаде
serve-no-address = на { $address } не можна слухати: { $why }. Виберіть іншу адресу: --listen
serve-no-data = { $place } не годиться: { $why }
serve-bad-url = `{ $url }` — не адреса сервера: пишіть, як-от --public-url https://dice.example
serve-no-tables = У { $place } немає столів: перевірте --data
serve-damaged = Журнал у { $place } пошкоджено: столи можна дивитися, але нічого не можна записати. kosti rescue --data { $place } скопіює в новий усе, що читається
serve-new-key = Файла master.key не було, тож у { $place } тепер новий: запрошення змінилися, а початі столи грають далі з новим ланцюгом для кубиків. Якщо маєте старий файл, поверніть його
rescue-sound = Журнал у { $place } цілий; рятувати нічого
rescue-done = Скопійовано { $tables ->
        [one] { $tables } стіл
        [few] { $tables } столи
        [many] { $tables } столів
       *[other] { $tables } столу
    }, у них { $entries ->
        [one] { $entries } запис
        [few] { $entries } записи
        [many] { $entries } записів
       *[other] { $entries } запису
    }. Пошкоджений журнал збережено як { $kept }
rescue-lost = втрачено: стіл { $table }: { $why }
rescue-failed = журнал у { $place } не вдається врятувати: { $why }
rebuild-done = Прочитано { $records ->
        [one] { $records } запис
        [few] { $records } записи
        [many] { $records } записів
       *[other] { $records } запису
    }, столів: { $tables }
rebuild-skipped = Пропущено { $skipped ->
        [one] { $skipped } запис
        [few] { $skipped } записи
        [many] { $skipped } записів
       *[other] { $skipped } запису
    }: такий запис або один із попередніх того самого столу не читається

## Сторінки

page-skip = До змісту
page-more = Ще
page-settings = Меню
page-rules = Правила
page-own = Своя гра
page-own-game = Власна гра
page-home = На початок
page-home-title = Ігри в кості
page-not-found = Тут немає сторінки. Можливо, посилання обірвалося.
page-problem = Не вийшло
page-lost = Зв'язок перервався; відновлюю…
offline-about = Ігри в кості: наодинці, проти ботів, удвох і більше на одному пристрої, без мережі
offline-starting = Встановлюю Кості на цей пристрій; далі мережа не потрібна.
offline-unsupported = У цьому браузері Кості не запустити: потрібні JavaScript і service workers, через https або на цьому ж комп'ютері.
offline-failed = Не вдається відкрити столи на цьому пристрої. Нічого не змінено.
offline-again = Спробувати ще раз
offline-away = Сервер недоступний. Його столи лишаються там і чекатимуть, доки він повернеться.
device-title = Цей пристрій
device-only-here = Стіл без сервера є лише на тому пристрої, де його відкрито; на інший його переносять файлом.
device-about = Усе зберігається на цьому пристрої: столи, налаштування, розв'язані ігри. Нікуди нічого не надсилається, і мережа не потрібна.
device-tables = Столи ({ $count })
device-none = Столів ще немає.
device-used = На пристрої зайнято { $used } МБ; браузер дозволяє { $most } ГБ.
device-kept = Браузер пообіцяв зберігати столи, навіть коли бракуватиме місця.
device-not-kept = Браузер не обіцяв зберігати столи: коли забракне місця або ви кілька тижнів не заходитимете, він може їх видалити. Попросіть його зберігати їх, встановіть Кості або збережіть столи у файл.
device-keep = Попросити браузер зберігати їх
device-refused = Зараз браузер цього не обіцяє. Більшість обіцяє, коли Кості встановлено або ви граєте вже якийсь час. Файл надійний за будь-яких умов.
device-unreadable = Цей стіл не вдається прочитати: { $why }
device-export = Зберегти столи
device-export-about = Один файл з усіма розпочатими іграми та з вашими місцями в них: хто має файл, той може грати далі. Запис окремої гри, без місця, є біля кожного столу.
device-export-all = Зберегти всі столи у файл
device-import = Перенести столи сюди
device-import-about = Файл з усіма столами іншого пристрою або запис однієї гри. Перш ніж узяти стіл, кожен кидок виводиться заново.
device-import-go = Перенести сюди
device-imported = Перенесені столи
device-added = перенесено
device-known = уже був тут
device-other-history = Цей стіл уже є тут з іншою історією; у ньому нічого не змінено.
device-unproven = Не взято: { $why }
here-offer = Без мережі
here-instead = Грати на цьому пристрої
verify-title = Перевірити кості
verify-about = Цей пристрій заново виводить кожен кидок гри власною програмою: від сервера, що кидав кості, в ній немає нічого.
verify-address = Адреса столу
verify-fetch = Отримати й перевірити
verify-asks = У сервера просять лише запис цього столу, і більше він нічого не дізнається. Він має бути доступним звідси й дозволяти іншим читати свої записи; інакше завантажте запис там і оберіть його тут.
verify-file = Запис
verify-choose = Оберіть файл
verify-paste = Або вставте текст
verify-check = Перевірити
verify-holds = Усі кидки підтверджено
verify-no-address = Це не адреса столу: вона має вигляд https://dice.example/t/abcdefghijkl
verify-unreachable = Прочитати цей сервер звідси не вдається: він недоступний, пристрій без мережі або браузер цього не дозволяє. Завантажте запис там і оберіть файл тут.
verify-status = Сервер не має запису цього столу (відповідь { $status }): можливо, гра ще не почалася.
verify-too-long = Запис задовгий для цієї сторінки: його прочитає `kosti verify`.
computing = Обчислюю на цьому пристрої
computing-stop = Зупинити
computing-again = Продовжити
computing-stopped = Зупинено
page-theme-auto = Вигляд: як у системі
page-theme-day = Вигляд: папір
page-theme-night = Вигляд: дошка
page-sound-on = Звук: увімкнено
page-sound-off = Звук: вимкнено
page-api = Для програм
page-mine = Ваші столи
page-status-seating = чекає на гравців
page-status-playing = триває
page-status-over = закінчено
page-join = Сісти за стіл
page-code = Код або посилання
page-join-go = Сісти
page-code-unknown = За столом із кодом «{ $code }» ніхто не чекає. Перевірте літери або попросіть посилання; у того, хто відкрив стіл, має бути відкрита його сторінка.
page-games = Ігри
page-play-alone = Грати наодинці
page-play-alone-of = { $game }: грати наодинці
page-play-bot = Проти бота
page-play-bot-of = { $game }: проти бота
page-play-friends = З друзями
page-play-friends-of = { $game }: з друзями
page-continue = Продовжити
page-with = · { $names }
page-find = Знайти гру
page-find-go = Знайти
page-none-found = Гри з такою назвою немає.
page-level-easy = легко навчитися
page-level-medium = є кілька особливих правил
page-level-hard = для досвідчених
page-length-turns = { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    }
page-options = Кубики й тренер
page-options-house = Кубики, тренер, домашні правила
games-start = Почніть звідси
games-five-dice = П'ять кубиків
games-race-group = Перегони
games-long = Довгі ігри
games-others = Інші аркуші
page-open = Відкрити стіл
page-open-of = { $game }: відкрити стіл
page-rules-of = { $game }: правила
page-bot-name = Бот
page-you = Ви
page-players = Хто грає
page-more-seats = Ще місця
page-seat-who = Хто сидить на місці { $nth }
page-seat-name = Ім'я гравця { $nth }
page-who-here = людина, тут
page-who-link = за посиланням
page-who-beginner = бот, початківець
page-who-regular = бот, звичайний
page-who-perfect = бот, досконалий
page-who-careful = бот, обачний (грає за оцінками)
page-who-perfect-of-two = бот, досконалий (серед трьох і більше — обачний)
page-who-nobody = ніхто
page-dice = Кості
page-dice-virtual = кидає Кості, і кожен може їх перевірити
page-dice-real = справжні, на вашому столі, вводяться тут
page-coach = Тренер
page-coach-own = питати може той, чия черга, і бачить лише він
page-coach-all = його слова бачать усі
page-coach-off = ніхто не питає
page-differs = відрізняється від звичайного
page-differs-here = Домашні правила, що відрізняються від звичайних
page-open-go = Відкрити стіл
page-invited = Вас запрошено: { $game }
page-at-table = За столом: { $names }.
page-your-name = Ваше ім'я
page-sit-down = Сісти
page-no-seat = Усі місця зайнято.
page-watch = Лише дивитися
page-waiting = Хто вже тут
page-seat-free = вільне місце
page-start = Почати без тих, хто не прийшов
page-you-watch = Ви дивитеся. Щоб грати, потрібне інше посилання: попросіть того, хто відкрив стіл.
page-people = Гравці
page-watching = глядачів:
page-is-here = тут
page-is-away = немає поруч
page-is-bot = грає бот
page-has-left = вийшов
page-on-turn = черга
page-send-link = Надішліть це посилання тим, хто має грати:
page-tell-code = Або скажіть їм код:
page-qr = QR-код посилання
page-copied = Посилання скопійовано.
page-share = Поділитися
page-copy = Копіювати
page-copied-short = Готово
page-share-invitation = Зіграймо: { $game } на Kosti:
page-watch-link = Щоб дивитися:
page-only-here = Ці посилання працюють лише на цьому пристрої. Для телефонів у кімнаті запустіть Кості так: kosti serve --lan
page-take-back = Знову грати самому
page-stand-in = Нехай грає бот
page-stand-in-of = Нехай за { $name } грає бот: { $level ->
    [beginner] початківець
    [perfect] досконалий
    [careful] обачний
   *[regular] звичайний
}
page-vacate = Звільнити місце
page-vacate-of = Звільнити місце: { $name }
page-go = Вийти з гри
page-come-back = Повернутися
page-leave = { $name }: вийти
page-return = { $name }: повернутися
page-delete = Видалити стіл
page-delete-sure = Стіл зникне для всіх, і повернути його не можна.
page-delete-go = Видалити
page-sheet = Таблиця очок
page-short-of = до { $mark } бракує { $short }, тоді +{ $points }
page-score-box = { $box }: записати { $points }
page-cross-box = { $box }: закреслити
page-announce-box = { $box }: оголосити
page-announced = Цей хід для графи { $box }: її оголошено.
page-must-announce = Лишилися тільки графи, які треба оголошувати: оголосіть одну (!).
page-crossed = закреслено
page-best = найкраще
coach-estimate = Це оцінка.
page-throw = Кинути
page-throw-lot = Кинути на почин
page-throw-again = Кинути ще
page-throw-rest = Відкласти й кинути решту
page-bank = Записати
page-turn-points = Цей хід: { $points }
page-choose-box = Оберіть графу.
page-choose-dice = Оберіть кубики, які відкласти.
page-choose-others = Не всі ці кубики дають очки.
page-held = лишаю
page-held-legend = Кості: торкніться тих, що лишаєте
page-taken = беру
page-bank-wins = і перемога
page-bank-last-round = почнеться останній круг
page-bank-barrel-in = у бочку
page-bank-barrel-out = з бочки
page-bank-barrel-back = назад на { $score }
page-taken-legend = Кості: торкніться тих, що відкладаєте
page-coach-keeps = тренер лишив би
page-face-1 = один
page-face-2 = два
page-face-3 = три
page-face-4 = чотири
page-face-5 = п'ять
page-face-6 = шість
page-in-the-air = Кості в повітрі.
page-mark-both = ✓✓ доводять { $name } і { $witness }
page-mark-thrower = ✓ доводить { $name }
page-mark-witness = ✓ доводить { $witness }
page-mark-server = ○ слово сервера
page-mark-checked = · перевірено тут
page-dice-foreseen = Жоден пристрій іншого гравця не може засвідчити наступний кидок: той, хто тримає цей сервер, міг би знати його наперед.
page-dice-alarm = Не вірте цим кубикам: { $what }. Ваш браузер більше нічого не дає цьому серверу. Завантажте запис і перевірте його командою kosti verify.
page-dice-replaced = сервер показує іншу історію, ніж розповідав раніше: він шахраює, або його столи відновлено з резервної копії
page-dice-dropped = Кидок { $what } упав без вашого пристрою як свідка, хоча він відповів. Раз може завинити повільний зв'язок; знову й знову — це сервер, якому не подобаються кубики.
page-dice-left = Кидок { $what } упав без вашого пристрою як свідка: він спав або не мав зв'язку. Якщо ж ні, сервер його не питав.
page-dice-foreign = Для вашого місця почато ланцюг не цього браузера: іншим вашим пристроєм або сервером.
page-dice-burnt = Вашу частку кидка { $what } було показано до того, як вона зарахувалася; браузер почав новий ланцюг.
page-your-turn = Ваш хід
page-bot-on-turn = грає бот
page-waits = чекає
page-has-won = перемога
page-others-turn = Кубики в іншого гравця.
page-boxes = Графи
page-lower-section = Інші графи
page-sum = Сума
page-whole-sheet = Усі
page-round = коло { $nth } з { $of }
page-first-to = до { $target }
page-nth-throw = кидок { $nth } з { $of }
page-tap-to-hold = лишіть потрібні
page-hold-more = лишіть щонайменше ще { $least }
page-left = ще { $left }
page-throw-count = { $count ->
        [0] Усі кубики лишаються
        [one] Кинути { $count } кубик
        [few] Кинути { $count } кубики
        [many] Кинути { $count } кубиків
       *[other] Кинути { $count } кубика
    }
page-bust = згоріло
page-bust-chance = згорить
page-last-turns = Останні ходи
page-barrel-more = ще { $points }, щоб вийти
page-away-on-turn = { $name } не за столом.
page-bot-for-you = За вас грає бот.
page-think-again = Подумати ще
page-coach-loses = Скільки очок або шансів втрачає вибір проти найкращого.
page-coach-invites = Показує, скільки втрачає кожен вибір проти найкращого. Це бачите лише ви.
page-coach-show = Показати тренера
page-coach-hide = Сховати тренера
page-keys = Клавіші
page-key-hold = лишити кубик
page-key-throw = кинути
page-key-score = вибрати графу, записати
page-key-bank = записати очки
page-key-undo = взяти назад
page-key-coach = тренер
page-key-list = цей список
page-highlight-bust = Згоріло!
page-highlight-score-lost = Усе втрачено!
page-highlight-hot = Усі в гру!
page-highlight-alike = { $count } однакових!
page-highlight-bonus = Премія +{ $points }!
page-highlight-barrel-in = У бочці
page-highlight-barrel-out = З бочки!
page-bonus = Премія
page-pace = { $ahead ->
    [yes] на { $points } випереджає премію
   *[no] на { $points } відстає від премії
}
page-bonus-from = від { $mark }
page-hold = Лишити
page-undo = Повернути
page-close = Закрити
page-yes = Так
page-no = Ні
page-back = Назад
page-coach-thinking = Тренер обчислює гру; хвилинку.
page-help-off = мовчить
page-help-show = показує
page-help-warn = застерігає
page-lately = Що сталося
page-nothing-yet = Ще нічого.
page-print = Друк
page-history = Історія
page-review = Розбір
page-again = Зіграти ще
page-to-rematch = До наступної гри
result-alone = Ваш результат
result-wins-by = { $name }: перемога з перевагою { $margin }
result-wins = { $name }: перемога
result-you-win-by = Ви перемогли з перевагою { $margin }
result-you-win = Ви перемогли
result-draw = Нічия: { $names }
result-series = Рахунок серії:
result-new-best = Ваша найкраща гра! Досі було { $before }
result-best = Ваш рекорд: { $best }
result-best-turn = Найкращий хід: { $name }, { $points }
result-best-bank = Найкращий хід: +{ $points }
result-race-turns = { $turns ->
        [one] { $turns } хід
        [few] { $turns } ходи
        [many] { $turns } ходів
       *[other] { $turns } ходу
    }, { $busts ->
        [0] жоден не згорів
        [one] згорів { $busts }
        [few] згоріли { $busts }
        [many] згоріло { $busts }
       *[other] згоріло { $busts }
    }
result-better-than = Краще, ніж { $percent } % бездоганних ігор
result-average = у середньому
result-luck = удача
result-choices = рішення
result-you = разом
result-luck-great = Кубики були дуже прихильні,
result-luck-good = Кубики були прихильні,
result-luck-fair = Кубики не допомагали й не шкодили,
result-luck-bad = Кубики були неприхильні,
result-luck-terrible = Кубики були жорстокі,
result-choices-perfect = рішення — майже бездоганні.
result-choices-good = рішення — добрі.
result-choices-costly = деякі рішення дорого коштували.
result-copied = Результат скопійовано.
card-invited = Вас запрошено
page-check-dice = Перевірити кості
page-record = Завантажити запис
page-enter-dice = { $name }: { $count ->
    [0] випало саме це?
    [one] киньте й торкніться того, що випало: ще { $count } кість
    [few] киньте й торкніться того, що випало: ще { $count } кості
    [many] киньте й торкніться того, що випало: ще { $count } костей
   *[other] киньте й торкніться того, що випало: ще { $count } кості
}
page-dice-right = Так і випало
page-take-off = прибрати: { $face }
page-correct-entry = { $name }, { $box }: { $was }. Виправити
page-correct-score = { $name } має { $was }. Виправити
page-correct-joker = { $name }, джокери: { $was }. Виправити
page-correct-points = Очки, або x, якщо закреслено
page-correct-left = Ходів лишилося в бочці
page-correct-box = Графа
page-correct-go = Виправити
page-review-waits = Гра обчислюється; хвилинку.
page-look-again = Подивитися ще
page-went = { $name }: від { $start } до { $end }.
page-luck-and-skill = Щастя і вміння
review-lucky = Щаслива гра: щасливіша, ніж приблизно { $games } зі 100.
review-unlucky = Нещаслива гра: приблизно { $games } зі 100 щасливіші.
review-inaccurate = { $count ->
        [one] { $name }: { $count } рішення, що чогось коштувало
        [few] { $name }: { $count } рішення, що чогось коштували, найгірші спершу
        [many] { $name }: { $count } рішень, що чогось коштували, найгірші спершу
       *[other] { $name }: { $count } рішення, що чогось коштували, найгірші спершу
    }
page-to-table = До столу
page-try = Спробувати ще
page-try-of = Спробувати ще: хід { $turn }, { $dice }
page-try-illegal = Тут так не можна.
page-throw-held = Лишити ці, кинути решту

## Завершена гра крок за кроком, її графік і її задачі

replay-title = Крок за кроком
replay-link = Переглянути гру крок за кроком
replay-step = Крок { $step } з { $steps }, хід { $turn }
replay-start = Гра починається.
replay-steps = Кроки гри
replay-first = На початок
replay-back = На крок назад
replay-next = На крок уперед
replay-last = У кінець
replay-next-costly = До наступного дорогого рішення
replay-chosen = обрано
replay-no-choice = Тут нема з чого обирати.
replay-was-best = Найкраще рішення.
replay-cost = Обране коштує { $worth ->
        [win] { $amount } імовірності виграти.
        [turns] { $amount } ходу.
       *[points] { $amount } оч.
    }
replay-lucky = Щасливий кидок: він приніс { $worth ->
        [win] { $amount } імовірності виграти.
        [turns] { $amount } ходу.
       *[points] близько { $amount } оч.
    }
replay-unlucky = Нещасливий кидок: він забрав { $worth ->
        [win] { $amount } імовірності виграти.
        [turns] { $amount } ходу.
       *[points] близько { $amount } оч.
    }
replay-turn-points = За цей хід: очок { $points }, відкладено кубиків { $aside }
chart-lucky = велике щастя
chart-unlucky = нещастя
chart-mistake = дороге рішення
chart-turns = Зліва направо: ходи.
chart-tap = Торкніться позначки, щоб побачити позицію.
chart-mark = { $name }, хід { $turn }: { $kind ->
        [lucky] щасливий кидок
        [unlucky] нещасливий кидок
       *[mistake] дороге рішення
    }, { $amount }
review-numbers = У числах
review-choices-best = Усі рішення були найкращими.
review-choices = Найкращих рішень { $best } з { $decisions }; решта коштувала разом { $worth ->
        [win] { $amount } імовірності виграти.
        [turns] { $amount } ходу.
       *[points] { $amount } оч.
    }
review-puzzles = { $count ->
        [1] Спробувати ще раз як задачу
       *[other] Спробувати всі ({ $count }) ще раз, одне за одним
    }
review-all = { $count ->
        [one] І ще { $count } рішення
        [few] І ще { $count } рішення
        [many] І ще { $count } рішень
       *[other] І ще { $count } рішення
    }
review-see = До позиції
review-see-of = До позиції: хід { $turn }, { $dice }
puzzle-nth = Задача { $nth } з { $all }
puzzle-how = Хід гравця { $name }. Що зробили б ви?
puzzle-at = Хід { $turn }, кидок { $throw }
puzzle-right = Правильно!
puzzle-wrong = Не найкраще рішення
puzzle-once-more = Спробуйте інакше або йдіть далі.
puzzle-next = Далі
puzzle-solution = Показати розв’язок
puzzle-end = Усі задачі
puzzle-none = Тут нема чого пробувати ще раз.
puzzle-score = З першої спроби розв’язано { $right } з { $tried }.
puzzle-to-review = Назад до розбору

## Сторінки, що розповідають: правила, власна гра, аркуші для паперу, історія, доказ

site-bad-upload = форма не читається: оберіть файл ще раз
site-not-text = файл не є текстом UTF-8: оберіть файл правил
page-rules-all = Правила всіх ігор
page-aim = Мета
page-turn = Хід
strategy-most = Найбільше очок дають у середньому { $boxes }.
strategy-nothing = { $box }: нічого { $share ->
        [one] { $share } раз
        [few] { $share } рази
        [many] { $share } разів
       *[other] { $share } раза
    } зі 100{ $count ->
        [0] .
       *[other] ; часто порожніють і { $others }.
    }
strategy-nothing-rare = Майже жодна графа не лишається без очок.
strategy-bonus = { $group }: ще { $points } за { $sum } вдаються у { $share } зі 100 ігор.
strategy-penalty = { $group }: { $sum } вдається у { $share } зі 100 ігор; в інших забирають { $points }.
strategy-order = Заповнюють рано: { $early }. Тримають наостанок: { $late }.
strategy-result = Половина ігор дає { $half } і більше, одна з десяти { $tenth } і більше.
strategy-table = Графа за графою
strategy-box = Графа
strategy-points = у середньому
strategy-empty = нічого
strategy-turn = хід
strategy-turn-brings = Вдалий хід дає в середньому { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }; { $lost } зі 100 ходів не дають нічого.
strategy-risk = Наступний кидок губить усе { $risks }.
strategy-risk-of = { $dice ->
        [one] у { $value } випадках зі 100 з одним кубиком
        [few] у { $value } з { $dice } кубиками
        [many] у { $value } з { $dice } кубиками
       *[other] у { $value } з { $dice } кубиками
    }
strategy-stop = На початку гри найкраще записувати від { $stops }.
strategy-stop-with = { $dice ->
        [one] { $value } очок, якщо лишився один кубик
        [few] { $value }, якщо лишилися { $dice } кубики
        [many] { $value }, якщо лишилося { $dice } кубиків
       *[other] { $value }, якщо лишилося { $dice } кубиків
    }
strategy-stop-alone = { $value } очок
strategy-table-dice = За кількістю кубиків
strategy-dice = Кидати кубиків
strategy-lost = губить усе
strategy-bank-from = записувати від
page-hurry = Швидше
page-why-all = Звідки ці числа?
page-learn = Навчитися в грі
page-learn-of = { $game }: навчитися в грі
teach-end = Завершити урок
teach-lot = Спершу кожен кидає раз: так вирішують, хто починає.
teach-second-turn = Кожну графу заповнюють раз, тож заповнених більше немає.
teach-last-turn = Останній хід уроку: спершу подумайте самі, тоді гляньте на зірку.
teach-keep = Залиште кубики із зіркою: торкніться їх і киньте { $count ->
        [one] решту, один кубик
        [few] решту, { $count } кубики
        [many] решту, { $count } кубиків
       *[other] решту, { $count } кубиків
    }. Можна кинути ще { $left ->
        [one] раз.
        [2] двічі.
        [few] { $left } рази.
        [many] { $left } разів.
       *[other] { $left } разів.
    }
teach-throw-all = Тут нема чого лишати: киньте всі ще раз. Можна кинути ще { $left ->
        [one] раз.
        [2] двічі.
        [few] { $left } рази.
        [many] { $left } разів.
       *[other] { $left } разів.
    }
teach-score = { $left ->
        [0] Найкраще тепер «{ $box }»: { $points }. Торкніться цієї графи.
       *[other] Спиніться: «{ $box }» дає { $points }. Торкніться цієї графи.
    }
teach-give-up = Нічого доброго не вийшло, але одну графу треба заповнити. Найменше шкода «{ $box }»: торкніться її.
teach-announce = Оголосіть «{ $box }»: торкніться «!» у цій графі. Тоді цей хід лише для неї.
teach-keep-any = Торкніться кубиків, які хочете лишити, і киньте решту. Можна кинути ще { $left ->
        [one] раз.
        [2] двічі.
        [few] { $left } рази.
        [many] { $left } разів.
       *[other] { $left } разів.
    }
teach-write-any = Торкніться графи, яку хочете заповнити.
teach-race-turn = У вас { $score } з { $target }.
teach-lost = Нічого не дало очок, тож очки ходу пропали. Так ризикують за кожного кидка.
teach-barrel = Ви в бочці: за { $left ->
        [one] { $left } хід
        [few] { $left } ходи
        [many] { $left } ходів
       *[other] { $left } ходів
    } треба дійти до { $exit }, інакше повернетеся на { $from }.
teach-aside-any = Торкніться кубиків, що дають очки, і запишіть або киньте решту.
teach-go-on = Відкладіть ці, { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }, і киньте { $left ->
        [one] останній: { $lost } разів зі 100 він нічого не дає.
        [few] решту { $left }: { $lost } разів зі 100 вони нічого не дають.
        [many] решту { $left }: { $lost } разів зі 100 вони нічого не дають.
       *[other] решту { $left }: { $lost } разів зі 100 вони нічого не дають.
    }
teach-hot = Усі кубики дають очки: відкладіть їх ({ $points }) і киньте знову всі.
teach-bank = Відкладіть ці й запишіть { $sum }. Ще один кидок ({ $left ->
        [one] { $left } кубик
        [few] { $left } кубики
        [many] { $left } кубиків
       *[other] { $left } кубиків
    }) згубив би їх { $lost } разів зі 100.
teach-double = Дубль: нічого не втрачено. Киньте знову всі кубики.
teach-double-bank = Дубль: нічого не втрачено. Запишіть, що маєте.
teach-goodbye = Ось і все! Далі граєте самі; лампочка вгорі питає тренера.
page-facts = Ще правила
page-instead-of = (зазвичай: { $usual })
page-change-rules = Змінити ці правила
page-rules-file = Завантажити файл правил
page-show-rules = Показати правила з цим вибором
page-outlook = Як грати добре
page-outlook-total = Досконала гра дає в середньому { $value }; більшість ігор відрізняється від цього не більш як на { $deviation }. Це точне значення, обчислене саме для цих правил.
page-outlook-total-estimate = Ця гра завелика, щоб обчислити її точно. Обачна гра дає в середньому близько { $value }; більшість ігор відрізняється від цього не більш як на { $deviation }.
page-outlook-points = Досконала гра дає в середньому { $value } очок; більшість ігор відрізняється від цього не більш як на { $deviation }. Це точне значення, обчислене саме для цих правил.
page-outlook-estimate = Найкраща відома гра дає в середньому близько { $value } очок; більшість ігор відрізняється від цього не більш як на { $deviation }. Це оцінка.
page-outlook-win = Із двох, хто грає досконало, той, хто починає, виграє { $value } ігор.
page-outlook-win-long = Хто виграє з двох, обчислюється кілька хвилин. Тренер і обачні боти грають тут на найменше ходів.
page-outlook-turns = Досконала гра наодинці триває в середньому { $value } ходу; більшість ігор відрізняється від цього не більш як на { $deviation }.
page-outlook-working = Це саме обчислюється; хвилинку.
page-outlook-long = Обчислення цієї гри триває кілька хвилин.
page-outlook-wish = Обчислити
page-own-about = Опишіть гру у файлі правил, і в неї можна буде тут грати: Kosti перевірить файл, пояснить правила, накреслить аркуш і обчислить найкращу гру, точно або приблизно. Файл зберігається лише зі столами, які ви відкриєте.
page-own-text = Файл правил
page-own-file = Або оберіть файл (щонайбільше 64 КіБ); він важить більше за текст
page-own-check = Перевірити правила
page-own-from = Почати з того, що працює
page-own-new-sheet = Гра на аркуші: кілька запитань
page-own-new-race = Перегони до мети: кілька запитань
page-own-write = Написати файл
page-own-preview = Що Kosti розуміє з тексту
page-own-understood = Як Kosti це розуміє
page-own-understood-about = Це прочитано зі складених правил. Правила, якого тут бракує, у грі немає.
page-own-link = Посилання на цю гру
page-own-start = Приклад із поясненнями
page-own-empty = Нічого не надіслано: вставте текст файлу правил або оберіть файл.
page-own-faults = { $count ->
    [one] У файлі { $count } помилка. Нічого не збережено.
    [few] У файлі { $count } помилки. Нічого не збережено.
    [many] У файлі { $count } помилок. Нічого не збережено.
   *[other] У файлі { $count } помилки. Нічого не збережено.
}
page-own-places = Файл із помилками на своїх місцях
page-own-mend = Змінити файл
page-own-sound = Файл правильний: ось гра, яку він описує.
page-line = Рядок { $line }:
page-column = (стовпець { $column })
page-print-of = { $game }: аркуш
page-print-empty = Надрукувати порожній аркуш
page-print-how = Якщо кнопка нічого не робить, скористайтеся пунктом «Друк» у меню браузера. Друкується лише аркуш.
page-columns = Гравців
page-columns-go = Накреслити
page-times = Час усесвітній (UTC).
page-correction = виправлення
page-taken-back = повернуто назад
page-past-opened = Стіл відкрито: { $game }.
page-past-seated = { $name }: за столом.
page-past-started = Гра почалася: { $names }.
page-past-stood-in = За гравця { $name } грає бот: { $level ->
    [beginner] початківець
    [perfect] досконалий
    [careful] обачний
   *[regular] звичайний
}.
page-past-took-back = { $name }: знову в грі.
page-past-vacated = Місце звільнено: { $name }.
page-past-resumed = Кінець більше не чинний; гра триває.
page-past-rematched = Відкрито наступну гру.
page-proof-none = Ще нема чого перевіряти: { $why }.
page-proof-fails = Кості цього столу НЕ доведено: { $why }.
page-proof-means = Кожну частку кидка було визначено до нього: частку сервера й частку кожного пристрою, названого поруч. Кубики випливають з цих часток разом і більше ні з чого, тож жодної частки не підібрати до інших.
page-proof-yourself = Перевірте самі
page-proof-how = Цю сторінку, як і скрипт, що позначає кидки за столом, дає той самий сервер, що кидав кості. Завантажте запис і перевірте його власною Kosti, без жодної мережі:
page-proof-docs = docs/dice.md у сховищі Kosti розповідає, як виникають кості, настільки точно, щоб написати власну перевірку; docs/player.py там — гравець на чистому Python, що перевіряє кожен кидок, щойно він стається.
page-throws = Усі кидки
page-throw-number = №
page-throw-who = Хто
page-throw-proven = Чим доведено
page-course = Очки після кожного ходу:

# Власна гра.
cli-balance = Звіт для того, хто складає гру, за найкращої відомої гри: що вона дає, що стається з кожною графою, чого варті бонуси, місця й домашні правила; каже, що точне, а що виміряне
cli-balance-examples = kosti balance yatzy
    kosti balance mine.toml --json
    kosti balance thousand --house win=exceed
cli-check-watch = Перевіряти й розв'язувати один файл щоразу, коли його збережено, до Ctrl-C
cli-new-kind = Яка це гра: sheet (таблиця) чи race (перегони)
cli-new-name = Як гра зветься
cli-new-dice = Скільки кубиків, від 1 до 8
cli-new-sides = Скільки граней у кожного, від 2 до 12
cli-new-throws = Скільки кидків за хід, від 1 до 9 (таблиця)
cli-new-target = Скільки очок виграє, від 10 до 10000 (перегони)
cli-new-players = Скільки щонайбільше гравців
new-name = Моя гра
new-ask-kind = Яка це гра? 1 таблиця з графами, 2 перегони до певних очок
new-kind-sheet = таблиця
new-kind-race = перегони
new-not-a-kind = 1 або 2, будь ласка: графи, які заповнюють, або очки, які збирають, поки хтось не дійде.
new-ask-name = Як вона зветься?
new-ask-dice = Скільки кубиків?
new-ask-sides = Скільки граней у кожного?
new-ask-throws = Скільки кидків за хід?
new-ask-target = Скільки очок виграє?
new-ask-players = Скільки щонайбільше гравців?
new-ask-file = У який файл?
new-not-a-number = Число від { $least } до { $most }, будь ласка.
new-left = перервано; нічого не записано
new-no-throws = у перегонах немає --throws: хід триває, поки гравець не запише очки або не втратить їх
new-no-target = у таблиці немає --target: вона закінчується, коли всі графи заповнено
new-race-players = перегони — щонайменше для двох
new-too-much = { $dice } куб. по { $sides } граней — забагато для Kosti: { $why }
watch-one = --watch стежить за одним файлом
watch-hash = Хеш { $hash }
watch-game = гра
watch-first = перший із двох виграє { $value }
watch-turns = ходів наодинці { $value }
balance-result = Що вона дає
balance-total = Сума: у середньому { $value }, стандартне відхилення { $deviation }.
balance-points = Очки: у середньому { $value }, стандартне відхилення { $deviation }.
balance-exact = Досконала гра на суму; усі числа точні.
balance-spread-measured = Досконала гра на суму; усе точне, крім імовірностей сум, порахованих за { $games } іграми.
balance-strong = Найкраща гра на очки невідома: грає «обачний» бот, за оцінками, виміряно за { $games } іграми; ± — стандартна похибка.
balance-sensible = Найкраща гра невідома, бо гра завелика, щоб її розв'язати: грає «обачний» бот, що оцінює графи окремо й не дивиться далі цього ходу, виміряно за { $games } іграми; ± — стандартна похибка.
balance-boxes = Графи
balance-boxes-about = Як часто кожну записано з очками і як часто з 0 або викреслено, скільки вона дає з очками і за гру, і на якому ході її заповнено.
balance-boxes-several = Графи, що заповнюються кілька разів: частки їхніх записів.
balance-box = Графа
balance-scored = з очками
balance-nothing = 0 чи ✕
balance-when-scored = коли є очки
balance-brings = за гру
balance-turn = хід
balance-marks = Бонуси та штрафи
balance-bonus = { $group }: { $next ->
        [none] { $mark } або більше
       *[other] від { $mark } до { $next }
    } дають { $points }, у { $met } ігор: { $brings } за гру.{ $worth ->
        [none] {""}
       *[other] {" "}Це змінює вартість гри на { $worth }.
    }
balance-penalty = { $group }: менше ніж { $mark } забирає { $points }, у { $met } ігор: { $brings } за гру.{ $worth ->
        [none] {""}
       *[other] {" "}Це змінює вартість гри на { $worth }.
    }
balance-joker = Джокери дають { $brings } за гру понад те, що дають у графах.{ $worth ->
        [none] {""}
       *[other] {" "}Це змінює вартість гри на { $worth }.
    }
balance-race-result = Скільки вона триває
balance-turns = Хто грає сам на найменше ходів: у середньому { $value }, стандартне відхилення { $deviation }.
balance-race-exact = Точно, і те, який хід, нижче теж.
balance-turn-title = Хід
balance-lost = { $share } ходів не дають нічого.
balance-banked = Хід, що щось дає, дає { $points } очок.
balance-throws = Кидків за хід: { $throws }.
balance-hot = Усі кубики відкладено й кинуто знову: { $count } разів за хід.
balance-doubles = Дублі, що дозволяють кинути всі кубики знову: { $count } за хід.
balance-combinations = Що відкладають
balance-combination = Комбінація
balance-in-turn = разів за хід
balance-in-game = разів за гру
balance-barrels = Бочки
balance-barrel = Бочка
balance-barrel-met = потрапляють
balance-barrel-turns = ходів у ній
balance-barrel-resets = повернень
balance-seats = Хто виграє
balance-seats-sheet = Імовірність кожного місця виграти одному, коли всі грають на свій результат.
balance-seats-race = Імовірність кожного місця виграти, коли всі грають на перемогу: удвох досконало, утрьох за оцінками шансів.
balance-seats-hurry = Імовірність кожного місця виграти, коли всі грають на найменше ходів: гру на перемогу тут обчислювати задовго.
balance-seats-measured = Що має ±, виміряно за { $games } іграми.
balance-players = гравців
balance-seat = місце { $seat }
balance-shared = порівну
balance-house = Домашні правила
balance-house-about = Чого варта гра з кожним вибором, коли інші такі, як є, і на скільки це більше чи менше.
balance-house-race = З кожним вибором, коли інші такі, як є: імовірність першого з двох, ходи того, хто сам, і на скільки це більше чи менше.
balance-rule = правило=вибір
balance-value = вартість
balance-first = перший
balance-alone = ходів
balance-difference = різниця
page-balance = Як у неї грається
page-balance-of = { $game }: як у неї грається
page-balance-about = Звіт для того, хто складає гру: що вона дає, що стається з кожною графою чи комбінацією, хто з якого місця виграє і що змінюють домашні правила. Усе за найкращої відомої гри; де числа виміряні, це сказано.
page-balance-working = Це зараз обчислюється. Сторінка сама гляне ще раз; без скриптів гляньте за мить.
page-balance-likely = Наскільки ймовірний кожен результат
page-balance-range = Результат
page-balance-share = Частка ігор
