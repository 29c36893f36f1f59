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
fault-too-long = розмір файлу { $bytes ->
        [one] { $bytes } байт
        [few] { $bytes } байти
       *[many] { $bytes } байтів
    }
    .help = файл правил може мати щонайбільше { $most }
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
        [from] `from` спадає до { $is }
       *[other] `{ $what }` не може бути { $is }
    }
    .help = { $what ->
        [from] кожна сходинка починається вище за попередню: тут від { $least }
       *[other] напишіть ціле число від { $least } до { $most }
    }
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
fault-bad-id = графа не може зватися у файлі `{ $id }`
    .help = пишіть малі латинські літери, цифри й дефіси, як-от `two-pairs`; у таблиці вона зветься так, як каже `name`
fault-same-id = є дві графи `{ $id }`
    .help = назвіть одну з них інакше
fault-unknown-box = немає графи `{ $id }`
    .near = може, `{ $near }`?
fault-unknown-group = немає групи `{ $id }`
    .near = може, `{ $near }`?
fault-unknown-option = немає домашнього правила `{ $id }`
    .near = може, `{ $near }`?
fault-unknown-choice = домашнє правило не має вибору `{ $id }`
    .near = може, `{ $near }`?
fault-no-score = графа `{ $id }` не каже, що вона дає
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
fault-list-length = { $is ->
        [0] список порожній
        [one] у списку { $is } елемент
        [few] у списку { $is } елементи
       *[many] у списку { $is } елементів
    }
    .help = { $should ->
        [1] потрібен хоча б один
       *[other] потрібно { $should }
    }
fault-too-many-dice = для цього треба { $needs ->
        [one] { $needs } кубик
        [few] { $needs } кубики
       *[many] { $needs } кубиків
    }, а у грі їх { $dice }
    .help = вимагайте менше, або грайте з `dice = { $needs }`
fault-wild-combination = графа з `wild` не може давати `"combination"`
    .help = скажіть інакше, що вона дає, як-от `score = {"{ points = 20 }"}`: кубик заміняє інший, тож певної суми немає
fault-bonus-in-two = група не може мати і бонус, і штраф
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
fault-never-scores = жодні кубики нічого не дають у графі `{ $id }`
    .help = перевірте її `needs` і `score`
fault-no-combination = комбінація `{ $id }` ніколи нічого не дає
    .help = перевірте її `needs` і дайте їй `points` більше за 0
fault-points-per-number = комбінація `{ $id }` має очки за кожне число, але її кубики різні
    .help = напишіть одне число на всі: наприклад, `points = 100`
fault-barrel-order = бочка не може тут іти від { $from } до { $exit }
    .help = `from` менше за `exit`, і кожна бочка починається там, де скінчилася попередня, або далі
fault-barrel-past-target = бочка закінчується на { $exit }, далі за ціль { $target }
    .help = напишіть `exit = { $target }` або менше
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
fault-stuck = гравець, у якого { $dice } і відкрито лише { $open }, не може нічого зробити
    .help = нехай кубики, що не підходять, дають нуль: `unfit = "zero"`, або нехай графу можна викреслити: `cross = "last-throw"`

## Що пишуть у цьому місці файлу правил: «напишіть …».

expected-whole-number = ціле число
expected-text = текст у лапках
expected-texts = текст у лапках, або по тексту на кожну мову: `{"{ en = \"Pair\", uk = \"Пара\" }"}`
expected-yes-no = `true` або `false`
expected-list = список у квадратних дужках
expected-table = ключі зі значеннями: `{"{ ключ = значення }"}`, або рядки під заголовком у квадратних дужках
expected-one-word = одне слово в лапках, або слово, що має значення: `{"{ слово = … }"}`
expected-amount = ціле число, `"number"` або `"-number"`
expected-outcome = ціле число або `"refused"`
expected-dice = кубики списком: `[2, 2, 5, 5, 5]`
expected-numbers = ціле число або список цілих чисел

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

sheet-unknown-box = немає графи `{ $id }`
sheet-too-many = графу `{ $id }` можна заповнити лише { $fill ->
        [one] { $fill } раз
        [few] { $fill } рази
       *[many] { $fill } разів
    }
sheet-impossible = жодні кубики не дають { $points } у графі `{ $id }`
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
why-plus = плюс { $points }: { $sum }
why-hand-times = з руки ×{ $times }: { $sum }
why-hand-points = з руки: { $points }
why-hand-plus = з руки плюс { $points }: { $sum }
why-unfit = кубики не підходять
    .about = кубики не підходять: { $about }
why-unfit-zero = кубики не підходять і дають 0
    .about = кубики не підходять і дають 0: { $about }
why-gate = спершу треба вписати ще { $left ->
        [one] { $left } графу
        [few] { $left } графи
       *[many] { $left } граф
    } з групи «{ $group }»
why-last-resort = решта заповнена, а кубики не підходять: { $points }
why-wins = { $win }: одразу виграє гру
why-full = графа вже заповнена
why-may-cross = можна викреслити
why-cross-later = викреслити можна лише після останнього кидка
