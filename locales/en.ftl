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
fault-too-long = the file is { $bytes } bytes long
    .help = a rules file can have { $most } bytes at most
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
        [from] `from` goes down to { $is }
       *[other] `{ $what }` can't be { $is }
    }
    .help = { $what ->
        [from] each step begins higher than the one before: here at { $least } or more
       *[other] write a whole number from { $least } to { $most }
    }
fault-tables-too-large = the game is too large: its tables would have { $cells } entries
    .help = { $most } at most: use fewer dice, fewer sides or fewer boxes
fault-no-family = there is no game yet: neither boxes nor a race
    .help = a score-sheet game has `throws = 3` and boxes like `[box.pair]`; a race has `[race]`
fault-both-families = `{ $key }` has no place in a race
    .help = a game is either a race or a score sheet: take out `{ $key }`, or `[race]`
fault-no-boxes = the game has no boxes
    .help = add a box like `[box.pair]`, or a group with `per-number`
fault-too-many-boxes = the game has { $is ->
        [one] { $is } box
       *[other] { $is } boxes
    }
    .help = { $most } at most
fault-bad-id = a box can't be called `{ $id }` in the file
    .help = use small letters a to z, digits and dashes, like `two-pairs`; on the sheet it is called what `name` says
fault-same-id = there are two boxes `{ $id }`
    .help = call one of them something else
fault-unknown-box = there is no box `{ $id }`
    .near = did you mean `{ $near }`?
fault-unknown-group = there is no group `{ $id }`
    .near = did you mean `{ $near }`?
fault-unknown-option = there is no house rule `{ $id }`
    .near = did you mean `{ $near }`?
fault-unknown-choice = the house rule has no choice `{ $id }`
    .near = did you mean `{ $near }`?
fault-no-score = box `{ $id }` does not say what it gives
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
fault-list-length = { $is ->
        [0] the list is empty
        [one] the list has { $is } entry
       *[other] the list has { $is } entries
    }
    .help = { $should ->
        [1] it needs at least one
       *[other] it needs { $should }
    }
fault-too-many-dice = this needs { $needs ->
        [one] { $needs } die
       *[other] { $needs } dice
    }, and the game has { $dice }
    .help = ask for fewer, or play with `dice = { $needs }`
fault-wild-combination = a box with `wild` can't score `"combination"`
    .help = say what it gives in another way, like `score = {"{ points = 20 }"}`: the die stands for another, so there is no one sum
fault-bonus-in-two = a group can't have both a bonus and a penalty
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
fault-never-scores = no dice can score in box `{ $id }`
    .help = look at what it `needs`, and at its `score`
fault-no-combination = combination `{ $id }` is never worth anything
    .help = look at what it `needs`, and give it `points` above 0
fault-points-per-number = combination `{ $id }` has points for each number, but its dice are of several numbers
    .help = write one number for all: `points = 100`, for example
fault-barrel-order = a barrel can't go from { $from } to { $exit } here
    .help = `from` is below `exit`, and each barrel begins where the one before ends, or later
fault-barrel-past-target = the barrel ends at { $exit }, past the target of { $target }
    .help = write `exit = { $target }` or less
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
fault-stuck = a player with { $dice } and only { $open } open can do nothing
    .help = let dice that do not fit score zero with `unfit = "zero"`, or let the box be crossed out with `cross = "last-throw"`

## What a place in a rules file takes: "write …".

expected-whole-number = a whole number
expected-text = text in quotes
expected-texts = text in quotes, or one text per language: `{"{ en = \"Pair\", uk = \"Пара\" }"}`
expected-yes-no = `true` or `false`
expected-list = a list in square brackets
expected-table = keys with values: `{"{ key = value }"}`, or lines below a heading in square brackets
expected-one-word = one word in quotes, or a word that has a value: `{"{ word = … }"}`
expected-amount = a whole number, `"number"` or `"-number"`
expected-outcome = a whole number or `"refused"`
expected-dice = the faces as a list: `[2, 2, 5, 5, 5]`
expected-numbers = a whole number, or a list of whole numbers

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

sheet-unknown-box = there is no box `{ $id }`
sheet-too-many = box `{ $id }` can be filled { $fill ->
        [one] only once
       *[other] { $fill } times only
    }
sheet-impossible = no dice give { $points } in box `{ $id }`
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
why-plus = plus { $points }: { $sum }
why-hand-times = from the hand ×{ $times }: { $sum }
why-hand-points = from the hand: { $points }
why-hand-plus = from the hand plus { $points }: { $sum }
why-unfit = the dice do not fit
    .about = the dice do not fit: { $about }
why-unfit-zero = the dice do not fit and score 0
    .about = the dice do not fit and score 0: { $about }
why-gate = first score { $left } more of { $group }
why-last-resort = everything else is full and the dice do not fit: { $points }
why-wins = { $win }: wins the game at once
why-full = the box is full
why-may-cross = it may be crossed out
why-cross-later = it may be crossed out after the last throw only
