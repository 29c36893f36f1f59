### Everything Kosti says, in English. What stands in braces with a dollar sign is filled in by the program;
### everything else is for people. Other languages have the same messages, attributes and variables.

language-name = English

## Faults of a rules file: what is wrong; `.help` says what would be right, `.near` what was probably meant.

error = error
help = help
faults-found = { $count ->
        [0] no errors
        [one] { $count } error
       *[other] { $count } errors
    } in { $file }

fault-syntax = this can't be read: { $message }
fault-too-long = the file is longer than { $most } bytes
    .help = a rules file is text that people write; { $bytes } bytes were read
fault-unknown-key = unknown key `{ $key }`
    .near = did you mean `{ $near }`?
    .help = known here: { $expected }
fault-unknown-word = unknown word `{ $word }`
    .near = did you mean `{ $near }`?
    .help = known here: { $expected }
fault-wrong-type = `{ $found }` is the wrong kind of value
    .help = write { $expected }
fault-bad-value = { $expected-word ->
        [dice] these can't be dice: { $found }
        [whole-number] { $found } is too small or too large
        [small-number] { $found } is too small or too large
       *[other] `{ $found }` is not allowed here
    }
    .help = write { $expected }
fault-needs-value = `{ $word }` needs a value
    .help = write `{"{"} { $word } = … {"}"}`
fault-takes-no-value = `{ $word }` takes no value
    .help = write the word alone: `"{ $word }"`
fault-missing = `{ $key }` is missing
    .help = { $key ->
        [name] say what it is called: `name = "…"`
        [needs] say what the dice must show: `needs = {"{ alike = 3 }"}`, for example
        [target] say which score wins: `target = 1000`, for example
        [throw] say on which throw: `throw = "first"` or `throw = "any"`
        [throws] say how many throws a turn has: `throws = 3`, for example
       *[other] add `{ $key } = …`
    }
fault-out-of-range = { $what ->
        [dice] { $is } is out of range for dice
        [face] no die here shows { $is }
       *[other] `{ $what }` can't be { $is }
    }
    .help = write a whole number from { $least } to { $most }
fault-tables-too-large = the game is too large: its tables would have { $cells } entries
    .help = { $most } at most: use fewer dice, fewer sides or fewer boxes
fault-no-family = there is no game yet: neither boxes nor a race
    .help = a score-sheet game has `throws = 3` and boxes like `[box.pair]`; a race has `[race]`
fault-both-families = `{ $key }` can't be used in a race
    .help = a game is either a race or a score sheet: take out `{ $key }`, or `[race]`
fault-no-boxes = the game has no boxes
    .help = add a box like `[box.pair]`, or a group with `per-number`
fault-too-many-boxes = the game has { $is ->
        [one] { $is } box
       *[other] { $is } boxes
    }
    .help = { $most } at most
fault-bad-id = `{ $id }` can't be used as an id
    .help = use small letters a to z, digits and dashes, like `two-pairs`; people see what `name` says
fault-same-id = two boxes have the id `{ $id }`
    .help = call one of them something else
fault-unknown-box = there is no box `{ $id }`
    .near = did you mean `{ $near }`?
    .help = there are: { $known }
fault-unknown-group = there is no group `{ $id }`
    .near = did you mean `{ $near }`?
    .help = there are: { $known }
fault-unknown-option = there is no house rule `{ $id }`
    .near = did you mean `{ $near }`?
    .help = there are: { $known }
fault-unknown-choice = house rule `{ $option }` has no choice `{ $id }`
    .help = there are: { $known }
    .near = did you mean `{ $near }`?
fault-no-score = `{ $id }` has no `score`
    .help = add `score`: `"combination"`, `"all-dice"`, `"matching"` or `{"{ points = 20 }"}`, for example
fault-no-number = `{ $word }` needs a box with a number
    .help = add `number = 6` to the box, for example, or write such boxes as a group with `per-number`
fault-names-differ = { $names ->
        [one] { $names } name
       *[other] { $names } names
    } for { $boxes ->
        [one] { $boxes } box
       *[other] { $boxes } boxes
    }
    .help = write one name for each box of `per-number`
fault-empty-list = the list is empty
    .help = it needs at least one entry
fault-list-length = { $is ->
        [one] the list has { $is } entry
       *[other] the list has { $is } entries
    }
    .help = it needs { $should }
fault-steps-descend = { $is } comes after { $before }
    .help = each step begins higher than the one before
fault-too-many-dice = this needs { $needs ->
        [one] { $needs } die
       *[other] { $needs } dice
    }, and the game has { $dice }
    .help = ask for fewer, or play with `dice = { $needs }`
fault-wild-combination = a box with `wild` can't score `"combination"`
    .help = say what it gives in another way, like `score = {"{ points = 20 }"}`: the die stands for another, so there is no one sum
fault-no-colours = `{ $word }` needs the colours of the faces
    .help = add `faces.colours` to the file, a colour for each number from 1 on
fault-face-name = "{ $name }" can't be the name of a face
    .help = write 1 to { $most } characters: they are drawn on the die
fault-same-face = two faces are called "{ $name }"
    .help = give each face its own name
fault-bonus-and-penalty = a group can't have both a bonus and a penalty
    .help = keep `bonus` or `penalty`, not both
fault-gate-never-opens = the gate may never open: it waits for { $needs ->
        [one] { $needs } scored box
       *[other] { $needs } scored boxes
    }, and { $boxes ->
        [0] none is
        [one] only { $boxes } is
       *[other] only { $boxes } are
    } sure to be scored
    .help = ask for fewer, or let no box of the group be crossed out: `cross = "never"`
fault-gate-of-others = the gate waits for boxes of `{ $of }`, but only those of `{ $only }` can be filled
    .help = name the same group in `of` and in `only`
fault-gate-crossed = box `{ $id }` can be crossed out, and the gate waits for scored boxes
    .help = let no box of a gate be crossed out: `cross = "never"`
fault-gate-hard = box `{ $id }` does not take any dice, and nothing else can be filled before the gate opens
    .help = let the boxes of a gate take any dice, or score zero: `unfit = "zero"`
fault-difference-boxes = `difference` takes the two boxes of its group, and multiplies by one of another
    .help = `of` and `less` are the only boxes of the group, `times` is none of it, and each is filled once
fault-difference-mark = a group that counts a difference can't have a bonus or a penalty
    .help = leave one of the two out
fault-not-with-columns = `{ $key }` can't go together with columns
    .help = leave `{ $key }` or every `[column]` out
fault-column-hard = box `{ $id }` does not take any dice, and in a column it may be the only one left to fill
    .help = let it score zero (`unfit = "zero"`) or be crossed out (`cross`)
fault-aside-hard = box `{ $id }` does not take any dice, and where dice stay aside any throw can be the last of a turn
    .help = let it score zero (`unfit = "zero"`) or be crossed out after any throw (`cross = "any-throw"`)
fault-no-joker = `joker` says what a joker gives, and this game has no jokers
    .help = add `[joker]` with a `box`: once that is full, dice that fit it are jokers
fault-joker-idle = `[joker]` changes nothing
    .help = add `bonus` or `first` to it, or `joker = 25` to a box, for example
fault-joker-fill = box `{ $id }` is filled { $fill ->
        [one] { $fill } time
       *[other] { $fill } times
    }, and the box of jokers is filled once
    .help = name another box, or write `fill = 1` there
fault-joker-numbers = `first` goes by the number that a joker shows, and { $dice } can be one
    .help = take `first` out, or name a `box` that only equal dice fit
fault-joker-itself = box `{ $id }` can't take a joker: there are none before it is full
    .help = take `joker` out here
fault-joker-id = no box can be called `joker` here: the points of jokers stand on the sheet under this name
    .help = call the box something else
fault-too-many-parts = { $is ->
        [one] { $is } part
       *[other] { $is } parts
    } are too many here
    .help = { $most } at most
fault-never-scores = no dice can score in box `{ $id }`
    .help = look at what it `needs`, and at its `score`
fault-no-combination = combination `{ $id }` is never worth anything
    .help = look at what it `needs`, and give it `points` above 0
fault-points-per-number = combination `{ $id }` has points for each number, but its dice are of several numbers
    .help = write one number for all: `points = 100`, for example
fault-barrel-empty = a barrel can't go from { $from } to { $exit }
    .help = `exit` is above `from`
fault-barrel-overlap = the barrel begins at { $from }, inside the one before, which ends at { $before }
    .help = write `from = { $before }` or more, and the barrels in the order of the score
fault-barrel-past-target = the barrel ends at { $exit }, past the target of { $target }
    .help = write `exit = { $target }` or less
fault-not-together = a game can't have both `{ $key }` and `{ $other }`
    .help = keep one of them
fault-lost-turns-and-barrels = a race counts turns in barrels or lost turns in a row, not both
    .help = take out `lost-turns` or the barrels
fault-always-bust = no throw of { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    } ever scores
    .help = add a combination, like `[race.combination.three]`
fault-one-choice = house rule `{ $id }` leaves nothing to choose
    .help = give it two choices or more, the usual one first
fault-too-many-variants = the house rules make { $is ->
        [one] { $is } game
       *[other] { $is } different games
    }
    .help = { $most } at most: use fewer house rules, or fewer choices
fault-example-dice = the example has { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }
    .help = the game has { $needs }
fault-example-throw = there is no throw { $throw }
    .help = a turn has { $throws ->
        [one] { $throws } throw
       *[other] { $throws } throws
    }
fault-example-no-box = the example does not say which box it is about
    .help = add `box = "…"` with a box of the group
fault-example-fails = { $says ->
        [refused] the example says that this is refused
       *[other] the example says { $says }
    }, the rules { $gives ->
        [refused] refuse that
       *[other] give { $gives }
    }
    .help = one of the two is wrong: correct the example, or the rules
fault-example-sheet = the example is not a sheet of this game: { $why }
    .help = correct what it says is written
fault-stuck = a player with { $dice } and only { $open } open can do nothing
    .help = let dice that do not fit score zero with `unfit = "zero"`, or let the box be crossed out with `cross = "last-throw"`

## What a place in a rules file takes: "write …".

expected-whole-number = a whole number
expected-small-number = a whole number from 0 to 255
expected-text = text in quotes
expected-texts = text in quotes, or one text per language: `{"{ en = \"Pair\", uk = \"Пара\" }"}`
expected-yes-no = `true` or `false`
expected-list = a list in square brackets
expected-table = keys with values: `{"{ key = value }"}`, or lines below a heading in square brackets
expected-amount = a whole number, `"number"` or `"-number"`
expected-outcome = a whole number or `"refused"`
expected-dice = the faces as a list: `[2, 2, 5, 5, 5]`
expected-numbers = a whole number, or a list of whole numbers
expected-tables = a table, or a list of tables

## Words of the reader of the file, in plain ones: they follow "this can't be read:".

message-duplicate-key = the same key or heading is there already
message-extra-assignment-between-key-value-pairs-expected = a comma is missing before this
message-extra-expected-nothing = one `=` too many
message-invalid-basic-string-expected = the closing quote is missing
message-invalid-literal-string-expected = the closing quote is missing
message-invalid-unquoted-key-expected-letters-numbers = without quotes a key has only letters a to z, digits, `-` and `_`
message-key-with-no-value-expected = `=` and a value are missing
message-missing-comma-between-array-elements-expected = a comma is missing
message-missing-comma-between-key-value-pairs-expected = a comma is missing
message-string-values-must-be-quoted-expected-literal-string = it is neither a number nor text in quotes
message-unclosed-array-expected = `]` is missing at the end of the list
message-unclosed-inline-table-expected = `{"}"}` is missing
message-unclosed-table-expected = `]` is missing at the end of the heading
message-unexpected-in-array-expected-value = `=` in a list, which may lack its `]`
message-unexpected-key-or-value-expected-newline = the line should have ended before this
message-unexpected-leading-zero-expected-nothing = a number can't begin with 0
message-unquoted-keys-cannot-be-empty-expected-letters-numbers = there is no key before `=`

## Why something is no sheet of a game.

sheet-unknown-box = there is no box `{ $id }`; there are: { $known }
    .near = did you mean `{ $near }`?
sheet-too-many = box `{ $id }` can be filled { $fill ->
        [one] only once
       *[other] { $fill } times only
    }
sheet-impossible = no dice give { $points } in box `{ $id }`
sheet-beyond-gate = box `{ $id }` can't be filled yet: { $left ->
        [one] { $left } box has
       *[other] { $left } boxes have
    } to be scored first
sheet-out-of-order = box `{ $id }` can't be filled yet: `{ $before }` comes before it in its column
sheet-joker-points = each joker brings { $bonus }: write so much under `joker`, or a multiple of it
sheet-joker-too-early = jokers bring points only once box `{ $id }` has some
sheet-too-many-jokers = jokers can have brought { $most } at most on this sheet
sheet-never-crossed = box `{ $id }` can't be crossed out

## Why a box gives what it gives. The steps stand in one line, so each is short and begins with a small letter.

why-combination = { $dice }: { $sum }
why-all-dice = all dice together: { $sum }
why-matching = { $count ->
        [0] no die shows { $number }
        [one] { $count } die shows { $number }
       *[other] { $count } dice show { $number }
    }: { $sum }
why-points = the box gives { $points }
why-each-miss = { $count ->
        [0] every die shows { $number }
        [one] { $count } die does not show { $number }
       *[other] { $count } dice do not show { $number }, { $each } for each
    }: { $sum }
why-by-count = { $count ->
        [0] no die shows { $number }
        [one] { $count } die shows { $number }
       *[other] { $count } dice show { $number }
    }: { $points }
why-by-throw = { $throw ->
        [1] on the first throw: { $points }
       *[other] on throw { $throw }: { $points }
    }
why-beats = { $hand }: beats { $count } of { $of } other throws
why-plus = plus { $points }: { $sum }
why-hand-times = from the hand ×{ $times }: { $sum }
why-column-times = the column counts { $times } times: { $sum }
why-hand-points = from the hand: { $points }
why-hand-plus = from the hand plus { $points }: { $sum }
why-unfit = the dice do not fit
    .about = the dice do not fit ({ $about })
why-unfit-zero = the dice do not fit and score 0
    .about = the dice do not fit and score 0 ({ $about })
why-gate = first score { $left } more of { $group }
why-before = { $slot } comes first in this column
why-announce = it has to be announced after the first throw
why-announced = this turn is for { $slot }, which was announced
why-last-resort = everything else is full and the dice do not fit: { $points }
why-joker = as a joker: { $points }
why-joker-box = a joker must take { $slot } first
why-joker-outside = a joker must first take a box outside { $group }
why-joker-bonus = { $name }: +{ $points }
why-wins = { $win }: wins the game at once
why-full = the box is full
why-may-cross = it may be crossed out
why-cross-later = it may be crossed out after the last throw only

## Why something may not be done at the table.

refused-no-such-seat = there is no such seat at the table
refused-not-your-turn = it is not your turn
refused-game-over = the game is over
refused-seat-left = the player of this seat has left
refused-seat-here = the seat is taken
refused-throw-first = throw first
refused-no-throws-left = no throws left: a turn has { $throws ->
        [one] { $throws } throw
       *[other] { $throws } throws
    }
refused-keep-not-there = { $keep } can't be kept: it is not among { $dice }
refused-keep-forbidden = { $keep } can't be kept in this game
refused-stays-aside = { $aside } must stay aside
refused-set-more-aside = { $least ->
        [one] keep at least one more die
       *[other] keep at least { $least } more dice
    }
refused-keep-all = a rethrow throws at least one die
refused-first-throw-is-all = the first throw is with all dice
refused-not-this-game = this game has no such action
refused-no-such-box = there is no such box
refused-box-full = box `{ $id }` is full
refused-not-now = these dice can't fill box `{ $id }` now
refused-no-crossing = box `{ $id }` can't be crossed out
refused-not-there = { $take } is not among { $dice }
refused-does-not-score = { $take } does not score
refused-must-throw = the throw scored nothing: throw again
refused-must-bank = all dice are aside: you must bank
refused-bank-more = { $least } points are needed to bank: throw on
refused-nothing-to-undo = there is nothing to take back: dice have been thrown since, or the decision was not yours
refused-only-real-dice = only a game with real dice can be corrected
refused-no-such-entry = box `{ $id }` has no such entry
refused-impossible-entry = no dice give that entry in box `{ $id }`
refused-gate-shut = { $left ->
        [one] { $left } more box has to be scored first
       *[other] { $left } more boxes have to be scored first
    }
refused-not-yet = `{ $before }` comes before `{ $id }` in its column
refused-not-announced = `{ $id }` has to be announced after the first throw
refused-other-announced = this turn is for `{ $id }`, which was announced
refused-no-announcing = `{ $id }` need not be announced
refused-too-late-to-announce = a box is announced after the first throw only
refused-must-announce = only boxes that have to be announced are left: announce one first
refused-joker-elsewhere = these dice are a joker, which must take another box before `{ $id }`
refused-impossible-standing = no player can have this score

## What is wrong with the record of a game.

record-not-a-record = this is not a Kosti record: one begins with [Kosti "1"]
record-too-long = the record has { $bytes } bytes, { $most } at most
record-version = the record has format "{ $says }", this program reads format 1
record-bad-tag = this is not a tag: { $text }
record-missing-tag = the tag [{ $name } "…"] is missing
record-tag-twice = the tag [{ $name } "…"] is there twice
record-other-rules = the record belongs to other rules: { $says }, these are { $is }
record-other-house = house rule { $option } is "{ $says }" in the record and "{ $is }" in the rules
record-seats = { $seats ->
        [one] { $seats } player
       *[other] { $seats } players
    } can't play this: it is for { $min } to { $max }
record-bad-name = "{ $name }" can't be the name of a player
record-same-name = two players are called "{ $name }"
record-alike-name = "{ $name }" and "{ $other }" look the same: choose another name
record-invisible-in-name = a name can't contain { $code }, a character that can't be seen: type it anew
record-unknown-player = the line does not begin with a turn number and a player: { $text }
record-turn-number = turn number { $says }, and it should be { $is ->
        [0] lot
       *[other] { $is }
    }
record-unknown-phrase = not understood: { $phrase }
record-bad-dice = these are not dice: { $text }
record-incomplete = the record does not say what came after "{ $phrase }"
record-refused = "{ $phrase }" is not allowed: { $why }
record-wrong-dice = { $count ->
        [one] { $count } die
       *[other] { $count } dice
    } from 1 to { $sides } were thrown, not { $dice }
record-other-points = "{ $phrase }": by the rules { $is }
record-missing-phrase = "{ $phrase }" is missing
record-other-winners = the record names the winners "{ $says }", but they are "{ $is }"
record-other-result = the record has the result "{ $says }", but it is "{ $is }"

## Why a table that people share does not do what somebody wants.

table-illegal = { $why }
table-not-yours = you can't do that: the seat belongs to somebody else
table-only-opener = only the person who opened the table may do that
table-gone = this table was deleted
table-not-started = the game has not begun
table-started = the game has begun already
table-no-free-seat = no seat is free
table-seat-taken = the seat is taken: choose another
table-no-such-seat = there is no such seat, or nobody sits there
table-bad-name = "{ $name }" can't be a name: 1 to 60 characters, no blank at either end
table-same-name = somebody is called "{ $name }" already: choose another name
table-alike-name = "{ $name }" looks like "{ $other }", who is at the table already: choose another name
table-invisible-in-name = a name can't contain { $code }, a character that can't be seen: type it anew
table-seat-count = { $seats ->
        [one] { $seats } player
       *[other] { $seats } players
    }, and the game is for { $min } to { $max }
table-bot-plays = a bot plays on this seat: take it back first
table-bots-need-virtual-dice = bots can't throw real dice: take virtual ones, or play without bots
table-not-over = the game is still running: a rematch is possible after it
table-player-is-here = not yet: only a player who is away can be replaced, and on their turn only after a minute without a move
table-no-bot = no bot plays on this seat
table-in-the-air = the dice are in the air: wait until they have fallen
table-not-in-the-air = no throw waits for that: it has fallen already, or somebody else was asked
table-bad-link = the link does not belong to this throw: it is of another chain or of another throw, or was shown already
table-no-chain = this seat has no chain: send an anchor first
table-history-needed = a link needs the history that it is given on: send `history` too
table-other-history = your link was given on another history than this table's: catch up with its events, and check them
table-dice-needed = say how the dice fell: { $count ->
        [one] { $count } die was thrown
       *[other] { $count } dice were thrown
    }
table-dice-not-needed = the table throws the dice here: leave them out
table-wrong-dice = these dice can't have fallen: { $count ->
        [one] { $count } die was thrown
       *[other] { $count } dice were thrown
    }, with faces from 1 to { $sides }

## Why the notes of a table prove nothing, and why they cannot be read.

proof-unreadable = { $why }
proof-no-commits = the record has no journal of a table (lines that begin with #=), so its throws can't be derived again; only games of online tables have one, and a game of `kosti play` has its seed
proof-not-started = the game had not begun
proof-no-proof = throw { $number } has no proof
proof-number = throw { $number } says that it is number { $says }
proof-server = throw { $number }: the server's link does not belong to its chain
proof-thrower = throw { $number }: the link of the client that threw does not belong to its chain
proof-witness = throw { $number }: the link of the witness does not belong to its chain
proof-not-as-called = throw { $number } is not as it was called: another throw, another link or another witness
proof-witness-rule = throw { $number }: not the witness was asked that the notes call for
proof-other-history = throw { $number }: a link was given on another history than the one that the throw stands on
proof-other-dice = throw { $number }: the links give { $derived }, not { $dice }
proof-refused = note { $nth } tells what the rules do not allow: { $why }
proof-impossible = note { $nth } tells what can't have come about by the rules
proof-names = { $why }
proof-text = line { $line }: { $why }
proof-other-game = the record tells another game than its notes: other names, other events or another table
unreadable-note = note { $nth }: { $why }
unreadable-not-opened = the notes do not begin with the opening of a table
unreadable-rules = the rules of the table: { $why }
unreadable-unfit = note { $nth } does not fit the table: { $why }
unfit-not-begun = the game has not begun
unfit-begun = the game begins a second time
unfit-opened = the table is opened a second time
unfit-deleted = the table was deleted before
unfit-no-seat = there is no such seat
unfit-seats = { $seats ->
        [one] { $seats } player
       *[other] { $seats } players
    }, and the game is for { $min } to { $max }
unfit-unknown-box = the rules have no `{ $id }`
unfit-entries = a correction tells one entry, not { $count }
unfit-in-the-air = a throw was called, and something else follows
unfit-base = a chain begins after throw { $base }, and there were { $throws }
unfit-dice = the dice on the table should be { $count }, of { $sides } sides
unfit-generation = the server goes back to a chain of version 1
unfit-number = throw { $number } is called, and there were { $throws }
bad-note-newer = it has version { $says }, and this Kosti knows { $known }: use a newer Kosti
bad-note-damaged = it can't be read: { $message }

## House rules that were chosen.

house-unknown-option = there is no house rule `{ $option }`; { $known ->
        [none] this game has none
       *[other] there are: { $known }
    }
house-unknown-choice = house rule `{ $option }` has no choice `{ $choice }`; there are: { $known }
house-not-a-choice = `{ $text }` is not a choice: write OPTION=CHOICE; `kosti rules GAME` lists them

## Why a question gets no answer.

ask-bad-json = this is not JSON: { $message }
ask-not-an-object = a request is a JSON object
ask-no-ask = "ask" is missing; there are: { $known }
ask-unknown-ask = unknown "ask": { $ask }; there are: { $known }
ask-no-game = "game" is missing: name a game, or the path of a rules file
ask-unknown-game = there is no game { $game }; there are: { $known }, or the path of a rules file
ask-bad-game = the rules file { $game } is wrong:
    { $faults }
ask-bad-house = { $message }
ask-missing-field = "{ $field }" is missing
ask-bad-field = "{ $field }": { $message }
ask-wrong-family = "{ $ask }" is not for { $family ->
        [race] a race
       *[other] a score-sheet game
    }
ask-dice-count = { $is ->
        [one] { $is } die
       *[other] { $is } dice
    }, and { $needs } are needed
ask-bad-face = no die shows { $face }: faces go from 1 to { $sides }
ask-bad-throw = there is no throw { $throw }: 1 to { $throws }
ask-bad-kept = `kept` must name { $least } to { $most } of the dice before throw { $throw }
ask-bad-aside = 0 to { $most } dice can be aside, not { $aside }
ask-bad-sheet = { $message }
ask-seat-count = there can be 1 to { $most } seats, not { $is }
ask-bad-standing = seat { $seat }: a player can't stand there (score { $score }, turns left { $turns-left })
ask-bad-turn = turn { $turn }: seat { $seat } with a gain of { $gain } can't be
ask-not-two = to win, there are the sheets of two seats, not of { $is }
ask-out-of-turn = with these sheets it is not the turn of seat { $turn }
ask-no-seat = there is no seat { $turn }: seats are counted from 0, and there are { $seats }
ask-bad-points = no turn has { $points } points: they are multiples of { $unit }
ask-bad-within = a race can be finished within 1 to { $most } turns, not { $is }
ask-game-over = turn { $turn } comes after the game was won
ask-bad-objective = this game can't be solved for "{ $objective }"; there are: { $known }
ask-bad-games = { $is } games can't be simulated: 1 to { $most }
ask-unknown-player = there is no player "{ $player }"; there are: { $known }
ask-too-many-turns = { $is } turns are too many for so many seats: { $most } at most
ask-too-large = the game has at least { $states } states, too many to solve: { $most } at most; `simulate` measures players who need no solved game: regular, greedy, random
ask-not-solved = a game with columns, or in which one box multiplies others, is not solved: no best play of it is known. `simulate` and `balance` measure players who need none (careful, regular, greedy, random), and the coach at a table estimates
ask-too-much-work = this takes more time or memory than is given here; at home, `kosti` does it
ask-cancelled = this was cancelled before there was an answer: ask again
ask-dead-end = the race can't be solved: with a score of { $score } and { $turns-left } turns left nobody can win any more
ask-too-long = the line is too long: { $most } bytes at most

## What a box needs and gives, said from the rules themselves.

needs-anything = any dice
needs-alike = { $count ->
        [1] one die
       *[other] { $count } alike
    }
needs-exactly = a number on exactly { $count } dice
needs-dice = any { $count } dice
needs-sets = { $sizes } alike, of any numbers
needs-different-sets = { $sizes } alike, of different numbers
needs-run = { $count } numbers in a row
needs-different = { $count } different numbers
needs-matching = at least { $count } of the number
needs-sum = dice that add up to { $sum }
needs-or = or
needs-and = and
needs-flush = { $count } dice of one colour
needs-one-colour = { $pattern }, all of one colour
needs-wild = where a { $number } may stand for { $others }
gives-combination = the sum of these dice
gives-all-dice = the sum of all dice
gives-matching = the sum of the dice that show { $number ->
        [own] its number
       *[other] { $number }
    }
gives-points = { $points } points
gives-each-miss = { $each } for each die that does not show { $number ->
        [own] its number
       *[other] { $number }
    }
gives-by-count = by how many dice show { $number ->
        [own] its number
       *[other] { $number }
    }: { $table }
amount-number = its number
amount-minus-number = minus its number
gives-by-throw = by the throw, the first one first: { $points }
gives-beats = how many other throws it beats. What beats more comes later: { $hands }; equal hands by their numbers, those on most dice first
hand-none = nothing of that
gives-less = less { $points }
gives-plus = and { $points } more
hand-times = from the hand ×{ $times }
hand-points = from the hand { $points }
hand-plus = from the hand { $points } more

## The command line.

welcome = Kosti: dice games from rules files.

    {"  "}kosti games                          the games there are
    {"  "}kosti play                           play in the terminal, alone, together or with bots
    {"  "}kosti serve                          host tables for people far apart
    {"  "}kosti rules school                   the rules of one, its boxes and house rules
    {"  "}kosti score yatzy 2 2 5 5 5          what each box would give, and why
    {"  "}kosti advise yatzy 2 2 5 5 5         what every choice is worth
    {"  "}kosti solve school                   what best play brings
    {"  "}kosti simulate yatzy                 what happens in many games of it
    {"  "}kosti new mine.toml                  begin a game of your own
    {"  "}kosti check mine.toml                check it
    {"  "}kosti replay game.kosti              show a recorded game
    {"  "}kosti review game.kosti              what luck did in it, and what the players did
    {"  "}kosti verify game.kosti              derive the throws of an online table again
    {"  "}kosti ask                            questions and answers in JSON, for programs

    More: kosti help, kosti help COMMAND. Language: --lang en | uk.

cli = Dice games from rules files. Without a command, Kosti starts the page to play on and prints its address
cli-commands = Commands
cli-usage = Usage
cli-options = Options
cli-arguments = Arguments
cli-examples = Examples
cli-exit-codes = Exit codes: 0 done; 1 it can't be done (a wrong file, an unknown game); 2 the command line can't be understood.
cli-any-lang = Language: en or uk; that of the system by default
cli-any-json = Answer in JSON
cli-any-house = House rule: OPTION=CHOICE; may be repeated
cli-any-game = A game of `kosti games`, by id or name, or the path of a rules file
cli-games = The games there are
cli-games-examples = kosti games
    kosti games --json
cli-rules = The rules of a game: boxes, examples, house rules and what differs from the standard
cli-rules-examples = kosti rules school
    kosti rules generals --house straight=joker
cli-score = What dice are worth: every box, what it would give and why
cli-score-examples = kosti score yatzy 2 2 5 5 5
    kosti score school 66666 --throw 1 --sheet ones=-4,twos=0,threes=-3
    kosti score thousand --dice 2,2 --aside 3
cli-score-dice = The dice, in one word: 22555 or 2,2,5,5,5; or give them after the game
cli-score-throw = Which throw it is: 1 is from the hand; the first by default
cli-score-sheet = What is written already: boxes by id or name, as ones=-4,pair=x, or JSON; a box that is filled several times is named several times
cli-score-aside = How many dice are aside already (races)
cli-score-thrown = The dice: 2 2 5 5 5
cli-advise = What every action is worth under best play, best first; says where that is an estimate
cli-advise-examples = kosti advise yatzy 2 2 5 5 5
    kosti advise school 11266 --throw 2 --sheet ones=-4,twos=0,threes=-3
    kosti advise generals
    kosti advise poker-dice 22356 --objective win --sheets hand=20/ --turn 2
    kosti advise thousand --seats 310/2,450 --points 50 --aside 2 --dice 1,5,5
cli-advise-dice = The dice, in one word: 22555 or 2,2,5,5,5; or give them after the game; none before the first throw
cli-advise-throw = Which throw it is: 1 is from the hand; the first by default
cli-advise-kept = The dice that were kept before this throw, in games where they stay aside
cli-advise-sheet = What is written already: boxes by id or name, as ones=-4,pair=x, or JSON; a box that is filled several times is named several times
cli-advise-sheets = What both players have written, with --objective win: two sheets with a / between them; both are empty by default
cli-advise-seats = Where the players of a race stand: SCORE or SCORE/TURNS left in the barrel, separated by commas; two at the start by default
cli-advise-turn = Which seat is to play, counted from 1; the first by default
cli-advise-points = The points of the turn so far (races)
cli-advise-aside = How many dice are aside already (races)
cli-advise-thrown = The dice: 2 2 5 5 5; none before the first throw
cli-any-store = Keep the solution in this file, and read it from there when it is asked for again; a solution of other rules is refused
cli-advise-seconds = Think for at most so many seconds; an answer that takes longer is an estimate, and says so
cli-any-objective = What is played for: total, or points where these decide, or win against one opponent; in a race win, or turns for the fewest of them
cli-any-within = Play a race for the chance to finish within so many turns
cli-any-reach = Play for the chance to finish with at least so many points
cli-solve = What best play brings: the expected total, its deviation and how likely each total is; in a race the chance to win. Exact where that can be calculated, else it says how it was measured
cli-solve-examples = kosti solve yatzy
    kosti solve crag --reach 200
    kosti solve school --house big-straight=thirty
    kosti solve balut --objective total
    kosti solve thousand --within 20
cli-simulate = What players of several kinds bring, measured in many games
cli-simulate-examples = kosti simulate yatzy --games 1000000
    kosti simulate school --players perfect,greedy,random --seed 7
    kosti simulate thousand --players perfect,fastest
cli-simulate-games = How many games; 100000 by default, 4096 of a game that is too large to be solved
cli-simulate-players = Who sits at the table, seat by seat: perfect (or careful, who plays by estimates, where best play is not known), regular (as the bot), random; on score sheets greedy (the most points of this turn), and win (plays to beat the others, whose sheets it sees) against win or total (the largest expected total); in a race fastest (for the fewest turns, whatever others do) and duel (as if only the greatest danger were there); one perfect or careful player by default
cli-simulate-seed = The seed of the dice: the same seed gives the same games; 1 by default
cli-check = Check rules files: every fault, each with its place
cli-check-examples = kosti check mine.toml
    kosti check games/*.toml
    cat mine.toml | kosti check -
cli-check-files = Rules files; - is standard input
cli-new = Write a rules file to start from
cli-new-examples = kosti new mine.toml
cli-new-file = The new file; one that is there is left alone
cli-schema = The JSON Schema of a rules file, for editors
cli-schema-examples = kosti schema > kosti.schema.json
cli-replay = Read the record of a game, check it and show it
cli-replay-examples = kosti replay game.kosti
    kosti replay game.kosti --rules mine.toml
cli-replay-file = The record of a game
cli-replay-rules = The rules file, where the game is not one of `kosti games`
cli-review = What luck did in a game, and what the players did: what every decision cost, and what throws added
cli-review-examples = kosti review game.kosti
    kosti review game.kosti --json
cli-review-file = The record of a game, finished or running
cli-review-rules = The rules file or game it was played by, where it is not a bundled one
cli-verify = Derive every throw of an online table again, and say by whom it is proven
cli-verify-examples = kosti verify kitchen.kosti
    kosti verify kitchen.kosti --json
cli-verify-file = The downloaded record of a table
cli-ask = Answer questions in JSON, one a line, until the input ends
cli-ask-examples = echo '{"{"}"ask":"games"{"}"}' | kosti ask
    kosti ask < questions.jsonl > answers.jsonl
cli-completions = Completions for a shell, of commands, games, boxes and house rules
cli-completions-examples = source <(kosti completions bash)                   # in ~/.bashrc
    source <(kosti completions zsh)                    # in ~/.zshrc
    kosti completions fish | source                    # in ~/.config/fish/config.fish
cli-completions-shell = The shell
cli-man = A manual page, of Kosti or of one command
cli-man-examples = kosti man | man -l -
    kosti man > ~/.local/share/man/man1/kosti.1
    kosti man score > ~/.local/share/man/man1/kosti-score.1
cli-help = What a command does, or which there are
cli-help-examples = kosti help
    kosti help score
cli-any-command = A command; all of them without
cli-any-help = Print help
cli-any-version = Print the version

usage-unknown-command = there is no command `{ $command }`
usage-commands = Commands: { $known }
usage-unknown-argument = `{ $argument }` is not known here
usage-missing = missing: { $argument }
usage-missing-game = missing: { $argument }; there are: { $known }, or give the path of a rules file
usage-conflict = { $argument } can't be used with { $other }
usage-no-value = { $argument } needs a value
usage-bad-value = `{ $value }` can't be the value of { $argument }{ $known ->
        [none] {""}
       *[other] ; allowed: { $known }
    }
usage-near = did you mean `{ $near }`?
usage-help = Help: kosti help, kosti help COMMAND
dice-no-such-face = { $face } is not a face: 1 to { $most }
dice-not-a-number = `{ $word }` is not a number
game-unknown = there is no game `{ $game }`; there are: { $known }, or give the path of a rules file
file-unreadable = { $file }: can't be read: { $why }
file-missing = there is no such file
file-is-directory = it is a directory
file-forbidden = it may not be read
file-not-text = it is not text in UTF-8 (line { $line })
file-unwritable = { $file }: can't be written: { $why }
new-exists = { $file } is there already; choose another name
new-written = Wrote { $file }. Make it yours: kosti check --watch { $file }
check-sheet = { $file }: fine. { $game }: { $boxes ->
        [one] { $boxes } box
       *[other] { $boxes } boxes
    }, { $variants ->
        [one] { $variants } variant
       *[other] { $variants } variants
    }, { $examples ->
        [one] { $examples } example
       *[other] { $examples } examples
    }.
check-race = { $file }: fine. { $game }: a race to { $target }, { $variants ->
        [one] { $variants } variant
       *[other] { $variants } variants
    }, { $examples ->
        [one] { $examples } example
       *[other] { $examples } examples
    }.
games-sheets = Score sheets: fill every box
games-races = Races: first to the target
games-hint = The rules: kosti rules GAME
score-heading = { $dice }, throw { $throw } of { $throws }
score-race-heading = { $dice }, { $aside } aside
score-cross = cross
score-full = The sheet is full.
score-rethrow = { $left ->
        [one] { $left } throw left.
       *[other] { $left } throws left.
    }
score-free-throw = A double: all { $dice } may be thrown again.
score-blank-must = A double that scores nothing: all { $dice } must be thrown again.
score-blank-may = A double that scores nothing: bank, or throw all { $dice } again.
score-bust = Nothing scores: bust.
score-lost = Bust: the whole score is lost.
score-wrong-option = --{ $option } is not for this game ({ $game })
score-bad-dice = `{ $text }` are not dice ({ $why }); write 2 2 5 5 5 or 22555
score-no-dice = which dice? For example: kosti score { $game } 2 2 5 5 5
score-bad-sheet = `{ $text }` is not a sheet; write --sheet ones=3,pair=x (a box, and its points or x for crossed out)
solve-value = Expected total: { $value }
solve-deviation = Standard deviation: { $deviation }
solve-quantiles = Quantiles: { $quantiles }
solve-spread-exact = How likely each total is under this play, exactly.
solve-spread-games = How likely each total is under this play, from { $games } simulated games: too much to calculate exactly.
solve-points = Expected points: { $value } ± { $error } (standard error), measured in { $games } games
solve-points-bound = No play can expect more than { $bound } points (proven)
solve-points-total = Mean total: { $total }
solve-points-how = The bot “careful” plays so, not perfectly: exact in the last turns, before them solved on a grid of { $positions } states that stand for all others.
solve-chance = Chance of at least { $least } under best play for it: { $percent } %
solve-needs = Sheet states by points still needed: { $states }
solve-states = Sheet states: { $states } solved; { $reachable } reachable before those that decide the same are merged; { $fillings } ways to fill the boxes
solve-win = Of two players, each playing best, the first one wins: { $percent } %
solve-pairs = A tie counts as half a win. Pairs of sheets by the difference of points: { $states }
solve-turns = Alone, expected turns: { $value }
solve-turns-exact = How likely each number of turns is under this play, exactly.
solve-within = Alone, chance to finish within { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } under best play for it: { $percent } %
solve-places = Positions before a turn: { $states }
solve-seconds = Solved in { $seconds } s
solve-wins-apart = Of games that no instant win decides: the first throw is taken as none, and no decision changes how likely it is.
advise-value = To come{ $exact ->
        [no] {""}, estimated
       *[yes] {" "}under best play
    }: { $value }
advise-chance = Chance of at least { $least } under best play for it: { $value }
advise-win = Chance to win under best play: { $value }
advise-win-estimate = Chance to win, estimated from the chances against each of the others: { $value }
advise-win-sheets-estimate = Chance to win, estimated from the totals that are expected: { $value }
advise-turns = Expected turns under best play, this one included: { $value }
advise-within = Chance to finish within { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } under best play for it: { $value }
advise-trade = { $best } to win against { $instead }, though { $points } points less
advise-reason = { $best }: { $value }{ $worth ->
        [points] {" "}to come
        [win] {" "}to win
        [turns] {" "}turns
       *[chance] {""}
    }; { $instead }: { $other }
advise-why = Best{ $exact ->
        [no] {" "}by the estimate
       *[yes] {""}
    }: { $reason }
advise-bust = These dice are a bust: the turn is lost.
advise-take-bank = take { $dice }, bank
advise-take-throw = take { $dice }, throw on
advise-bank = bank
advise-throw = throw on
advise-bad-seats = seats are typed as SCORE or SCORE/TURNS: 310/2,450; not { $text }
advise-bad-place = no player can stand at { $text }; inside a barrel say how many turns are left, as in 310/2
advise-no-turn = seats are counted from 1, and there are { $seats }
review-start = at the start
review-luck = luck
review-mistakes = mistakes
review-others = others' turns
review-corrected = corrections
review-unplayed = not played
review-end = at the end
review-accuracy = best decisions
review-luck-of = Luck of { $name }: { $luck }, that is { $times } standard deviations of a whole game ({ $deviation }).
review-worst = { $name }, the most expensive decisions:
review-no-mistakes = { $name }: no decision cost anything.
review-decision = turn { $turn }, { $dice }: { $chosen } ({ $value }); best: { $best } ({ $better }); { $cost }
values-estimated = Values are estimates: best play of this game is not known.
# Another choice in the place of a decision: { $than } says what it is against the one that was made.
review-again-best = { $action } ({ $value }): nothing is better.
review-again-cost = { $action } ({ $value }): costs { $cost }, { $than ->
        [better] less than what was done
        [worse] more than what was done
       *[same] as much as what was done
    }.
review-no-coach = { $game } can't be reviewed: { $why }
store-nothing = this answer has no solution that could be kept: `--store` keeps those for the total, for winning a race, and for the fewest turns
store-refused = { $file } { $why ->
        [other-rules] is the solution of other rules
       *[damaged] is damaged, or no solution at all
    }; it has been left as it is
simulate-heading = { $game }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, seed { $seed }
simulate-seat = Seat { $seat }: { $player }
simulate-careful = Plays by estimates: best play of this game is not known.
simulate-mean = { $what ->
        [points] Points
        [turns] Turns of the winner
       *[total] Total
    }: { $mean } ± { $error } (standard error), deviation { $deviation }
simulate-wins = Wins alone: { $share }
simulate-share = Share of the wins: { $share } ± { $error } (standard error); a shared win counts in parts
simulate-won = Wins: { $share } ± { $error } (standard error)
simulate-ties = Shared wins: { $share }
simulate-won-at-once = Games that dice won at once: { $share }; the totals are those of games played on
advise-wins = These dice win the game at once.
advise-score = score { $box }
advise-cross = cross out { $box }
advise-announce = announce { $box }
advise-keep = keep { $dice }
advise-keep-nothing = throw all again
table-total = Total
table-points = Points
race-barrel = in barrel { $barrel }, { $left ->
        [one] { $left } turn left
       *[other] { $left } turns left
    }
race-lost = { $left ->
        [one] { $left } more lost turn costs points
       *[other] { $left } more lost turns cost points
    }
verify-fault = { $file }: { $why }
verify-players = Players: { $names }
verify-table = Table: { $table }
verify-by-server = the server's word
verify-by-thrower = { $name }
verify-by-witness = { $witness } as witness
verify-by-both = { $name }, and { $witness } as witness
verify-silent = { $proven }; witness { $witness } did not answer
verify-tried = { $proven }; version 1: the server could choose
verify-throws = { $count ->
        [0] No dice have been thrown yet.
        [one] { $count } throw, derived again.
       *[other] { $count } throws, all derived again.
    }
verify-proven = Proven by a player's device: { $count }. The server alone could not choose these dice. With thrower and witness, neither could one of them together with the server.
verify-server-only = The server's word: { $count }. Nobody else had a part in these dice: the server could know them beforehand, and choose them when it began its chain.
verify-tried-times = Of version 1, with a witness asked: { $count }. There the time at which the witness is asked decides too, and the server sets it when it knows the thrower's part: by trying times it could choose these dice.
verify-replaced = Before throw { $number } the server began a new chain, as it does when it is started again. It could choose no dice by that but those that are its word only.
verify-real = The dice were real ones: there is nothing to derive. The game was played by the rules.
replay-fault = { $file }, line { $line }: { $why }
replay-winners = { $count ->
        [1] Won by { $names }.
       *[other] The win is shared by { $names }.
    }
replay-on-turn = The game goes on. { $name } is on turn.
replay-needs-rules = the record is of a game that is not bundled, `{ $game }`: give its rules file with --rules FILE
replay-nobody = The game goes on, nobody is at the table.
rules-players = { $min }–{ $max } { $max ->
        [one] player
       *[other] players
    }
rules-players-alone = { $min }–{ $max } { $max ->
        [one] player
       *[other] players
    } (one may practise alone)
rules-dice = { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    } with { $sides ->
        [one] { $sides } side
       *[other] { $sides } sides
    }
rules-sheet = up to { $throws ->
        [one] { $throws } throw
       *[other] { $throws } throws
    } a turn, { $rounds ->
        [one] { $rounds } turn
       *[other] { $rounds } turns
    } for each player
rules-race = first to { $target }
rules-source = Source: { $source }
rules-lot-lowest = Who starts is settled by lot: everybody throws all dice, the lowest sum starts; equals throw again.
rules-lot-highest = Who starts is settled by lot: everybody throws all dice, the highest sum starts; equals throw again.
rules-gate = First { $count ->
        [one] { $count } box
       *[other] { $count } boxes
    } of { $group }, then the others.
rules-joker = Once { $box } is full, dice that fit it are jokers.
rules-joker-scored = Once { $box } has points, dice that fit it are jokers.
rules-joker-bonus = { $name }: each joker brings { $points } more, if { $box } has points.
rules-joker-first = A joker must take the box of its number in { $group }; where that is full, a box outside { $group }; where these are full, any other.
rules-joker-gives = A joker gives { $points }.
rules-bonus = { $group }: { $sum } or more bring { $points } more.
rules-bonus-steps = { $group }: a high sum brings more, by the highest step that it reaches: { $steps }.
rules-face-names = The faces 1, 2, 3 … are called { $names }.
rules-face-colours = The faces have colours: { $colours }.
colour-black = black
colour-red = red
colour-green = green
colour-blue = blue
rules-penalty = { $group }: when it is full and its sum below { $sum }, { $points } more are taken away.
rules-last-resort = { $group }: when everything else is full and the dice fit nowhere, an open box takes { $amount ->
        [number] its number
        [minus] minus its number
       *[other] { $amount }
    }.
rules-boxes = Boxes
rules-points = Points at the end
rules-fill = Filled { $fill } { $fill ->
        [one] time
       *[other] times
    }.
rules-unfit-zero = Dice that do not fit score 0.
rules-cross-never = Never crossed out.
rules-cross-last-throw = Crossed out after the last throw only.
rules-cross-any-throw = Crossed out after any throw.
rules-example = { $dice }: { $score }
rules-example-hand = { $dice } from the hand: { $score }
rules-example-refused = { $dice }: refused
rules-gives-hand = from the hand: { $score }
rules-gives-refused = refused
rules-step = from { $from } { $give }
rules-turn = After each throw set aside dice that score, then bank or throw the rest; a throw that scores nothing loses the turn's points.
rules-keeps = Only these dice can be kept for the next throw, or none: { $keeps }.
rules-set-aside = Dice that are kept stay aside until the turn ends. { $least ->
        [0] After a throw, any number of others can be kept.
        [one] After each throw, at least one more die must be kept.
       *[other] After each throw, at least { $least } more dice must be kept.
    }
rules-step-set-aside = Keep the dice you like, framed here, and throw the others again. { $least ->
        [0] Kept dice stay aside.
        [one] Kept dice stay aside, and each time you must keep at least one more.
       *[other] Kept dice stay aside, and each time you must keep at least { $least } more.
    } You have { $throws } throws in all and may stop sooner.
rules-step-keep-only = Keep what the rules let you keep, framed here, and throw the others again. You have { $throws } throws in all and may stop sooner.
rules-hot-dice = A player who has set all dice aside may throw all of them again.
rules-no-hot-dice = A player who has set all dice aside must bank.
rules-double-must = A double that scores nothing there is no bust, and all dice must be thrown again.
rules-double-may = A double that scores nothing there is no bust: bank, or throw all dice again.
rules-double = With { $aside } dice aside, all remaining dice alike let the player throw all dice again.
rules-aim-sheet = Fill the sheet, one box a turn, in { $rounds } turns. The highest total wins.
rules-aim-points = Fill the sheet, one box a turn, in { $rounds } turns. At the end boxes and total bring points, and the most points win.
rules-aim-once = Everybody has one turn, and the highest score wins.
rules-aim-race = Be the first to reach { $target } points.
rules-step-throw = { $dice ->
        [one] Throw the die.
       *[other] Throw all { $dice } dice.
    }
rules-step-keep = Keep the dice you like, framed here, and throw the others again. You have { $throws } throws in all and may stop sooner.
rules-step-write = Write the dice into one open box. Then the next player throws.
rules-step-write-once = That is your hand. Then the next player throws.
rules-step-gives = { $box }: { $points }
rules-step-hand = Whoever writes after the first throw, with nothing thrown again, scores “from the hand”. Some boxes then give more.
rules-step-zero = Nothing fits? One box still has to be filled, and gets 0.
rules-step-cross-any = Nothing fits? Then a box is crossed out for nothing.
rules-step-cross-last = Nothing fits? After the last throw a box is crossed out for nothing.
rules-step-aside = { $dice ->
        [one] What it shows counts.
       *[other] Set aside dice that score, at least one. Here they are framed.
    }
rules-step-points = { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
rules-step-bank = { $left ->
        [one] Now bank the points and end your turn, or throw the die again for more.
       *[other] Now bank the points and end your turn, or throw the other { $left } dice for more.
    }
rules-step-bust = { $dice ->
        [one] But this ends the turn, and all its points are lost.
       *[other] But when nothing in a throw scores, the turn is over and all its points are lost.
    }
rules-from-hand = from the hand
rules-hand-times = From the hand ×{ $times }.
rules-hand-points = From the hand { $points }.
rules-hand-plus = From the hand { $points } more.
rules-examples = Examples
rules-barrel = Barrel from { $from }: { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } to reach { $exit }, or the score goes back to { $from }.
rules-loss-turn = A throw that shows { $dice } loses the turn's points, whatever else falls.
rules-loss-score = A throw that shows { $dice } loses the turn's points and the whole score, whatever else falls.
rules-step-score-lost = And this costs the whole score.
rules-bank-least = To bank takes { $least } points at least.
rules-columns = The sheet has { $count } columns, and every box stands in each.
rules-column-free = { $column }: its boxes are filled in any order.
rules-column-down = { $column }: its boxes are filled from the first to the last.
rules-column-up = { $column }: its boxes are filled from the last to the first.
rules-column-announced = { $column }: its boxes are filled in any order, but each has to be announced after the first throw of its turn, and the turn is for it alone.
rules-column-times = { $column }: everything in it counts { $times } times, what brings a bonus too.
rules-difference = { $group } counts ({ $of } − { $less }) × { $times }, once all three are filled; { $of } and { $less } count for nothing else.
rules-open-least = A player with no score needs { $least } points at least to bank.
rules-last-round-shared = Who reaches { $target } begins the last round: everybody else has one more turn, and the highest score wins. Equal scores share the win.
rules-last-round-first = Who reaches { $target } begins the last round: everybody else has one more turn to beat that score. Of equal scores the earlier one wins.
rules-overshoot-lost = { $target } must be reached exactly: a turn that would go past it brings nothing.
rules-overshoot-back = { $target } must be reached exactly: points past it are subtracted from it.
rules-lost-turns = { $row ->
        [one] A lost turn costs { $points } points; no score falls below 0.
       *[other] { $row } lost turns in a row cost { $points } points; no score falls below 0.
    }
rules-combinations = What scores
rules-house = House rules
rules-default = (standard)
rules-standard = All by the standard rules.
reading-game = The game
reading-each-box = Every box: { $notes }
reading-unfit-refused = Dice that do not fit are refused.
reading-instant-win = { $win } – { $needs } { $throw ->
        [first] on the first throw
       *[any] on any throw
    }: the game is won at once.
reading-award-sum = if the entries of { $box } add up to { $sum } or more
reading-award-never = if { $box } is full and none of its entries is crossed out or 0
reading-award-each = for each entry of { $box } that is neither crossed out nor 0
reading-award-total = by the total
reading-nothing = changes nothing
reading-without = without this: { $lines }
rules-otherwise = Otherwise: --house OPTION=CHOICE
rules-differs = Differs from the standard: { $changes }

## The terminal screen, `kosti play`. Box names and player names come from rules files and players.

play-begins = { $game } begins.
play-goes-on = { $game } goes on.
play-turn = Turn: { $name }.
play-last-round = Last round: { $score } to beat.
play-last-round-begins = That is the target: everybody else has one more turn.
play-past-target = That is past the target: the points are lost.
play-sent-back = That is past the target: back to { $score }.
play-lot-turn = { $name } throws for the start.
play-lot = throws for the start
play-over = The game is over.
play-ended-alone = The game is over: { $points }.
play-person = person
play-name = Player { $nth }
play-bot = bot, { $level ->
        [beginner] beginner
        [regular] regular
        [careful] careful
       *[perfect] perfect
    }
play-bot-name = Bot { $nth } ({ $level ->
        [beginner] beginner
        [regular] regular
        [careful] careful
       *[perfect] perfect
    })
play-threw = { $name }: threw { $dice }.
play-threw-more = { $name }: kept { $kept }, threw { $dice }: { $all }.
play-threw-lot = { $name }: threw { $dice } for the start, sum { $sum }.
play-scored = { $name }: scored { $box }, { $points }.
play-crossed = { $name }: crossed out { $box }.
play-announced = { $name }: announced { $box }.
play-set-aside = { $name }: set aside { $dice } for { $points }.
play-banked = { $name }: banked { $points }.
play-bust = { $name }: bust, { $points ->
        [0] nothing gained.
       *[other] { $points } lost.
    }
play-score-lost = { $name } loses everything: { $points }.
play-set-back = Set back to { $score }: the turns in the barrel are used up.
play-lost-points = Down to { $score }: too many turns in a row were lost.
play-lost-turn = { $left ->
        [one] { $left } more lost turn costs points.
       *[other] { $left } more lost turns cost points.
    }
play-in-barrel = In the barrel at { $score }, { $left ->
        [one] { $left } turn left.
       *[other] { $left } turns left.
    }
play-won-at-once = { $name }: { $win } wins the game at once!
play-undone = { $name }: took it back.
play-left = { $name }: left.
play-returned = { $name }: came back.
play-corrected = Corrected for { $name }: { $was } is now { $is }.
play-has = { $name } has { $points }.
play-box-gives = { $box } gives { $points }: { $why }.
play-refused = That is not possible: { $why }.
play-held = Held: { $dice }.
play-held-none = Nothing is held: all dice will be thrown.
play-chosen = To set aside: { $dice } for { $points }. Space throws on, b banks.
play-chosen-none = Nothing is chosen.
play-choose-first = First choose dice that score: their numbers, or a for all that score.
play-die-scores-nothing = This { $face } scores nothing here.
play-throw-first = Throw first: space.
play-stays-aside = This die stays aside until the turn ends.
play-no-throws-left = No throws left: choose a box with the arrows and Enter.
play-no-bank = Banking is for races; choose a box with the arrows and Enter.
play-race-keys = This is a race: choose dice, then space throws on and b banks.
play-race-first = Space throws.
play-race-choose = Choose dice that score by their numbers (a: all), then throw the rest (space) or bank (b).
play-aside = { $count ->
        [one] { $count } die aside.
       *[other] { $count } dice aside.
    }
play-bot-plays = A bot is playing; a moment.
play-no-such-key = This key does nothing here; ? shows the keys.
play-not-done = Nothing was done.
play-throws = { $throw ->
        [0] No throw yet
       *[other] Throw { $throw } of { $throws }
    }, { $left } left
play-turn-points = This turn: { $points }{ $more ->
        [0] {""}
       *[other] {" "}+ { $more } chosen
    }
play-die-held = HELD
play-die-aside = TAKE
play-bonus-short = { $group }: { $short } short of { $mark } (+{ $points })
play-bonus-reached = { $group }: { $mark } reached (+{ $points })
play-real-dice = Real dice
play-type-dice = { $name }: throw { $count ->
        [one] { $count } die
       *[other] { $count } dice
    } and type what they show, then Enter. Esc: not yet.
play-wrong-dice = `{ $typed }` can't have been thrown: type { $count ->
        [one] { $count } number
       *[other] { $count } numbers
    } from 1 to { $sides }.
play-correct = Correction
play-correct-box = { $name }, { $box } { $was }: what should stand there? Type points, or x for crossed out. Arrows up and down: in which box, now { $to }. Arrow right: another entry of the same box.
play-correct-race = { $name } has { $was }. What should it be? Type the score; inside a barrel also the turns left, like 310/2.
play-correct-real = Only a game with real dice can be corrected; u takes the last decision back.
play-correct-empty = Nothing stands here yet. Arrows left and right choose the player.
play-correct-how = Type points like 12, or x for crossed out.
play-sure = Sure?
play-ask-cross = Cross out { $box }?
play-ask-zero = Score 0 in { $box }? The dice do not fit it.
play-ask-warn = Really { $action }? It costs { $exact ->
        [no] about { $loss }, by an estimate
       *[yes] { $loss }
    }; best is: { $best }.
play-ask-leave = Leave the game? It is saved; kosti play --resume goes on with it.
play-ask-leave-unsaved = Leave the game? It could NOT be saved.
play-leave = Leave
play-yes-no = Enter or y: yes · Esc or n: no
play-yes-keys = y
play-no-keys = n
play-taken = another Kosti plays this game at this moment
play-not-saved = The game could not be saved: { $why }
play-coach = { $help ->
        [off] The coach is silent.
        [warn] The coach asks before a choice that costs more than { $warn }.
       *[on] The coach shows what everything is worth.
    }
play-coach-title = Coach
play-coach-column = worth
play-coach-value = Coach: { $worth ->
        [win] chance to win { $value }
        [turns] turns to come { $value }
       *[points] to come { $value }
    }
play-coach-points = { $points } to come
play-coach-warns = The coach watches.
play-coach-ready = The coach is ready.
play-coach-solving = The coach is working the game out: { $percent } %
play-coach-win = Coach: chance to win { $exact ->
        [no] about { $percent } %
       *[yes] { $percent } %
    }
play-coach-failed = There is no coach for this game: { $why ->
        [dead-end] it may never end.
       *[too-large] it is too large to work out.
    }
play-explain-now = With { $dice }: { $why }.
play-title-help = ? help
play-title-unsaved = NOT SAVED
play-keys-sheet = space throw · 1-{ $dice } hold · ↑↓ Enter box · e explain · c coach · u undo · q leave
play-keys-race = 1-{ $dice } choose · a all · space throw · b bank · e rules · c coach · u undo · q leave
play-keys-dialog = Enter · Esc
play-keys-over = u undo · q leave
play-keys-start = ↑↓ line · ←→ change · Enter next · Del take a player away · Esc leave
play-keys-resume = ↑↓ choose · Enter go on · q leave
play-help-title = Keys
play-help-sheet = space, r: throw the dice that are not held
    1, 2, 3 …: hold a die, or let it go
    ↑ ↓: choose a box; Enter scores it
    x: cross the box out
    (12): what the dice would give the box now; (x): it can only be crossed out; -: not now; x: crossed out
play-help-race = space, r: set the chosen dice aside and throw the rest
    1, 2, 3 …: choose a die that scores; a: all that score
    b: set the chosen dice aside and bank
play-help = ← →: look at another player
    e: explain, with examples
    u: take the last decision back
    c: the coach: silent, warns, shows
    q, Ctrl-C: leave; the game is saved
    The mouse works too: a click on a die or on a box, and once more to choose it.
play-help-real = m: correct what stands under the cursor
play-start-title = Kosti: a new game
play-start-game = Game
play-start-player = Player { $nth }
play-start-player-hint = Type a name; ← → make it a person or a bot; Del takes the player away.
play-start-add = + one more player
play-start-dice = Dice
play-start-virtual = thrown by Kosti
play-start-real = real ones, typed in
play-start-help = { $help ->
        [off] silent
        [warn] warns before costly choices
       *[on] shows what everything is worth
    }
play-start-begin = Begin
play-start-hint = Enter goes to the next line; on Begin it begins.
play-start-full = There are no more seats in this game.
play-start-unfinished = { $count ->
        [one] { $count } game is unfinished
       *[other] { $count } games are unfinished
    }: kosti play --resume goes on with it.
play-resume-title = Kosti: unfinished games
play-resume-line = { $date } { $game }: { $players }; { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } played
play-resume-none = no game is unfinished in { $place }
play-resume-over = { $file }: this game is over
play-resume-rules = { $file }: the rules of this game can't be found; give them: kosti play RULES --resume { $file }
play-no-terminal = `kosti play` needs a terminal; to let a program play, use `kosti ask`
play-bad-level = there is no bot `{ $level }`: there are beginner, regular, and perfect or, where best play is not known, careful
play-bad-warn = --warn takes a number of 0 or more
play-exists = { $file } is there already; go on with it: kosti play --resume { $file }
play-too-small = The terminal is too small: { $width }×{ $height } are needed, it has { $is-width }×{ $is-height }. Make it larger; the game waits.
play-over-hint = The record: { $file } — what luck did and what you did: kosti review FILE
play-farewell = The game is saved: { $file }
    Go on with it: kosti play --resume
play-farewell-over = The record: { $file }
    What luck did and what you did: kosti review { $file }

cli-play = Play in the terminal: alone, together at one keyboard, with bots, with real dice too
cli-play-examples = kosti play
    kosti play school --players Olena,Petro,bot:perfect
    kosti play yatzy --players Olena,Petro --real-dice
    kosti play --resume
cli-play-players = The players: names, and bot, bot:beginner, bot:regular, bot:perfect (bot:careful where best play is not known), separated by commas
cli-play-real_dice = The dice lie on the table; you type what they show
cli-play-coach = The coach: off, warn (asks before a costly choice) or on (shows what everything is worth); off by default
cli-play-warn = What a choice may cost before the coach asks: points, in a race per cent of the chance to win; 3 by default
cli-play-seed = The seed of dice and bots: the same seed and the same choices give the same game
cli-play-save = Save the game in this file; among your games by default
cli-play-resume = Go on with an unfinished game: this file, or choose one

site-not-found = there is nothing here; the API is described at /api/v1/docs
site-method-not-allowed = this method is not allowed here; the header Allow lists the allowed ones
site-not-json = the body must be sent as application/json
site-bad-json = the body can't be read: { $message }
site-not-an-object = the body must be a JSON object
site-bad-query = the query can't be read: { $message }
site-too-large = that is too large: at most { $most } bytes
site-too-slow = the rest of the request did not come: send it again
site-too-many = too many requests: try again in { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }
site-over-quota = so much was written from your network today that the server takes no more for now: try again in { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }
site-wrong-host = this server does not answer to the name “{ $host }”: use its own address. Its operator can add the name: kosti serve --public-url https://…
site-other-origin = the request comes from another site's page
site-no-token = a seat's token is needed: send it as `Authorization: Bearer TOKEN`
site-bad-token = that is not a token: 43 characters of letters, digits, - and _
site-not-invited = that is not the invitation to this table: ask the person who opened it
site-unknown-table = there is no such table
site-stale = the table has changed: look at it and decide again
site-one-action = send exactly one action: keep, score, cross, take with then, undo, leave, return or correct
site-unknown-box = there is no box `{ $id }` in this game
site-bad-dice = { $message }
site-bad-points = “{ $typed }” is neither points nor x for crossed out
site-game-or-rules = send either `game` (the id of a game) or `rules` (a rules file)
site-unknown-game = there is no game `{ $game }`; GET /api/v1/games lists the games
site-bad-rules = the rules can't be played by:
    { $faults }
site-coach-off = the coach is switched off at this table
site-not-on-turn = the coach advises only the player on turn
site-too-much-work = this takes more time or memory than a shared server allows; run `kosti` on your own machine for it
site-busy = the server is still working on this, or is busy: ask again in a moment
site-not-saved = it could not be saved, and nothing has changed: try again
site-disk-full = no room is left, the disk is full; it was not saved, and nothing has changed
site-damaged = the server's journal is damaged and can only be read; nothing has changed. The operator can repair it: kosti rescue
site-unclear = it is not known whether this was saved: send the same command again, it is not done twice
site-unreadable = this table can't be read: { $message }
site-broken = the server has a fault; it is not known whether anything has changed
site-away = the servers that store the tables don't answer: send it again in a moment
site-closing = the server is about to stop: try again in a moment
site-new-chain-needed = the dice of this table need a new chain

cli-serve = Host tables for people far apart: the API, and what pages need
cli-serve-examples = kosti serve
    kosti serve --lan
    kosti serve --listen 127.0.0.1:8080 --data ./tables
    kosti serve --data ./node1 --journal nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-serve-journal = NATS servers that keep the tables, for several Kosti servers with the same tables: nats://HOST:PORT,HOST:PORT,… All of them need the same file master.key in --data; lists stay there too. How to set up the servers: docs/operations.md
cli-serve-replicas = On how many NATS servers each record is kept: 1 to 5, 3 by default
cli-serve-listen = Where to listen: ADDRESS:PORT; 127.0.0.1:7171 by default, which only this machine reaches
cli-serve-data = Where tables are kept; among your data by default
cli-serve-lan = Let others in the same network in: listens on all addresses of this machine
cli-serve-web = Offer Kosti without a server too: the folder that `cargo xtask web` wrote
cli-serve-rate = Requests a second from one address, on average; 50 by default, 0 for no limit
cli-serve-behind_proxy = A proxy stands before Kosti: take addresses from its header X-Forwarded-For, and whether people use TLS from X-Forwarded-Proto. Only with a proxy that sets them
cli-serve-public_url = Where people reach the server from outside, like https://dice.example; may be repeated. Requests for other names are refused, except for this machine's names in its own network, and addresses in numbers. With https, cookies are only sent over TLS
cli-serve-metrics = Answer /metrics (for Prometheus) at ADDRESS:PORT instead, to whoever reaches that. By default only this machine is answered
cli-serve-tables_per_day = Tables that one address may open in a day; 1000 by default, 0 for no limit. Addresses of private networks have no limit
cli-serve-megabytes_per_day = Megabytes that one address may write in a day; 64 by default, 0 for no limit. Addresses of private networks have no limit
cli-serve-tables_in_memory = Tables that are kept in memory; 20000 by default. Those that nobody has asked for the longest leave it first, and stay on the disk
cli-serve-idle = Seconds after which a table that nobody asks for leaves the memory; 3600 by default. It stays on the disk
cli-serve-bot_pause = Milliseconds that a bot waits before its turn, so that a decision can be taken back; 1200 by default
cli-serve-limit = A time limit of the server, for slow machines and slow networks; may be repeated. request (10): a request's head or body. answer (25): a question, before the client is told to ask again. work (60): the check of a rules file; other work takes a multiple of it. witness (2): a witness of a throw. stop (5): requests that are open when the server stops. journal (15): NATS servers that do not answer
cli-serve-log = How to log, on standard error: text or json; KOSTI_LOG says what (info by default)
cli-judge = For `kosti serve`, which examines rules files in a separate process
cli-judge-examples = kosti judge < case.json
cli-rescue = Copy what can be read of a damaged journal into a new one
cli-rescue-examples = kosti rescue --data ./tables
cli-any-data = Where tables are kept; among your data by default
cli-rebuild = Build the lists of tables, finished games and statistics again from the journal
cli-rebuild-examples = kosti rebuild --data ./tables
    kosti rebuild --data ./tables --journal nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-rebuild-journal = The NATS servers that keep the tables, where this server shares them with others
cli-rebuild-replicas = On how many NATS servers each record is kept: 1 to 5, 3 by default
cli-backup = Copy all tables and the key to another directory; the server may run meanwhile
cli-backup-examples = kosti backup --data ./tables ./backup-monday
cli-backup-to = Where to: a directory without tables. kosti serve --data DIR serves from it
backup-done = { $records ->
        [one] { $records } entry is
       *[other] { $records } entries are
    } in { $place }; kosti serve --data { $place } would go on from there
backup-failed = { $place } can't be copied: { $why }
cli-copy = Copy all tables of one machine to NATS servers that several Kosti servers share, or back; every record is compared afterwards
cli-copy-examples = kosti copy --data ./tables --to nats://10.0.0.1,10.0.0.2,10.0.0.3
    kosti copy --data ./tables --from nats://10.0.0.1,10.0.0.2,10.0.0.3
cli-copy-to = The NATS servers to copy to; they must not have any tables yet
cli-copy-from = The NATS servers to copy from; --data must not have any tables yet, only their master.key
cli-copy-replicas = On how many NATS servers each record is kept: 1 to 5, 3 by default
copy-done = { $records ->
        [one] { $records } entry is
       *[other] { $records } entries are
    } copied and compared: the same in both places
copy-failed = It can't be copied: { $why }
serve-ready = Kosti is at { $address }
serve-lan-off = Open that in a browser to play. For phones in the room: kosti serve --lan
serve-lan-on = Open that on any phone in the room.
serve-data = Tables are kept in { $place }
serve-web = Kosti without this server, for any time without a network: the same address with { $path }
serve-bad-web = { $place } has not the files of `cargo xtask web`: { $message }
serve-shared = Tables are kept by the NATS servers { $servers }; the key and the lists are in { $place }
serve-sync-later = The NATS servers { $servers } write to the disk only now and then, so a power cut loses what players were told is saved. Set sync_interval: always on them (docs/operations.md)
serve-sync-unseen = Whether the NATS servers write to the disk before they answer can't be seen from here. They must have sync_interval: always (docs/operations.md)
serve-no-journal = The journal on the NATS servers can't be used: { $why }
serve-other-key = These tables belong to servers with another master.key. Copy that file from one of them into { $place } and start again
serve-without-nats = This kosti was built without NATS, so tables can't be shared between servers. Build it with: cargo build --release --features nats
serve-stop = Ctrl-C stops it; nothing is lost
serve-no-address = { $address } can't be listened on: { $why }. Choose another with --listen
serve-no-data = { $place } can't be used: { $why }
serve-bad-url = `{ $url }` is not the address of a server: write it like --public-url https://dice.example
serve-no-tables = There are no tables in { $place }: look at --data
serve-damaged = The journal in { $place } is damaged: tables can be looked at, and nothing can be written. kosti rescue --data { $place } copies what can be read into a new one
serve-new-key = master.key was not there, so there is a new one in { $place }: invitations have changed, and tables that were begun go on with a new chain for their dice. If you have the old file, put it back
rescue-sound = The journal in { $place } is sound; there is nothing to rescue
rescue-done = { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } with { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } copied. The damaged journal is kept as { $kept }
rescue-lost = lost: table { $table }: { $why }
rescue-failed = the journal in { $place } can't be rescued: { $why }
rebuild-done = { $records ->
        [one] { $records } entry
       *[other] { $records } entries
    } of { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } read
rebuild-skipped = { $skipped ->
        [one] { $skipped } entry was
       *[other] { $skipped } entries were
    } left out: such an entry can't be read, or one before it at the same table

## Pages

page-skip = To the contents
page-more = More
page-settings = Menu
page-rules = Rules
page-own = Your own game
page-own-game = A game of one's own
page-home = Home
page-home-title = Dice games
page-not-found = There is no page here. Perhaps the link was cut short.
page-problem = That did not work
page-lost = The connection is lost; it is being made again…
offline-about = Dice games: alone, against bots, several people on one device, without a network
offline-starting = Kosti is being put on this device; after that it needs no network.
offline-unsupported = This browser cannot run Kosti: it needs JavaScript and service workers, over https or on this machine.
offline-failed = The tables on this device cannot be opened. Nothing was changed.
offline-again = Try again
offline-away = The server is away. Its tables stay there, and go on when it is back.
device-title = This device
device-only-here = A table without a server is only on the device where it was opened; as a file it comes to another one.
device-about = Everything is on this device: tables, settings, solved games. Nothing is sent anywhere, and it works without a network.
device-tables = Tables ({ $count })
device-none = There is no table yet.
device-used = { $used } MB of this device are in use; the browser allows { $most } GB.
device-kept = The browser has promised to keep the tables, also when space is short.
device-not-kept = The browser has not promised to keep the tables: when space is short, or after weeks without a visit, it may delete them. Ask it to keep them, install Kosti, or save the tables as a file.
device-keep = Ask the browser to keep them
device-refused = The browser does not promise it now. Most do after Kosti is installed or used for a while. A file is safe in any case.
device-unreadable = This table cannot be read: { $why }
device-export = Save the tables
device-export-about = One file with all games that have begun, and with your seats in them: who has the file can play on. A single record, without the seat, is at each table.
device-export-all = Save all tables as a file
device-import = Bring tables here
device-import-about = A file with all tables of another device, or the record of one game. Every throw is derived again before a table is taken.
device-import-go = Bring them here
device-imported = Tables brought here
device-added = taken
device-known = was here already
device-other-history = This table is here with another history; nothing of it was changed.
device-unproven = Not taken: { $why }
here-offer = Without a network
here-instead = Play on this device instead
verify-title = Check dice
verify-about = This device derives every throw of a game again, with its own program: nothing of it comes from the server that threw the dice.
verify-address = Address of the table
verify-fetch = Fetch and check
verify-asks = The server is asked for the record of this table, and learns nothing but that. It must be reachable from here, and of a version that lets others read its records; else download the record there and choose it here.
verify-file = A record
verify-choose = Choose a file
verify-paste = Or paste its text
verify-check = Check
verify-holds = Every throw holds
verify-no-address = That is no address of a table: it looks like https://dice.example/t/abcdefghijkl
verify-unreachable = That server cannot be read from here: it is away, this device is offline, or the browser does not allow it. Download the record there and choose the file here.
verify-status = The server has no record of this table (answer { $status }): the game may not have begun.
verify-too-long = The record is too long for this page: `kosti verify` reads it.
computing = Computing on this device
computing-stop = Stop
computing-again = Go on
computing-stopped = Stopped
page-theme-auto = Look: as the system has it
page-theme-day = Look: paper
page-theme-night = Look: blackboard
page-sound-on = Sound: on
page-sound-off = Sound: off
page-api = For programs
page-mine = Your tables
page-status-seating = waiting for players
page-status-playing = being played
page-status-over = over
page-join = Join a table
page-code = Code or link
page-join-go = Join
page-code-unknown = Nobody waits at a table with the code “{ $code }”. Look at the letters again, or ask for the link; whoever opened the table must have its page open.
page-games = The games
page-play-alone = Play alone
page-play-alone-of = { $game }: play alone
page-play-bot = Against a bot
page-play-bot-of = { $game }: against a bot
page-play-friends = With friends
page-play-friends-of = { $game }: with friends
page-continue = Continue
page-with = with { $names }
page-find = Find a game
page-find-go = Find
page-none-found = No game has this name.
page-level-easy = easy to learn
page-level-medium = some rules to learn
page-level-hard = for those who know more
page-length-turns = { $turns ->
        [one] one turn
       *[other] { $turns } turns
    }
page-options = Dice and coach
page-options-house = Dice, coach, house rules
games-start = Start here
games-five-dice = Five dice
games-race-group = Races
games-long = Long ones
games-others = Other sheets
page-open = Open a table
page-open-of = { $game }: open a table
page-rules-of = { $game }: rules
page-bot-name = Bot
page-you = You
page-players = Who plays
page-more-seats = More seats
page-seat-who = Who sits on seat { $nth }
page-seat-name = Name of player { $nth }
page-who-here = person, here
page-who-link = person, by link
page-who-beginner = bot, beginner
page-who-regular = bot, regular
page-who-perfect = bot, perfect
page-who-careful = bot, careful (plays by estimates)
page-who-perfect-of-two = bot, perfect (careful among three or more)
page-who-nobody = nobody
page-dice = Dice
page-dice-virtual = thrown by Kosti, and anybody can check them
page-dice-real = real dice on your table, typed in here
page-coach = Coach
page-coach-own = whoever is on turn may ask it, alone
page-coach-all = everybody may see what it says
page-coach-off = nobody asks it
page-differs = differs from the standard
page-differs-here = House rules that differ from the standard
page-open-go = Open the table
page-invited = You are invited: { $game }
page-at-table = At the table: { $names }.
page-your-name = Your name
page-sit-down = Sit down
page-no-seat = All seats are taken.
page-watch = Only watch
page-waiting = Who is there
page-seat-free = a free seat
page-start = Begin without those who have not come
page-you-watch = You watch. The link to play has another address: ask whoever opened the table.
page-people = Players
page-watching = watching:
page-is-here = here
page-is-away = away
page-is-bot = a bot plays
page-has-left = has left
page-on-turn = on turn
page-send-link = Send this link to those who should play:
page-tell-code = Or tell them the code:
page-qr = QR code of the link
page-copied = The link is copied.
page-share = Share
page-copy = Copy
page-copied-short = Copied
page-share-invitation = Let us play { $game } on Kosti:
page-watch-link = To watch:
page-only-here = These links work on this device only. For phones in the room start Kosti with: kosti serve --lan
page-take-back = Play myself again
page-stand-in = Let a bot play
page-stand-in-of = Let a bot play for { $name }: { $level ->
    [beginner] beginner
    [perfect] perfect
    [careful] careful
   *[regular] regular
}
page-vacate = Free the seat
page-vacate-of = Free the seat of { $name }
page-go = Leave the game
page-come-back = Come back
page-leave = { $name } leaves
page-return = { $name } comes back
page-delete = Delete the table
page-delete-sure = The table will be gone for everybody, and nobody can bring it back.
page-delete-go = Delete it
page-sheet = Score sheet
page-short-of = { $short } short of { $mark } for +{ $points }
page-score-box = { $box }: write { $points }
page-cross-box = { $box }: cross out
page-announce-box = { $box }: announce
page-announced = This turn is for { $box }, which is announced.
page-must-announce = Only boxes that have to be announced are left: announce one (!).
page-crossed = crossed out
page-best = best
coach-estimate = An estimate.
page-throw = Throw
page-throw-lot = Throw for the start
page-throw-again = Throw again
page-throw-rest = Set aside, throw the rest
page-bank = Bank
page-turn-points = This turn: { $points }
page-choose-box = Choose a box.
page-choose-dice = Choose the dice to set aside.
page-choose-others = Not all of these dice score.
page-held = held
page-held-legend = Dice: tap those to hold
page-taken = take
page-bank-wins = and win
page-bank-last-round = the last round begins
page-bank-barrel-in = into the barrel
page-bank-barrel-out = out of the barrel
page-bank-barrel-back = back to { $score }
page-taken-legend = Dice: tap those to set aside
page-coach-keeps = the coach keeps it
page-face-1 = one
page-face-2 = two
page-face-3 = three
page-face-4 = four
page-face-5 = five
page-face-6 = six
page-in-the-air = The dice are in the air.
page-mark-both = ✓✓ proven by { $name } and { $witness }
page-mark-thrower = ✓ proven by { $name }
page-mark-witness = ✓ proven by { $witness }
page-mark-server = ○ the server's word
page-mark-checked = · checked here
page-dice-foreseen = No other player's device can witness the next throw: whoever runs this server could foresee it.
page-dice-alarm = Do not trust these dice: { $what }. Your browser gives this server nothing more. Download the record and check it with kosti verify.
page-dice-replaced = the server shows another history than it told before: it cheats, or its tables were restored from a backup
page-dice-dropped = Throw { $what } fell without your device as the witness, although it had answered. Once may be a slow connection; again and again is a server that does not like the dice.
page-dice-left = Throw { $what } fell without your device as the witness: it slept, or was not connected. If it was awake, the server never asked it.
page-dice-foreign = A chain that is not this browser's was begun for your seat: by another device of yours, or by the server.
page-dice-burnt = Your part in throw { $what } was shown before it counted; your browser has begun a new chain.
page-your-turn = Your turn
page-bot-on-turn = the bot plays
page-waits = waits
page-has-won = has won
page-others-turn = The dice are with another player.
page-boxes = Boxes
page-lower-section = Lower section
page-sum = Sum
page-whole-sheet = All
page-round = round { $nth } of { $of }
page-first-to = first to { $target }
page-nth-throw = throw { $nth } of { $of }
page-tap-to-hold = tap a die to hold it
page-hold-more = hold at least { $least } more
page-left = { $left } left
page-throw-count = { $count ->
        [0] All dice are held
        [one] Throw { $count } die
       *[other] Throw { $count } dice
    }
page-bust = bust
page-bust-chance = bust
page-last-turns = The last turns
page-barrel-more = { $points } more to get out
page-away-on-turn = { $name } is away.
page-bot-for-you = A bot plays for you.
page-think-again = Think again
page-coach-loses = Points or chances lost against the best choice.
page-coach-invites = Shows what each choice loses against the best one. Only you see it.
page-coach-show = Show the coach
page-coach-hide = Hide the coach
page-keys = Keys
page-key-hold = hold a die
page-key-throw = throw
page-key-score = choose a box, write
page-key-bank = bank
page-key-undo = take back
page-key-coach = coach
page-key-list = this list
page-highlight-bust = Bust!
page-highlight-score-lost = Everything lost!
page-highlight-hot = Hot dice!
page-highlight-alike = { $count } alike!
page-highlight-bonus = Bonus +{ $points }!
page-highlight-barrel-in = Into the barrel
page-highlight-barrel-out = Out of the barrel!
page-bonus = Bonus
page-pace = { $ahead ->
    [yes] { $points } ahead of the bonus
   *[no] { $points } behind the bonus
}
page-bonus-from = from { $mark }
page-hold = Hold
page-undo = Take back
page-close = Close
page-yes = Yes
page-no = No
page-back = Back
page-coach-thinking = The coach is working the game out; a moment.
page-help-off = off
page-help-show = shows
page-help-warn = warns
page-lately = What happened
page-nothing-yet = Nothing yet.
page-print = Print
page-history = History
page-review = The review
page-again = Play again
page-to-rematch = To the next game
result-alone = Your result
result-wins-by = { $name } wins by { $margin }
result-wins = { $name } wins
result-you-win-by = You win by { $margin }
result-you-win = You win
result-draw = A draw: { $names }
result-series = The series:
result-new-best = Your best game! Before: { $before }
result-best = Your best: { $best }
result-best-turn = Best turn: { $name }, { $points }
result-best-bank = Best turn: +{ $points }
result-race-turns = { $turns ->
        [one] One turn
       *[other] { $turns } turns
    }, { $busts ->
        [0] no bust
        [one] one bust
       *[other] { $busts } busts
    }
result-better-than = Better than { $percent } % of perfect games
result-average = average
result-luck = luck
result-choices = choices
result-you = result
result-luck-great = The dice were very kind;
result-luck-good = The dice were kind;
result-luck-fair = The dice were fair;
result-luck-bad = The dice were unkind;
result-luck-terrible = The dice were cruel;
result-choices-perfect = the choices nearly perfect.
result-choices-good = the choices good.
result-choices-costly = some choices were costly.
result-copied = The result is copied.
card-invited = You are invited
page-check-dice = Check the dice
page-record = Download the record
page-enter-dice = { $name }: { $count ->
    [0] is that what fell?
    [one] throw, and tap what fell: one die more
   *[other] throw, and tap what fell: { $count } dice more
}
page-dice-right = That is right
page-take-off = take off: { $face }
page-correct-entry = { $name }, { $box }: { $was }. Correct it
page-correct-score = { $name } has { $was }. Correct it
page-correct-joker = { $name }, jokers: { $was }. Correct it
page-correct-points = Points, or x for crossed out
page-correct-left = Turns left in the barrel
page-correct-box = Box
page-correct-go = Correct
page-review-waits = The game is being worked out; a moment.
page-look-again = Look again
page-went = { $name }: from { $start } to { $end }.
page-luck-and-skill = Luck and skill
review-lucky = A lucky game: luckier than about { $games } of 100.
review-unlucky = An unlucky game: about { $games } of 100 are luckier.
review-inaccurate = { $count ->
        [one] { $name }: one choice that cost something
       *[other] { $name }: { $count } choices that cost something, worst first
    }
page-to-table = To the table
page-try = Try it again
page-try-of = Try it again: turn { $turn }, { $dice }
page-try-illegal = That is not possible here.
page-throw-held = Hold these, throw the others

## A finished game step by step, its chart and its puzzles

replay-title = Step by step
replay-link = Step through the game
replay-step = Step { $step } of { $steps }, turn { $turn }
replay-start = The game begins.
replay-steps = Steps of the game
replay-first = To the start
replay-back = One step back
replay-next = One step on
replay-last = To the end
replay-next-costly = To the next costly choice
replay-chosen = chosen
replay-no-choice = There is nothing to choose here.
replay-was-best = The best choice.
replay-cost = The choice that was made costs { $worth ->
        [win] { $amount } of the chance to win
        [turns] { $amount } of a turn
       *[points] { $amount } points
    }.
replay-lucky = A lucky throw: it brought { $worth ->
        [win] { $amount } of the chance to win
        [turns] { $amount } of a turn
       *[points] about { $amount } points
    }.
replay-unlucky = An unlucky throw: it cost { $worth ->
        [win] { $amount } of the chance to win
        [turns] { $amount } of a turn
       *[points] about { $amount } points
    }.
replay-turn-points = In this turn: { $points } points, { $aside } dice aside
chart-lucky = great luck
chart-unlucky = bad luck
chart-mistake = a costly choice
chart-turns = From left to right: the turns.
chart-tap = Tap a mark to see the position.
chart-mark = { $name }, turn { $turn }: { $kind ->
        [lucky] a lucky throw
        [unlucky] an unlucky throw
       *[mistake] a costly choice
    }, { $amount }
review-numbers = The numbers
review-choices-best = Every choice was the best one.
review-choices = { $best } of { $decisions } choices were the best; the others cost { $worth ->
        [win] { $amount } of the chance to win
        [turns] { $amount } turns
       *[points] { $amount } points
    } in all.
review-puzzles = { $count ->
        [one] Try it again as a puzzle
       *[other] Try all { $count } again, one after the other
    }
review-all = { $count ->
        [one] And one more
       *[other] And { $count } more
    }
review-see = See the position
review-see-of = See the position: turn { $turn }, { $dice }
puzzle-nth = Puzzle { $nth } of { $all }
puzzle-how = { $name } is on turn. What would you do?
puzzle-at = Turn { $turn }, throw { $throw }
puzzle-right = Right!
puzzle-wrong = Not the best choice
puzzle-once-more = Try another choice, or go on.
puzzle-next = Next
puzzle-solution = See the solution
puzzle-end = All puzzles
puzzle-none = There is nothing to try again here.
puzzle-score = { $right } of { $tried } solved at the first try.
puzzle-to-review = Back to the review

## Pages that tell: rules, a game of one's own, sheets for paper, history, proof

site-bad-upload = the form can't be read: choose the file again
site-not-text = the file is no text in UTF-8: choose a rules file
page-rules-all = The rules of all games
page-aim = The aim
page-turn = A turn
strategy-most = On average most points come from { $boxes }.
strategy-nothing = { $box } brings nothing { $share } times out of 100{ $count ->
        [0] .
       *[other] , and these often go empty too: { $others }.
    }
strategy-nothing-rare = Hardly any box goes without points.
strategy-bonus = { $group }: the { $points } more for { $sum } are reached in { $share } of 100 games.
strategy-penalty = { $group }: { $sum } are reached in { $share } of 100 games; in the others { $points } are taken away.
strategy-order = Filled early: { $early }. Kept for the end: { $late }.
strategy-result = Half of all games end with { $half } or more, one in ten with { $tenth } or more.
strategy-table = Box by box
strategy-box = Box
strategy-points = on average
strategy-empty = nothing
strategy-turn = in turn
strategy-turn-brings = A turn that scores brings { $points } points on average; { $lost } of 100 turns bring nothing.
strategy-risk = The next throw loses everything { $risks }.
strategy-risk-of = { $dice ->
        [one] { $value } times out of 100 with one die
       *[other] { $value } with { $dice } dice
    }
strategy-stop = At the start of a game it is best to bank from { $stops }.
strategy-stop-with = { $dice ->
        [one] { $value } points if one die is left to throw
       *[other] { $value } if { $dice } dice are left
    }
strategy-stop-alone = { $value } points
strategy-table-dice = By the number of dice
strategy-dice = Dice to throw
strategy-lost = loses all
strategy-bank-from = bank from
page-hurry = Faster
page-why-all = Why these numbers?
page-learn = Learn by playing
page-learn-of = { $game }: learn by playing
teach-end = End the lesson
teach-lot = First everybody throws once: that decides who starts.
teach-second-turn = Each box is filled once, so the full ones are gone.
teach-last-turn = The last turn of this lesson: try it yourself first, then look at the star.
teach-keep = Keep the dice with a star: tap them, then throw the other { $count ->
        [one] one
       *[other] { $count }
    }. You may throw { $left ->
        [one] once more.
        [2] twice more.
       *[other] { $left } more times.
    }
teach-throw-all = Nothing here is worth keeping: throw them all again. You may throw { $left ->
        [one] once more.
        [2] twice more.
       *[other] { $left } more times.
    }
teach-score = { $left ->
        [0] { $box } is best now: { $points }. Tap it on the sheet.
       *[other] Stop here: { $box } gives { $points }. Tap it on the sheet.
    }
teach-give-up = Nothing fits well, but one box must be filled. { $box } costs least: tap it.
teach-announce = Announce { $box }: tap the “!” in it. Then this turn is for that box alone.
teach-keep-any = Tap the dice you want to keep, then throw the others. You may throw { $left ->
        [one] once more.
        [2] twice more.
       *[other] { $left } more times.
    }
teach-write-any = Tap the box on the sheet that you want to fill.
teach-race-turn = You have { $score } of { $target }.
teach-lost = Nothing scored, so the points of the turn are gone. That is the risk of every throw.
teach-barrel = You are in a barrel: reach { $exit } in { $left ->
        [one] one turn
       *[other] { $left } turns
    }, or you fall back to { $from }.
teach-aside-any = Tap dice that score to set them aside, then bank or throw the rest.
teach-go-on = Set these aside for { $points }, then throw the other { $left ->
        [one] one: it scores nothing { $lost } times out of 100.
       *[other] { $left }: they score nothing { $lost } times out of 100.
    }
teach-hot = All dice score: set them aside for { $points }, then throw all of them again.
teach-bank = Set these aside and bank { $sum }. One more throw of { $left ->
        [one] one die
       *[other] { $left } dice
    } would lose it { $lost } times out of 100.
teach-double = A double: nothing is lost. Throw all dice again.
teach-double-bank = A double: nothing is lost. Bank what you have.
teach-goodbye = That is how it goes! From here on you play by yourself; the lamp above asks the coach.
page-facts = More rules
page-instead-of = (standard: { $usual })
page-change-rules = Change these rules
page-rules-file = Download the rules file
page-show-rules = Show the rules with these choices
page-outlook = How to play well
page-outlook-total = Perfect play scores { $value } on average; most games end within { $deviation } of that. This is exact, and worked out for just these rules.
page-outlook-total-estimate = This game is too large to be worked out exactly. Careful play scores about { $value } on average; most games end within { $deviation } of that.
page-outlook-points = Perfect play brings { $value } points on average; most games end within { $deviation } of that. This is exact, and worked out for just these rules.
page-outlook-estimate = The best play that is known brings about { $value } points on average; most games end within { $deviation } of that. It is an estimate.
page-outlook-win = Of two who play perfectly, the one who starts wins { $value } of the games.
page-outlook-win-long = Who wins of two takes minutes to work out. Coach and careful bots play for the fewest turns here.
page-outlook-turns = Perfect play alone takes { $value } turns on average; most games end within { $deviation } of that.
page-outlook-working = It is being worked out; a moment.
page-outlook-long = Working this game out takes minutes.
page-outlook-wish = Work it out
page-own-about = Describe a game in a rules file, and it can be played here: Kosti checks the file, explains its rules, draws its sheet and works out best play, exactly or by an estimate. It is saved only with the tables that you open.
page-own-text = The rules file
page-own-file = Or choose a file (at most 64 KiB); it goes before the text
page-own-check = Check the rules
page-own-from = Begin with something that works
page-own-start = An example with remarks
page-own-new-sheet = A score sheet by a few questions
page-own-new-race = A race to a score by a few questions
page-own-write = Write the file
page-own-preview = What Kosti makes of the text
page-own-understood = How Kosti understands it
page-own-understood-about = This is read from the compiled rules. A rule that is missing here is not played.
page-own-link = A link to this game
page-own-empty = Nothing was sent: paste the text of a rules file, or choose one.
page-own-faults = { $count ->
    [one] There is an error in the file. Nothing was saved.
   *[other] There are { $count } errors in the file. Nothing was saved.
}
page-own-places = The file, with its errors
page-own-mend = Change the file
page-own-sound = The file is sound: this is the game that it describes.
page-line = Line { $line }:
page-column = (column { $column })
page-print-of = { $game }: score sheet
page-print-empty = Print an empty sheet
page-print-how = If the button does nothing, use “Print” in the browser's menu. Only the sheet is printed.
page-columns = Players
page-columns-go = Draw
page-times = Times are universal time (UTC).
page-correction = correction
page-taken-back = taken back
page-past-opened = The table was opened: { $game }.
page-past-seated = { $name } sat down.
page-past-started = The game began: { $names }.
page-past-stood-in = A bot plays for { $name }: { $level ->
    [beginner] beginner
    [perfect] perfect
    [careful] careful
   *[regular] regular
}.
page-past-took-back = { $name }: plays again.
page-past-vacated = The seat was freed: { $name }.
page-past-resumed = The end no longer holds; the game goes on.
page-past-rematched = The next game was opened.
page-proof-none = There is nothing to check yet: { $why }.
page-proof-fails = The dice of this table are NOT proven: { $why }.
page-proof-means = Every part of a throw was fixed before it: the server's, and that of each device named beside it. The dice follow from these parts together and from nothing else, so no part can be chosen to suit the others.
page-proof-yourself = Check it yourself
page-proof-how = This page, and the script that marks throws at the table, come from the same server that threw the dice. Download the record and check it with a Kosti of your own, without any network:
page-proof-docs = docs/dice.md in Kosti's repository tells how the dice come about, exactly enough to write a checker of your own; docs/player.py there is a player in plain Python that checks every throw as it happens.
page-throws = Every throw
page-throw-number = No.
page-throw-who = Who
page-throw-proven = Proven by
page-course = The points after each turn:

# Making a game of one's own.
cli-balance = Balance report for game designers, under the best play known: what the game brings, what becomes of each box, what bonuses, seats and house rules are worth; says what is exact and what is measured
cli-balance-examples = kosti balance yatzy
    kosti balance mine.toml --json
    kosti balance thousand --house win=exceed
cli-check-watch = Check and solve one file again whenever it is saved, until Ctrl-C
cli-new-kind = What kind of game: sheet or race
cli-new-name = What the game is called
cli-new-dice = How many dice, 1 to 8
cli-new-sides = How many sides each die has, 2 to 12
cli-new-throws = How many throws a turn has, 1 to 9 (score sheet)
cli-new-target = The score that wins, 10 to 10000 (race)
cli-new-players = How many can play at most
new-name = My game
new-ask-kind = What kind of game? 1 a score sheet, 2 a race to a score
new-kind-sheet = sheet
new-kind-race = race
new-not-a-kind = 1 or 2, please: boxes to fill, or points to collect until somebody gets there.
new-ask-name = What is it called?
new-ask-dice = How many dice?
new-ask-sides = How many sides has each?
new-ask-throws = How many throws has a turn?
new-ask-target = Which score wins?
new-ask-players = How many can play at most?
new-ask-file = Which file?
new-not-a-number = A number from { $least } to { $most }, please.
new-left = left; nothing was written
new-no-throws = a race has no --throws: a turn goes on until the player banks or loses it
new-no-target = a score sheet has no --target: it ends when all boxes are full
new-race-players = a race is for two players at least
new-too-much = { $dice } dice with { $sides } sides are too much for Kosti: { $why }
watch-one = --watch watches one file
watch-hash = Hash { $hash }
watch-game = the game
watch-first = the first of two wins { $value }
watch-turns = turns alone { $value }
balance-result = What it brings
balance-total = The total: { $value } on the average, standard deviation { $deviation }.
balance-points = The points: { $value } on the average, standard deviation { $deviation }.
balance-exact = Perfect play for the total; every number is exact.
balance-spread-measured = Perfect play for the total; exact but for how likely each total is, counted in { $games } games.
balance-strong = Best play for points is not known: the bot “careful”, which plays by estimates, measured in { $games } games; ± is the standard error.
balance-sensible = Best play is not known, the game is too large to be solved: the bot “careful”, which values boxes apart and does not look beyond the turn, measured in { $games } games; ± is the standard error.
balance-boxes = Boxes
balance-boxes-about = How often each is scored and how often it gets 0 or is crossed out, the points it brings when scored and in a game, and the turn in which it is filled.
balance-boxes-several = Boxes that are filled several times: shares of their entries.
balance-box = Box
balance-scored = scored
balance-nothing = 0 or crossed
balance-when-scored = when scored
balance-brings = brings
balance-turn = turn
balance-marks = Bonuses and penalties
balance-bonus = { $group }: { $next ->
        [none] { $mark } or more
       *[other] { $mark } to { $next }
    } give { $points }, in { $met } of games: { $brings } a game.{ $worth ->
        [none] {""}
       *[other] {" "}It changes what the game is worth by { $worth }.
    }
balance-penalty = { $group }: less than { $mark } takes { $points } away, in { $met } of games: { $brings } a game.{ $worth ->
        [none] {""}
       *[other] {" "}It changes what the game is worth by { $worth }.
    }
balance-joker = Jokers bring { $brings } a game besides what they give in boxes.{ $worth ->
        [none] {""}
       *[other] {" "}That changes what the game is worth by { $worth }.
    }
balance-race-result = How long it takes
balance-turns = One alone who plays for the fewest turns: { $value } on the average, standard deviation { $deviation }.
balance-race-exact = Exact, and so is what a turn is like below.
balance-turn-title = A turn
balance-lost = { $share } of turns bring nothing.
balance-banked = A turn that brings something brings { $points } points.
balance-throws = Throws in a turn: { $throws }.
balance-hot = All dice aside and thrown again: { $count } times a turn.
balance-doubles = Doubles that let all dice be thrown again: { $count } a turn.
balance-combinations = What is set aside
balance-combination = Combination
balance-in-turn = times a turn
balance-in-game = times a game
balance-barrels = Barrels
balance-barrel = Barrel
balance-barrel-met = got into
balance-barrel-turns = turns in it
balance-barrel-resets = set back
balance-seats = Who wins
balance-seats-sheet = The chance of each seat to win alone when all play for their own result.
balance-seats-race = The chance of each seat to win when all play to win: between two by perfect play, among three by estimated chances.
balance-seats-hurry = The chance of each seat to win when all play for the fewest turns: to work out play to win takes too long here.
balance-seats-measured = What has a ± is measured, in { $games } games.
balance-players = players
balance-seat = seat { $seat }
balance-shared = shared
balance-house = House rules
balance-house-about = What the game is worth with each choice, the others as they are, and how much that is more or less.
balance-house-race = With each choice, the others as they are: the chance of the first of two, the turns of one alone, and how much that is more or less.
balance-rule = rule=choice
balance-value = value
balance-first = first wins
balance-alone = turns
balance-difference = difference
page-balance = How it plays
page-balance-of = How { $game } plays
page-balance-about = Balance report for game designers: what the game brings, what becomes of each box or combination, who wins from which seat, and what house rules change. It is under the best play known, and says where numbers are measured.
page-balance-working = It is being worked out. This page looks again by itself; without scripts, look again in a moment.
page-balance-likely = How likely each result is
page-balance-range = Result
page-balance-share = Share of games
