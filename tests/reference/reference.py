#!/usr/bin/env python3
"""A naive reference for the rules of Kosti's games, written from the rules alone.

    python3 reference.py questions [--seed N] [--every N]
                                                JSON lines {"request": ..., "answer": ...} for `kosti ask`;
                                                of the exhaustive ones, one of every N
    python3 reference.py counts GAME            sizes of the game as one JSON object (default house rules)
    python3 reference.py selftest               the worked examples of the rules, as assertions

Standard library only. Everything is brute force over the dice; quotations are from the rules.
"""
import itertools
import json
import math
import random
import sys
from functools import lru_cache

FACES = (1, 2, 3, 4, 5, 6)
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
YAMB_ROWS = (*NUMBERS, "max", "min", "straight", "full", "poker", "yamb")
YAMB_COLUMNS = ("down", "free", "up", "announced")
YAHTZEE_ROWS = (*NUMBERS, "three", "four", "full-house", "small-straight", "large-straight", "yahtzee", "chance")
TRIPLE = {"single": 1, "double": 2, "triple": 3}

# dice, throws a turn, how often each box is filled, house rules (default choice first), boxes in sheet order
GAMES = {game: dict(dice=dice, throws=throws, room=room, house=house, boxes=tuple(boxes.split()))
         for game, dice, throws, room, house, boxes in (
    ("school", 5, 3, 1, {"two-pairs": ("literal", "different"), "big-straight": ("doubled", "thirty")},
     "ones twos threes fours fives sixes pair set two-pairs full care little-straight big-straight poker trash"),
    ("dice-poker", 5, 3, 1, {"pair-from-three": ("forbidden", "allowed")},
     "ones twos threes fours fives sixes pair two-pairs three straight-1-5 straight-2-6 full-house four poker chance"),
    ("yatzy", 5, 3, 1, {}, "ones twos threes fours fives sixes "
     "pair two-pairs three four small-straight large-straight full-house chance yatzy"),
    ("balut", 5, 3, 4, {}, "fours fives sixes straight full-house chance balut"),
    ("crag", 3, 2, 1, {}, "ones twos threes fours fives sixes "
     "straight-1-2-3 straight-4-5-6 straight-2-4-6 straight-1-3-5 three thirteen crag"),
    ("generals", 5, 3, 1, {"straight": ("circle-and-joker", "joker", "circle")},
     "ones twos threes fours fives sixes straight full-house four general"),
    ("generala", 5, 3, 1, {"double": ("played", "none"), "straight": ("plain", "round"), "served": ("wins", "points")},
     "ones twos threes fours fives sixes straight full-house four generala double-generala"),
    ("kniffel", 5, 3, 1, {"more-kniffels": ("nothing", "joker")}, "ones twos threes fours fives sixes "
     "three four full-house small-straight large-straight kniffel chance"),
    ("maxi-yatzy", 6, 3, 1, {}, "ones twos threes fours fives sixes pair two-pairs three-pairs three four five "
     "small-straight large-straight full-straight full-house villa tower chance maxi-yatzy"),
    ("poker-dice", 5, 3, 1, {}, "hand"),
    ("ship-captain-crew", 5, 3, 1, {"cargo": ("both", "either")}, "cargo"),
    ("midnight", 6, 6, 1, {"needs": ("one-four", "two-four")}, "four"),
    ("kismet", 5, 3, 1, {"alike": ("any", "different")}, "ones twos threes fours fives sixes "
     "two-pairs three straight flush full-house full-house-colour four yarborough kismet"),
    ("yacht", 5, 3, 1, {}, "ones twos threes fours fives sixes full-house four little-straight big-straight choice yacht"),
    ("yamb", 5, 3, 1, {}, " ".join(f"{row}-{column}" for column in YAMB_COLUMNS for row in YAMB_ROWS)),
    ("triple-yahtzee", 5, 3, 1, {}, " ".join(f"{row}-{column}" for column in TRIPLE for row in YAHTZEE_ROWS)),
    ("yahtzee", 5, 3, 1, {"joker": ("forced", "none")}, "ones twos threes fours fives sixes "
     "three four full-house small-straight large-straight yahtzee chance"))}

def boxes_of(game, house):
    """The boxes that are there under these house rules."""
    absent = {"double-generala"} if game == "generala" and house[0] == "none" else set()
    return [box for box in GAMES[game]["boxes"] if box not in absent]

# ---------------------------------------------------------------- dice
def multisets(n):
    """Every multiset of n dice, as sorted tuples."""
    return list(itertools.combinations_with_replacement(FACES, n))

@lru_cache(maxsize=None)
def submultisets(dice):
    """Every distinct sub-multiset of the (sorted) dice, the empty one and all of them included."""
    return sorted({c for k in range(len(dice) + 1) for c in itertools.combinations(dice, k)})

def contains(dice, combination):
    return all(dice.count(n) >= combination.count(n) for n in combination)

def without(dice, combination):
    return tuple(n for n in FACES for _ in range(dice.count(n) - combination.count(n)))

def best(dice, combinations):
    """The sum of the best of the combinations that the dice contain, or None."""
    return max((sum(c) for c in combinations if contains(dice, c)), default=None)

ALIKE = {k: [(n,) * k for n in FACES] for k in (2, 3, 4, 5)}
TWO_PAIRS_ANY = [(n, n, m, m) for n in FACES for m in FACES]
TWO_PAIRS_DIFFERENT = [(n, n, m, m) for n in FACES for m in FACES if n != m]
FULL_ANY = [(n, n, m, m, m) for n in FACES for m in FACES]
FULL_DIFFERENT = [(n, n, m, m, m) for n in FACES for m in FACES if n != m]
LOW, HIGH = [(1, 2, 3, 4, 5)], [(2, 3, 4, 5, 6)]

# ---------------------------------------------------------------- what dice are worth in a box (None: they do not fit)
def school(box, dice, throw, house):
    if box in NUMBERS:  # "grade n gives -n for each die that does not show n"
        n = NUMBERS.index(box) + 1
        return -n * sum(1 for die in dice if die != n)
    # "literal (default ...) or different (both boxes need two different numbers)"
    different = house["two-pairs"] == "different"
    combinations = {
        "pair": ALIKE[2], "set": ALIKE[3], "care": ALIKE[4], "poker": ALIKE[5],
        "two-pairs": TWO_PAIRS_DIFFERENT if different else TWO_PAIRS_ANY,
        "full": FULL_DIFFERENT if different else FULL_ANY,
        "little-straight": LOW, "big-straight": HIGH, "trash": [dice]}
    points = best(dice, combinations[box])
    if points is None or throw > 1:
        return points
    if (box, house["big-straight"]) == ("big-straight", "thirty"):
        return 30
    return 2 * points  # "doubled from the hand (trash too)"

def dice_poker(box, dice, throw, house):
    if box in NUMBERS:
        # "exactly three of the number: 0 ...; four or five: +n; one or two: -n. With none ... cannot be written"
        n = NUMBERS.index(box) + 1
        return {0: None, 1: -n, 2: -n, 3: 0, 4: n, 5: n}[dice.count(n)]
    if box == "chance":
        return sum(dice)
    pairs = ALIKE[2]
    if house["pair-from-three"] == "forbidden":  # "the pair's number shows on exactly two dice"
        pairs = [pair for pair in pairs if dice.count(pair[0]) == 2]
    combinations = {
        "pair": pairs, "two-pairs": TWO_PAIRS_DIFFERENT, "three": ALIKE[3], "straight-1-5": LOW, "straight-2-6": HIGH,
        "full-house": FULL_DIFFERENT, "four": ALIKE[4], "poker": ALIKE[5]}
    points = best(dice, combinations[box])
    if points is None:
        return None
    points += 50 if box == "poker" else 0  # "Poker: its dice + 50"
    return 2 * points if throw == 1 else points  # "from the hand all of these double, chance and school excepted"

def yatzy(box, dice, throw, house):
    if box == "yatzy":
        return 50 if best(dice, ALIKE[5]) else 0
    combinations = {
        "pair": ALIKE[2], "two-pairs": TWO_PAIRS_DIFFERENT, "three": ALIKE[3], "four": ALIKE[4],
        "small-straight": LOW, "large-straight": HIGH, "full-house": FULL_DIFFERENT, "chance": [dice]}
    return best(dice, combinations[box]) or 0  # "dice that do not fit score 0"

def balut(box, dice, throw, house):
    if box == "balut":  # "all dice + 20"
        return sum(dice) + 20 if best(dice, ALIKE[5]) else 0
    combinations = {"straight": LOW + HIGH, "full-house": FULL_DIFFERENT, "chance": [dice]}
    return best(dice, combinations[box]) or 0

def crag(box, dice, throw, house):
    if box.startswith("straight-"):
        return 20 if sorted(dice) == [int(n) for n in box.split("-")[1:]] else 0
    if box == "three":
        return 25 if len(set(dice)) == 1 else 0
    if box == "thirteen":  # "A crag is a thirteen too"
        return 26 if sum(dice) == 13 else 0
    return 50 if sum(dice) == 13 and best(dice, ALIKE[2]) else 0  # "sum 13 with a pair"

def generals_straight(dice, choice):
    if choice == "circle":  # "any five different numbers, no joker"
        return len(set(dice)) == 5
    # "the dice are a straight when their ones can be read as 1, 2 or 6 so that all five differ"
    readings = itertools.product(*[(1, 2, 6) if die == 1 else (die,) for die in dice])
    if choice == "circle-and-joker":
        return any(len(set(reading)) == 5 for reading in readings)
    return any(tuple(sorted(reading)) in LOW + HIGH for reading in readings)  # "only 1-2-3-4-5 and 2-3-4-5-6"

def generals(box, dice, throw, house):
    hand = throw == 1  # "Four 45 / 40, full house 35 / 30, straight 25 / 20 (from the hand / later)"
    if box == "general":
        return 60 if best(dice, ALIKE[5]) else 0
    if box == "four":  # "Four takes five alike as well"
        return (45 if hand else 40) if best(dice, ALIKE[4]) else 0
    if box == "full-house":
        return (35 if hand else 30) if best(dice, FULL_DIFFERENT) else 0
    return (25 if hand else 20) if generals_straight(dice, house["straight"]) else 0

def generala(box, dice, throw, house):
    served = 5 if throw == 1 else 0  # "a Straight, Full House, or Four of a Kind on the first roll": 5 more
    if box == "straight":
        straight = sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])
        return 20 + served if straight or (house["straight"] == "round" and len(set(dice)) == 5) else 0
    if box == "full-house":
        return 30 + served if best(dice, FULL_DIFFERENT) else 0
    if box == "four":
        return 40 + served if best(dice, ALIKE[4]) else 0
    return 50 if box == "generala" and len(set(dice)) == 1 else 0  # the double one: see `options`

def in_a_row(dice, k):
    return any(all(n + i in dice for i in range(k)) for n in FACES)

def yahtzee(box, dice, throw, house):
    most = max(dice.count(n) for n in dice)
    if box in ("three", "four"):
        return sum(dice) if most >= {"three": 3, "four": 4}[box] else 0
    if box == "full-house":
        return 25 if best(dice, FULL_DIFFERENT) else 0
    if box == "small-straight":
        return 30 if in_a_row(dice, 4) else 0
    if box == "large-straight":
        return 40 if in_a_row(dice, 5) else 0
    return sum(dice) if box == "chance" else 50 if most == 5 else 0

def triple_yahtzee(box, dice, throw, house):
    """ "your scores for the second round will be multiplied by two, and the scores for the third round by three" """
    row, column = box.rsplit("-", 1)
    number = NUMBERS.index(row) + 1 if row in NUMBERS else 0
    return TRIPLE[column] * (number * dice.count(number) if number else yahtzee(row, dice, throw, house))

def yacht(box, dice, throw, house):
    if box == "full-house":
        return sum(dice) if best(dice, FULL_DIFFERENT) else 0
    if box == "four":
        return best(dice, ALIKE[4]) or 0
    if box.endswith("straight"):
        return 30 if best(dice, LOW if box == "little-straight" else HIGH) else 0
    return sum(dice) if box == "choice" else 50 if len(set(dice)) == 1 else 0

COLOURS = {1: "black", 6: "black", 2: "red", 5: "red", 3: "green", 4: "green"}

def kismet(box, dice, throw, house):
    counts = sorted((dice.count(n) for n in set(dice)), reverse=True)
    different = house["alike"] == "different"  # "two different numbers"
    full = counts == [3, 2] or (counts == [5] and not different)
    one_colour = len({COLOURS[n] for n in dice}) == 1
    if box == "two-pairs":  # "two pairs, all four dice of one colour"
        four = [chosen for chosen in itertools.combinations(sorted(dice), 4)
                if chosen[0] == chosen[1] and chosen[2] == chosen[3] and COLOURS[chosen[0]] == COLOURS[chosen[2]]
                and (chosen[0] != chosen[2] or not different)]
        return sum(dice) if four else 0
    if box == "straight":
        return 30 if in_a_row(dice, 5) else 0
    if box == "flush":  # "five dice of the same colour: 35"
        return 35 if one_colour else 0
    if box == "full-house":
        return sum(dice) + 15 if full else 0
    if box == "full-house-colour":
        return sum(dice) + 20 if full and one_colour else 0
    return {"three": sum(dice) * (counts[0] >= 3), "four": (sum(dice) + 25) * (counts[0] >= 4),
            "kismet": (sum(dice) + 50) * (counts == [5]), "yarborough": sum(dice)}[box]

def maxi_yatzy(box, dice, throw, house):
    counts = sorted((dice.count(n) for n in set(dice)), reverse=True)
    if box == "maxi-yatzy":
        return 100 if counts == [6] else 0
    if box.endswith("straight"):
        low, high, points = {"small": (1, 5, 15), "large": (2, 6, 20), "full": (1, 6, 21)}[box.split("-")[0]]
        return points if all(n in dice for n in range(low, high + 1)) else 0
    if box in ("villa", "tower"):
        return sum(dice) if counts == ([3, 3] if box == "villa" else [4, 2]) else 0
    pairs = [n for n in reversed(FACES) if dice.count(n) >= 2]
    if box in ("two-pairs", "three-pairs"):
        wanted = 2 if box == "two-pairs" else 3
        return 2 * sum(pairs[:wanted]) if len(pairs) >= wanted else 0
    if box == "full-house":
        return best(dice, FULL_DIFFERENT) or 0
    return sum(dice) if box == "chance" else best(dice, ALIKE[{"pair": 2, "three": 3, "four": 4, "five": 5}[box]]) or 0

@lru_cache(maxsize=None)
def poker_hands():
    """All hands, the lowest first."""
    def strength(dice):
        counts = sorted((dice.count(n) for n in set(dice)), reverse=True)
        order = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", [3, 2], [4, 1], [5]]
        kind = "straight" if counts == [1] * 5 and max(dice) - min(dice) == 4 else counts
        return order.index(kind), sorted(((dice.count(n), n) for n in dice), reverse=True)
    return sorted(multisets(5), key=strength)

def poker_dice(box, dice, throw, house):
    return poker_hands().index(tuple(sorted(dice)))  # how many hands it beats

def ship_captain_crew(box, dice, throw, house):
    return sum(dice) - 15 if contains(dice, (4, 5, 6)) else 0  # "the remaining two dice (the cargo) are added together"

def midnight(box, dice, throw, house):
    """ "If they have a one and four, the other dice are totaled" """
    needed = {"one-four": (1, 4), "two-four": (2, 4)}[house["needs"]]
    return sum(dice) - sum(needed) if contains(dice, needed) else 0

def may_keep(game, keep, aside):
    """ "they must be rolled in order": a 6, then a 5, then a 4; the cargo dice are thrown again together. Midnight: "the player must
    'keep' at least one", "Once kept, dice cannot be rerolled"."""
    if game == "midnight":
        return contains(keep, aside) and len(keep) > len(aside)
    return game != "ship-captain-crew" or keep in [(), (6,), (5, 6), (4, 5, 6)]

def yamb(box, dice, throw, house):
    row, counts = box.split("-")[0], sorted((dice.count(n) for n in set(dice)), reverse=True)
    if row in NUMBERS:
        return (NUMBERS.index(row) + 1) * dice.count(NUMBERS.index(row) + 1)
    if row == "straight":  # "66 after the first throw, 56 after the second, 46 after the third"
        return {1: 66, 2: 56, 3: 46}[throw] if counts == [1] * 5 and max(dice) - min(dice) == 4 else 0
    if row == "full":
        return sum(dice) + 30 if counts == [3, 2] else 0
    if row == "poker":  # "40 are added to the sum of these four dice"
        return next((4 * n + 40 for n in FACES if dice.count(n) >= 4), 0)
    if row == "yamb":
        return sum(dice) + 50 if counts == [5] else 0
    return sum(dice)  # max and min

def yamb_waits(filled, box):
    """Whether another box of the column comes first: the one above, or the one below where it is filled upwards."""
    row, column = box.split("-")
    step = {"down": -1, "up": 1}.get(column, 0)
    other = YAMB_ROWS.index(row) + step
    return step != 0 and 0 <= other < 12 and is_open("yamb", filled, f"{YAMB_ROWS[other]}-{column}")

SCORERS = {"midnight": midnight, "triple-yahtzee": triple_yahtzee, "ship-captain-crew": ship_captain_crew, "kismet": kismet, "yamb": yamb, "generala": generala, "kniffel": yahtzee, "maxi-yatzy": maxi_yatzy, "poker-dice": poker_dice,
           "yacht": yacht, "yahtzee": yahtzee, "school": school, "dice-poker": dice_poker, "yatzy": yatzy, "balut": balut, "crag": crag,
           "generals": generals}

# ---------------------------------------------------------------- what may be done with dice on a sheet
# house: a tuple of choices in the order of GAMES[game]["house"]; filled: a tuple, how often each box is filled.

def default_house(game):
    return tuple(choices[0] for choices in GAMES[game]["house"].values())

def all_houses(game):
    return list(itertools.product(*GAMES[game]["house"].values()))

@lru_cache(maxsize=None)
def worth(game, house, box, dice, throw):
    if box in NUMBERS and game not in ("school", "dice-poker"):  # "the sum of that number"
        return (NUMBERS.index(box) + 1) * dice.count(NUMBERS.index(box) + 1)
    return SCORERS[game](box, dice, throw, dict(zip(GAMES[game]["house"], house)))

def is_win(game, house, dice, throw):
    # "from the hand, in any round and even with the box filled, it is a great general and wins the game at once"
    # "A player who makes Generala on the first roll of a turn automatically wins the game"
    wins = game == "generals" or (game == "generala" and house[2] == "wins")
    return wins and throw == 1 and len(set(dice)) == 1

def is_open(game, filled, box):
    return filled[GAMES[game]["boxes"].index(box)] < GAMES[game]["room"]

def graduated(game, filled):
    # "until a player has scored three grades, only grades can be scored"
    return game != "school" or sum(filled[:6]) >= 3

JOKERS = {"yahtzee": "yahtzee", "kniffel": "kniffel", "generala": "generala"}  # the box that makes dice jokers
AS_JOKER = {"full-house": 25, "small-straight": 30, "large-straight": 40}

def joker_score(game, house, box, dice, filled, sheet, score):
    """What becomes of the score when the dice are five alike and the box for these is full; None: another comes first."""
    if game not in JOKERS or len(set(dice)) > 1 or is_open(game, filled, JOKERS[game]):
        return score
    if game == "generala":  # "All five dice with the same number for the second time in a game"
        return 100 if box == "double-generala" and box_sum(sheet, "generala") > 0 else score
    if house[0] not in ("forced", "joker"):
        return score
    # "the upper box of their number first, then any lower box"; the rest of the upper section last
    number = NUMBERS[dice[0] - 1]
    lower = any(is_open(game, filled, other) for other in boxes_of(game, house) if other not in NUMBERS)
    if house[0] == "forced" and box != number and (is_open(game, filled, number) or (box in NUMBERS and lower)):
        return None
    return AS_JOKER.get(box, score)

def options(game, house, dice, throw, filled, sheet=None):
    """[(box, score or None, may be crossed out)] for each open box, in sheet order."""
    found = []
    open_boxes = [box for box in boxes_of(game, house) if is_open(game, filled, box)]
    for box in open_boxes:
        score, cross = worth(game, house, box, dice, throw), False
        score = joker_score(game, house, box, dice, filled, sheet or {}, score)
        if is_win(game, house, dice, throw):
            score = None
        elif not graduated(game, filled) and box not in NUMBERS:
            score = None
        elif game == "yamb" and yamb_waits(filled, box):
            score = None
        elif game == "school" and box not in NUMBERS:
            cross = throw == 3  # "only after the third throw, only a box that is not a grade, only after graduating"
        elif game == "dice-poker" and box not in NUMBERS:
            cross = True  # "Any box outside the school can be crossed out after any throw"
        elif game == "dice-poker" and score is None:
            # "except when every box outside the school is filled and no die shows any open school number: then an
            # open school box of the player's choice takes -n"
            if all(other in NUMBERS and NUMBERS.index(other) + 1 not in dice for other in open_boxes):
                score = -(NUMBERS.index(box) + 1)
        found.append((box, score, cross))
    return found

def filled_of(game, sheet):
    return tuple(len(sheet[box]) if isinstance(sheet.get(box), list) else int(box in sheet)
                 for box in GAMES[game]["boxes"])

def answer_score(game, house, dice, throw, sheet):
    dice, wins = tuple(sorted(dice)), is_win(game, house, tuple(dice), throw)
    boxes = [{"box": box, "score": score, "cross": cross}
             for box, score, cross in options(game, house, dice, throw, filled_of(game, sheet), sheet)]
    return {"boxes": boxes, "rethrow": throw < GAMES[game]["throws"] and not wins, "wins": wins}

# ---------------------------------------------------------------- totals
def box_sum(sheet, box):
    written = sheet.get(box, 0)
    return sum(0 if entry == "x" else entry for entry in (written if isinstance(written, list) else [written]))

def balut_points(sheet):
    total = sum(box_sum(sheet, box) for box in sheet)
    points = 2 if box_sum(sheet, "fours") >= 52 else 0
    points += 2 if box_sum(sheet, "fives") >= 65 else 0
    points += 2 if box_sum(sheet, "sixes") >= 78 else 0
    points += 4 if 0 not in sheet["straight"] else 0  # "score 0, which counts as crossed out"
    points += 3 if 0 not in sheet["full-house"] else 0
    points += 2 if box_sum(sheet, "chance") >= 100 else 0
    points += 2 * sum(1 for entry in sheet["balut"] if entry > 0)
    bands = [(650, 6), (600, 5), (550, 4), (500, 3), (450, 2), (400, 1), (350, 0), (300, -1), (0, -2)]
    return points + next(band for least, band in bands if total >= least)

def yamb_total(sheet):
    total, groups = 0, {}
    for column in YAMB_COLUMNS:
        of = {row: box_sum(sheet, f"{row}-{column}") for row in YAMB_ROWS}
        numbers = sum(of[row] for row in NUMBERS)
        bonus = 30 if numbers >= 60 else 0
        there = all(f"{row}-{column}" in sheet for row in ("max", "min", "ones"))
        between = (of["max"] - of["min"]) * of["ones"] if there else 0
        combinations = sum(of[row] for row in YAMB_ROWS[8:])
        groups[f"numbers-{column}"] = {"sum": numbers, "bonus": bonus}
        groups[f"range-{column}"] = {"sum": between}
        groups[f"combinations-{column}"] = {"sum": combinations}
        total += numbers + bonus + between + combinations
    return {"total": total, "groups": groups}

def triple_total(sheet):
    """ "the targets for the bonus will also be higher (63 for round 1, 126 for round 2, 189 for round 3)" """
    total, groups = sum(box_sum(sheet, box) for box in sheet), {}
    for column, times in TRIPLE.items():
        numbers = sum(box_sum(sheet, f"{row}-{column}") for row in NUMBERS)
        bonus = 35 * times if numbers >= 63 * times else 0
        groups[f"upper-{column}"] = {"sum": numbers, "bonus": bonus}
        total += bonus
    return {"total": total, "groups": groups}

def answer_total(game, sheet):
    total = sum(box_sum(sheet, box) for box in sheet)
    numbers = sum(box_sum(sheet, box) for box in NUMBERS)
    if game == "school":
        return {"total": total, "groups": {"grades": {"sum": numbers}}}
    if game == "dice-poker":  # "When all six are filled and their sum is negative, 50 more are taken away"
        penalty = -50 if all(box in sheet for box in NUMBERS) and numbers < 0 else 0
        return {"total": total + penalty, "groups": {"school": {"sum": numbers, "penalty": penalty}}}
    if game == "kismet":  # "63 to 70: 35 points; 71 to 77: 55; 78 or more: 75"
        bonus = 0 if numbers <= 62 else 35 if numbers <= 70 else 55 if numbers <= 77 else 75
        return {"total": total + bonus, "groups": {"basic": {"sum": numbers, "bonus": bonus}}}
    if game == "yatzy":  # "63 or more there: +50"
        bonus = 50 if numbers >= 63 else 0
        return {"total": total + bonus, "groups": {"upper": {"sum": numbers, "bonus": bonus}}}
    if game in ("yahtzee", "kniffel", "maxi-yatzy"):
        least, points = (84, 100) if game == "maxi-yatzy" else (63, 35)
        bonus = points if numbers >= least else 0
        return {"total": total + bonus, "groups": {"upper": {"sum": numbers, "bonus": bonus}}}
    if game == "yamb":
        return yamb_total(sheet)
    if game == "triple-yahtzee":
        return triple_total(sheet)
    if game == "balut" and filled_of(game, sheet) == (4,) * 7:
        return {"total": total, "points": balut_points(sheet)}
    return {"total": total}

# ---------------------------------------------------------------- races
THOUSAND = {
    (1,): 10, (1, 1): 20, (1, 1, 1): 100, (1, 1, 1, 1): 200, (1, 1, 1, 1, 1): 1000,
    (5,): 5, (5, 5): 10, (5, 5, 5): 50, (5, 5, 5, 5): 100, (5, 5, 5, 5, 5): 500,
    (2, 2, 2): 20, (2, 2, 2, 2): 40, (2, 2, 2, 2, 2): 200,
    (3, 3, 3): 30, (3, 3, 3, 3): 60, (3, 3, 3, 3, 3): 300,
    (4, 4, 4): 40, (4, 4, 4, 4): 80, (4, 4, 4, 4, 4): 400,
    (6, 6, 6): 60, (6, 6, 6, 6): 120, (6, 6, 6, 6, 6): 600,
    (1, 2, 3, 4, 5): 125, (2, 3, 4, 5, 6): 250}

def alike(three, more):
    """Three alike as listed by number, and `more` alike by number and how many."""
    return {(n,) * k: three[n - 1] if k == 3 else more(n, k) for n in FACES for k in (3, 4, 5, 6)}

HUNDREDS = (1000, 200, 300, 400, 500, 600)
PAIRS = itertools.combinations_with_replacement(FACES, 3)
# dice, combinations, target
RACES = {
    "thousand": (5, THOUSAND, 1000),
    "farkle": (6, {(1,): 100, (5,): 50, tuple(FACES): 2500,
                   **{tuple(sorted(2 * pairs)): 1500 for pairs in PAIRS},
                   **alike(HUNDREDS, lambda n, k: {4: 1000, 5: 2000, 6: 3000}[k])}, 10000),
    # "For each extra dice over three that you roll the score is doubled"
    "zilch": (6, {(1,): 100, (5,): 50, tuple(FACES): 1500,
                  **{tuple(sorted(2 * pairs)): 1500 for pairs in itertools.combinations(FACES, 3)},
                  **alike(HUNDREDS, lambda n, k: HUNDREDS[n - 1] * 2 ** (k - 3))}, 10000),
    # "1 = 100, 5 = 50, 1, 1, 1 = 1,000, #, #, # = # x 100, 1 to 6 = 3,000, 3 pairs = 1,500 (including four of a kind and a pair)"
    "ten-thousand": (6, {(1,): 100, (5,): 50, tuple(FACES): 3000,
                         **{tuple(sorted(2 * pairs)): 1500 for pairs in itertools.combinations_with_replacement(FACES, 3)},
                         **{(n,) * 3: HUNDREDS[n - 1] for n in FACES}}, 10000),
    "pig": (1, {(n,): n for n in FACES if n != 1}, 100),
    # "If neither shows a 1, their sum is added to the turn total. If a single 1 is rolled, the player scores nothing"
    "two-dice-pig": (2, {(n, m): n + m for n in FACES for m in FACES if 1 < n <= m}, 100)}
# "No scoring dice": only six of them, for everything less is a zilch
for dice in multisets(6):
    if not any(contains(dice, combination) for combination in RACES["zilch"][1]):
        RACES["zilch"][1][dice] = 500
BARRELS = [(295, 400), (595, 700), (895, 1000)]

@lru_cache(maxsize=None)
def split(take, game="thousand"):
    """The best split of all the dice taken into combinations of the table, or None."""
    if not take:
        return 0
    splits = [(points, split(without(take, combination), game))
              for combination, points in RACES[game][1].items() if contains(take, combination)]
    return max((points + rest for points, rest in splits if rest is not None), default=None)

@lru_cache(maxsize=None)
def selections(dice, game="thousand"):
    """[(take, points)]: "Any scoring selection may be taken, also less than everything"."""
    found = [(take, split(take, game)) for take in submultisets(dice) if take and split(take, game) is not None]
    return sorted(found, key=lambda selection: (-selection[1], selection[0]))

def free_throw(dice, aside, game="thousand"):
    return game == "thousand" and aside == 3 and dice[0] == dice[1]  # "with exactly three dice aside, a double on the last two"

def answer_race_score(dice, aside, game="thousand"):
    dice = tuple(sorted(dice))
    found, free = selections(dice, game), free_throw(dice, aside, game)
    lost = {"score_lost": True} if game == "two-dice-pig" and dice == (1, 1) else {}  # "the entire score is lost"
    return {
        **lost,
        "bust": not found and not free,  # "score nothing, and are no bust"
        "selections": [{"take": list(take), "points": points} for take, points in found],
        "free_throw": free,
    }

def barrel_of(score, win):
    """The number of the barrel, or None."""
    for number, (entry, exit_score) in enumerate(BARRELS, 1):
        if entry <= score < exit_score:
            return number
    return 3 if win == "exceed" and score == 1000 else None  # "then 1000 itself is still inside the third barrel"

def end_turn(score, turns_left, gain, win):
    """(score, turns_left, won) after a turn that gained so much (0 for a bust)."""
    before, score = barrel_of(score, win), score + gain
    after = barrel_of(score, win)
    if score > 1000 or (score == 1000 and win == "reach"):
        return score, 0, True
    if after is None:  # "A turn that ends at or past the exit leaves the barrel"
        return score, 0, False
    if after != before:  # "A turn that ends inside a barrel the player was not in starts a count of three turns"
        return score, 3, False
    if turns_left > 1:  # "Each later turn that ends in the same barrel, bust or banked, uses one"
        return score, turns_left - 1, False
    return BARRELS[after - 1][0], 3, False  # "the score goes back to the entry score and a new count of three begins"

def end_zilch_turn(score, turns_left, gain, lost):
    """The same where three lost turns in a row cost `lost` points: "If this is your third zilch in a row then you lose"."""
    if gain > 0:
        return score + gain, 0, score + gain >= 10000
    left = 2 if turns_left == 0 else turns_left - 1
    return (score, left, False) if left > 0 else (max(score - lost, 0), 0, False)

def answer_zilch(seats, turns, lost):
    now, answers = [(seat["score"], seat["turns_left"]) for seat in seats], []
    for turn in turns:
        score, turns_left, won = end_zilch_turn(*now[turn["seat"]], turn["gain"], lost)
        now[turn["seat"]] = (score, turns_left)
        after = [{"score": s, "turns_left": t, "barrel": None} for s, t in now]
        answers.append({"seats": after, "winner": turn["seat"] if won else None})
    return {"turns": answers}

def answer_ten_thousand(seats, turns, end):
    """`last-round`: "provided any subsequent players don't exceed their score"; `exactly`: "in the event that a player
    goes over, the score for that turn is lost"."""
    now, answers, finished = [seat["score"] for seat in seats], [], []
    for turn in turns:
        seat, score = turn["seat"], now[turn["seat"]] + turn["gain"]
        if end != "exactly" or score <= 10000:
            now[seat] = score
        if now[seat] >= 10000 or finished:
            finished.append(seat)
        winner = seat if end != "last-round" and now[seat] >= 10000 else None
        if end == "last-round" and len(finished) == len(now):
            winner = next(seat for seat in finished if now[seat] == max(now))  # the others must exceed it
        answers.append({"seats": [{"score": s, "turns_left": 0, "barrel": None} for s in now], "winner": winner})
    return {"turns": answers}

def answer_play(seats, turns, win):
    now, answers = [(seat["score"], seat["turns_left"]) for seat in seats], []
    for turn in turns:
        score, turns_left, won = end_turn(*now[turn["seat"]], turn["gain"], win)
        now[turn["seat"]] = (score, turns_left)
        after = [{"score": s, "turns_left": t, "barrel": barrel_of(s, win)} for s, t in now]
        answers.append({"seats": after, "winner": turn["seat"] if won else None})
    return {"turns": answers}

# ---------------------------------------------------------------- questions
def score_question(rng, game, house, dice, throw, sheet):
    dice = rng.sample(dice, len(dice))  # "Dice are numbers in any order"
    request = {"ask": "score", "game": game, "dice": dice, "throw": throw, "sheet": sheet}
    if house != default_house(game):
        request["house"] = dict(zip(GAMES[game]["house"], house))
    return {"request": request, "answer": answer_score(game, house, dice, throw, sheet)}

def exhaustive_scores(rng, every):
    """Every question about a first box, or one of so many."""
    for game, rules in GAMES.items():
        sheets = [{}]
        if game == "school":  # past the gate, each grade open in one of the two
            sheets = [{"ones": -3, "twos": -4, "threes": 0}, {"fours": -8, "fives": -10, "sixes": -30}]
        throws = range(1, rules["throws"] + 1)
        positions = itertools.product(all_houses(game), multisets(rules["dice"]), throws, sheets)
        for house, dice, throw, sheet in itertools.islice(positions, rng.randrange(every), None, every):
            yield score_question(rng, game, house, dice, throw, sheet)

@lru_cache(maxsize=None)
def written(game, house, box):
    """Everything that can be scored in the box, by whatever dice."""
    rules = GAMES[game]
    scores = {worth(game, house, box, dice, throw)
              for dice in multisets(rules["dice"]) for throw in range(1, rules["throws"] + 1)}
    return sorted(scores - {None})

def random_sheet(rng, game, house, entries, fill_first=()):
    """A sheet with so many entries (at most all of them); boxes of fill_first come first."""
    rules = GAMES[game]
    slots = [box for box in boxes_of(game, house) for _ in range(rules["room"])]
    rng.shuffle(slots)
    slots.sort(key=lambda box: box not in fill_first)
    if game == "yamb":  # what is chosen of a column that has an order is chosen from its beginning
        orders = {"down": iter(YAMB_ROWS), "up": iter(reversed(YAMB_ROWS))}
        in_order = lambda box, column: f"{next(orders[column])}-{column}" if column in orders else box
        slots = [in_order(box, box.split("-")[1]) for box in slots]
    if game == "school":  # "the first three turns are grades"
        grades = [box for box in slots if box in NUMBERS][:3]
        slots = grades + [box for box in slots if box not in grades]
    sheet, luck = {}, rng.choice((-2, -1, 0, 0, 1, 2, 4))
    for box in slots[:entries]:
        draws = sorted(rng.choice(written(game, house, box)) for _ in range(1 + abs(luck)))
        entry = draws[-1] if luck > 0 else draws[0]
        if game in ("school", "dice-poker") and box not in NUMBERS and rng.random() < 0.3:
            entry = "x"
        sheet[box] = entry if rules["room"] == 1 else sheet.get(box, []) + [entry]
    return sheet

def random_scores(rng):
    for game, rules in GAMES.items():
        for number in range(500):
            house, first = rng.choice(all_houses(game)), ()
            slots = len(boxes_of(game, house)) * rules["room"]
            entries = slots - rng.randint(1, 3) if number % 2 else rng.randrange(slots)
            if game == "school" and number % 4 == 0:
                entries = rng.randrange(3)
            if game == "dice-poker" and number % 4 in (1, 2):  # only the school is left
                entries, first = slots - rng.randint(1, 4), rules["boxes"][6:]
            faces = rng.sample(FACES, rng.choice((2, 3, 4, 6)))
            dice = [rng.choice(faces) for _ in range(rules["dice"])]
            sheet = random_sheet(rng, game, house, entries, first)
            yield score_question(rng, game, house, dice, rng.randint(1, rules["throws"]), sheet)

def random_totals(rng):
    for game, rules in GAMES.items():
        slots = len(rules["boxes"]) * rules["room"]
        for number in range(300):
            first = NUMBERS if number % 3 == 0 else ()
            entries = slots if number % 2 else rng.randrange(slots)
            sheet = random_sheet(rng, game, default_house(game), entries, first)
            yield {"request": {"ask": "total", "game": game, "sheet": sheet}, "answer": answer_total(game, sheet)}

def race_scores(rng):
    for game, (all_dice, _, _) in RACES.items():
        for aside in range(all_dice):
            for dice in multisets(all_dice - aside):
                dice = rng.sample(dice, len(dice))
                yield {"request": {"ask": "score", "game": game, "dice": dice, "aside": aside},
                       "answer": answer_race_score(dice, aside, game)}

def random_ten_thousands(rng):
    """Ends of games of Ten Thousand, with the last turns of the others or without."""
    for number in range(300):
        end = ("last-round", "exactly", "at-once")[number % 3]
        seats = [{"score": 50 * rng.randrange(150, 200), "turns_left": 0} for _ in range(rng.randrange(1, 5))]
        turns, over, scores = [], False, [seat["score"] for seat in seats]
        while not over and len(turns) < 60:
            seat = len(turns) % len(seats)
            turns.append({"seat": seat, "gain": rng.choice((0, 0, 50, 100, 300, 550, 1200, 10000 - scores[seat], 3000))})
            answer = answer_ten_thousand(seats, turns, end)["turns"][-1]
            scores, over = [after["score"] for after in answer["seats"]], answer["winner"] is not None
        request = {"ask": "play", "game": "ten-thousand", "seats": seats, "turns": turns}
        request.update({"house": {"end": end}} if end != "last-round" else {})
        yield {"request": request, "answer": answer_ten_thousand(seats, turns, end)}

def random_zilches(rng):
    for number in range(300):
        game, house, lost = (("zilch", {}, 500), ("farkle", {"farkles": "thousand"}, 1000))[number % 2]
        seats = [{"score": 50 * rng.randrange(200), "turns_left": rng.randrange(3)} for _ in range(rng.randint(1, 3))]
        now, turns = [(seat["score"], seat["turns_left"]) for seat in seats], []
        for step in range(rng.randint(1, 20)):
            seat = step % len(seats)
            turns.append({"seat": seat, "gain": rng.choice((0, 0, 0, 50 * rng.randint(6, 60)))})
            score, turns_left, won = end_zilch_turn(*now[seat], turns[-1]["gain"], lost)
            now[seat] = (score, turns_left)
            if won:
                break
        request = {"ask": "play", "game": game, "seats": seats, "turns": turns}
        yield {"request": {**request, "house": house} if house else request, "answer": answer_zilch(seats, turns, lost)}

def random_two_dice_pigs(rng):
    """Ends of games of two-dice Pig, where two 1s cost the whole score."""
    for number in range(100):
        seats = [{"score": rng.randrange(100), "turns_left": 0} for _ in range(rng.randint(1, 3))]
        now, turns, answers = [seat["score"] for seat in seats], [], []
        for step in range(rng.randint(1, 20)):
            seat, gain = step % len(seats), rng.choice((0, 4, 12, 21, 30))
            lost = gain == 0 and rng.random() < 0.5
            turns.append({"seat": seat, "gain": gain, **({"score_lost": True} if lost else {})})
            now[seat] = 0 if lost else now[seat] + gain
            after = [{"score": score, "turns_left": 0, "barrel": None} for score in now]
            answers.append({"seats": after, "winner": seat if now[seat] >= 100 else None})
            if now[seat] >= 100:
                break
        yield {"request": {"ask": "play", "game": "two-dice-pig", "seats": seats, "turns": turns}, "answer": {"turns": answers}}

def random_gain(rng, score):
    """A multiple of 5: a bust, small, large, or one that lands on or next to a score that matters."""
    kind = rng.random()
    for below, least, most in ((0.25, 0, 0), (0.55, 1, 8), (0.70, 9, 40), (0.75, 41, 220)):
        if kind < below:
            return 5 * rng.randint(least, most)
    ahead = [edge + near for barrel in BARRELS for edge in barrel for near in (-5, 0, 5, 50) if edge + near > score]
    return rng.choice((ahead[:6] if kind < 0.95 else ahead) or [score + 5]) - score

def random_seat(rng, win):
    if rng.random() < 0.75:
        return {"score": 0, "turns_left": 0}
    score = 5 * rng.randint(0, 199)
    if rng.random() < 0.6:
        score = rng.choice(BARRELS)[0] + 5 * rng.randint(0, 20)
    return {"score": score, "turns_left": rng.randint(1, 3) if barrel_of(score, win) else 0}

def random_plays(rng):
    for _ in range(500):
        win = rng.choice(("reach", "exceed"))
        seats = [random_seat(rng, win) for _ in range(rng.randint(1, 4))]
        now, turns = [(seat["score"], seat["turns_left"]) for seat in seats], []
        for number in range(rng.randint(1, 15) * len(seats)):
            seat = number % len(seats)
            gain = random_gain(rng, now[seat][0])
            turns.append({"seat": seat, "gain": gain})
            score, turns_left, won = end_turn(*now[seat], gain, win)
            now[seat] = (score, turns_left)
            if won:
                break
        request = {"ask": "play", "game": "thousand", "seats": seats, "turns": turns}
        if win != "reach":
            request["house"] = {"win": win}
        yield {"request": request, "answer": answer_play(seats, turns, win)}

def questions(seed, every):
    rng = random.Random(seed)
    yield from exhaustive_scores(rng, every)
    for part in (random_scores, random_totals, race_scores, random_plays, random_zilches, random_ten_thousands, random_two_dice_pigs):
        yield from part(rng)

# ---------------------------------------------------------------- counts
def plus_one(game, filled, box):
    i = GAMES[game]["boxes"].index(box)
    return filled[:i] + (filled[i] + 1,) + filled[i + 1:]

@lru_cache(maxsize=None)
def sequences(game, filled, kept, throw, depth, announced=None):
    """Sequences of so many (fall, decision), the dice not kept about to fall as this throw."""
    if depth == 0:
        return 1
    if all(not is_open(game, filled, box) for box in boxes_of(game, default_house(game))):
        return 0  # the game is over
    falls = multisets(GAMES[game]["dice"] - len(kept))
    return sum(decisions(game, filled, tuple(sorted(kept + fall)), throw, depth, announced, kept if game == "midnight" else ()) for fall in falls)

@lru_cache(maxsize=None)
def decisions(game, filled, dice, throw, depth, announced=None, aside=()):
    if depth == 0:
        return 1
    if is_win(game, default_house(game), dice, throw):
        return 0
    count, open_boxes = 0, options(game, default_house(game), dice, throw, filled)
    if game == "yamb":  # "obliged to say 'I announce ...'" after the first throw; such a turn is for that box
        called = [box for box, *_ in open_boxes if box.endswith("-announced")]
        if announced is None and throw == 1:
            count += sum(decisions(game, filled, dice, throw, depth - 1, box) for box in called)
        open_boxes = [one for one in open_boxes if (one[0] == announced if announced else one[0] not in called)]
    may_throw = throw < GAMES[game]["throws"] and any(score is not None or game != "yamb" for _, score, _ in open_boxes)
    if may_throw:  # "A rethrow throws at least one die"
        count += sum(sequences(game, filled, keep, throw + 1, depth - 1, announced)
                     for keep in submultisets(dice) if keep != dice and may_keep(game, keep, aside))
    for box, score, cross in open_boxes:
        ways = int(score is not None) + int(cross)
        if ways > 0:
            count += ways * sequences(game, plus_one(game, filled, box), (), 1, depth - 1)
    return count

def sheet_states(game):
    """How many sheet states can be reached with 0, 1, 2, ... entries. A state is how often each box is filled, with
    the upper sum up to what brings the bonus, or the school's sum (Dice Poker). Whether a box can be filled by some dice depends
    only on School's gate: non-grades can be crossed out, grades take any dice; in Dice Poker any box outside the
    school can be crossed out, and the exception writes the same -n as one or two dice do."""
    rules = GAMES[game]
    if game in ("maxi-yatzy", "kismet"):
        return states_by_the_upper_section(game, {"maxi-yatzy": 84, "kismet": 78}[game])
    if game == "triple-yahtzee":  # the sums left out
        return [math.comb(39, n) for n in range(40)]
    if game == "yamb":  # the sums left out: a column with an order has one way to have k entries, the others 12 over k
        counts = [1]
        for ways in ([1] * 13, [math.comb(12, k) for k in range(13)]) * 2:
            counts = [sum(counts[i] * ways[n - i] for i in range(len(counts)) if 0 <= n - i < 13)
                      for n in range(len(counts) + 12)]
        return counts
    level, counts = {(0,) * len(rules["boxes"]): {0}}, []  # filled -> sums
    while level:
        counts.append(sum(len(sums) for sums in level.values()))
        following = {}
        for filled, sums in level.items():
            for box in rules["boxes"]:
                if not is_open(game, filled, box) or (box not in NUMBERS and not graduated(game, filled)):
                    continue
                after = following.setdefault(plus_one(game, filled, box), set())
                if game in ("yatzy", "dice-poker", "yahtzee", "kniffel") and box in NUMBERS:
                    for score in written(game, default_house(game), box):
                        after.update(min(s + score, 63) for s in sums)
                else:
                    after.update(sums)
        level = following
    return counts

def states_by_the_upper_section(game, most):
    """The same for a large game: sums of each choice of upper boxes, times the ways to fill as many of the others."""
    boxes, upper = GAMES[game]["boxes"], {(): {0}}
    for box in NUMBERS:
        for chosen, sums in list(upper.items()):
            scores = written(game, default_house(game), box)
            upper[chosen + (box,)] = {min(s + score, most) for s in sums for score in scores}
    others, counts = len(boxes) - 6, [0] * (len(boxes) + 1)
    for chosen, sums in upper.items():
        for k in range(others + 1):
            counts[len(chosen) + k] += len(sums) * math.comb(others, k)
    return counts

@lru_cache(maxsize=None)
def other_race_sequences(game, score, turns_left, turn_points, aside, depth):
    """The same for the other races: in Zilch at least 300 points are banked, and lost turns are counted."""
    if depth == 0:
        return 1
    (all_dice, _, target), count = RACES[game], 0
    for dice in multisets(all_dice - aside):
        for take, points in selections(dice, game):
            points, now_aside = turn_points + points, aside + len(take)
            count += other_race_sequences(game, score, turns_left, points, now_aside % all_dice, depth - 1)
            if game == "zilch" and points < 300:
                continue
            if score + points < target:
                count += other_race_sequences(game, score + points, 0, 0, 0, depth - 1)
            elif depth == 1:
                count += 1
    return count

@lru_cache(maxsize=None)
def race_sequences(score, turns_left, turn_points, aside, depth):
    """Sequences of so many (fall, decision) of one player of Thousand, with default house rules."""
    if depth == 0:
        return 1
    count = 0
    for dice in multisets(5 - aside):
        if free_throw(dice, aside) and not selections(dice):  # a blank double: throw all five
            count += race_sequences(score, turns_left, turn_points, 0, depth - 1)
        for take, points in selections(dice):
            points, now_aside = turn_points + points, aside + len(take)
            # "All five aside: the next throw is all five again (hot dice) and the turn's points stay"
            count += race_sequences(score, turns_left, points, now_aside % 5, depth - 1)
            new_score, new_left, won = end_turn(score, turns_left, points, "reach")
            if not won:
                count += race_sequences(new_score, new_left, 0, 0, depth - 1)
            elif depth == 1:  # the winning bank is a decision, nothing follows it
                count += 1
    return count

def counts(game):
    n = GAMES[game]["dice"] if game in GAMES else RACES[game][0]
    answer = {"multisets": len(multisets(n)), "keeps": sum(len(multisets(k)) for k in range(n + 1))}
    if game in RACES:
        answer["throws"] = [
            {"dice": k, "multisets": len(multisets(k)),
             "busts": sum(1 for dice in multisets(k) if not selections(dice, game)),
             "selections": sum(len(selections(dice, game)) for dice in multisets(k))} for k in range(1, n + 1)]
        thousand = lambda depth: race_sequences(0, 0, 0, 0, depth)
        other = lambda depth: other_race_sequences(game, 0, 0, 0, 0, depth)
        answer["sequences"] = [(thousand if game == "thousand" else other)(depth) for depth in (1, 2, 3)]
    else:
        start = (0,) * len(GAMES[game]["boxes"])
        depths = (1, 2, 3) if game in ("maxi-yatzy", "yamb", "triple-yahtzee") else (1, 2, 3, 4)
        answer["sequences"] = [sequences(game, start, (), 1, depth) for depth in depths]
        answer["states"] = sheet_states(game)
    return answer

# ---------------------------------------------------------------- the worked examples of the rules
OUTSIDE = {box: "x" for box in GAMES["dice-poker"]["boxes"][6:]}
THREE_GRADES = {"ones": 0, "twos": 0, "threes": 0}
TWO_OPEN = {"threes": 0, "fours": 0, "fives": 0, "sixes": 0}  # ones and twos are open

# game, house, sheet, examples "box dice throw score" ("-": may not be scored)
EXAMPLES = [
    ("school", None, {}, "sixes 12666 2 -12, ones 23455 1 -5, pair 66666 2 -, trash 66666 3 -"),
    ("school", None, {"ones": 0, "twos": 0}, "sixes 66666 1 0, pair 66666 3 -"),
    ("school", None, THREE_GRADES, """
        pair 66666 3 12, pair 66666 1 24, care 66666 3 24, care 66666 1 48, two-pairs 66666 2 24, full 66666 2 30,
        set 66666 2 18, poker 66666 1 60, trash 66666 1 60, pair 12355 2 10, set 12444 2 12, two-pairs 12255 2 14,
        full 11444 2 14, care 23333 2 12, trash 35456 2 23, little-straight 12345 2 15, little-straight 12345 1 30,
        big-straight 23456 3 20, big-straight 23456 1 40, two-pairs 44441 2 16, poker 66661 3 -, pair 12346 3 -"""),
    ("school", ("different", "thirty"), THREE_GRADES, """two-pairs 44441 2 -, two-pairs 66666 2 -, full 66666 1 -,
        two-pairs 33355 2 16, full 11444 2 14, big-straight 23456 1 30, big-straight 23456 2 20, trash 23456 1 40"""),
    ("dice-poker", None, {}, """
        threes 11111 2 -, threes 31111 2 -3, threes 33111 1 -3, threes 33311 2 0, threes 33331 1 3, threes 33333 2 3,
        ones 12346 1 -1, pair 66123 1 24, straight-1-5 54321 1 30, straight-1-5 54321 2 15, straight-2-6 23456 1 40,
        poker 11111 1 110, poker 11111 2 55, three 66612 2 18, chance 66612 1 21, two-pairs 33355 3 16,
        pair 66622 3 4, pair 66612 3 -, two-pairs 44441 2 -, full-house 66666 2 -, four 66666 2 24"""),
    ("dice-poker", ("allowed",), {}, "pair 66622 3 12, pair 66612 3 12, two-pairs 44441 2 -, full-house 66666 2 -"),
    ("dice-poker", None, {**OUTSIDE, **TWO_OPEN}, "twos 33456 1 -2, ones 33456 1 -1, ones 23456 1 -, twos 23456 2 -2"),
    ("dice-poker", None, TWO_OPEN, "ones 33456 1 -, twos 33456 3 -"),
    ("yatzy", None, {}, """full-house 22555 1 19, chance 22555 1 19, fives 22555 1 15, three 22555 1 15,
        pair 22555 1 10, two-pairs 22555 1 14, twos 22555 1 4, ones 22555 1 0, sixes 22555 1 0, four 22555 1 0,
        small-straight 22555 1 0, large-straight 22555 1 0, yatzy 22555 1 0, yatzy 11111 3 50, two-pairs 44441 2 0"""),
    ("balut", None, {}, "balut 11111 1 25, straight 23456 1 20, straight 12345 3 15, full-house 66666 1 0"),
    ("crag", None, {}, "thirteen 346 1 26, thirteen 445 1 26, crag 445 2 50, crag 346 1 0, straight-2-4-6 426 1 20"),
    ("generals", None, {}, """straight 12345 1 25, straight 23456 2 20, straight 34561 3 20, straight 61234 1 25,
        straight 11345 1 25, four 55551 1 45, four 55555 2 40, full-house 55111 1 35, full-house 55111 2 30,
        full-house 55555 2 0, general 55555 2 60, general 55555 1 -, twos 41522 3 4, fives 41522 3 5"""),
    ("generals", ("joker",), {}, "straight 13456 2 20, straight 11345 2 20, straight 12356 2 0, straight 12345 1 25"),
    ("generals", ("circle",), {}, "straight 12356 2 20, straight 11345 2 0"),
    ("generala", None, {}, """straight 12345 1 25, straight 23456 2 20, straight 13456 2 0, full-house 33555 2 30, generala
        66666 2 50, double-generala 66666 2 0, fours 44426 3 12, twos 44426 1 2, four 33333 3 40, generala 66666 1 -"""),
    ("generala", None, {"generala": 50}, "double-generala 66666 2 100, four 66666 2 40"),
    ("generala", None, {"generala": 0}, "double-generala 66666 2 0"),
    ("generala", ("none", "round", "points"), {}, "straight 13456 2 20, generala 66666 1 50"),
    ("yahtzee", None, {"yahtzee": 50}, "sixes 66666 2 30, three 66666 2 -, ones 66666 2 -, full-house 22555 1 25"),
    ("yahtzee", None, {"yahtzee": 0, "sixes": 18}, "full-house 66666 2 25, large-straight 66666 2 40, ones 66666 2 -"),
    ("yahtzee", ("none",), {"yahtzee": 50}, "sixes 66666 2 30, full-house 66666 2 0, small-straight 13456 2 30"),
    ("kniffel", ("joker",), {"kniffel": 50}, "sixes 66666 2 30, full-house 66666 2 25, ones 66666 2 0"),
    ("kniffel", None, {"kniffel": 50}, "full-house 66666 2 0, chance 66666 3 30"),
    ("kismet", None, {}, """two-pairs 11366 2 17, two-pairs 11226 2 0, two-pairs 44445 2 21, flush 25555 1 35, flush 33445 2 0,
        full-house 22666 2 37, full-house 33333 2 30, full-house-colour 22555 2 39, full-house-colour 22666 2 0,
        four 16666 2 50, kismet 44444 3 70, yarborough 12466 2 19, straight 23456 2 30, three 23555 2 20"""),
    ("kismet", ("different",), {}, "two-pairs 44445 2 0, full-house 33333 2 0, full-house-colour 22555 2 39"),
    ("triple-yahtzee", None, {}, """sixes-single 16666 2 24, sixes-triple 16666 2 72, three-double 23444 1 34, full-house-double 22555 2 50,
        yahtzee-triple 11111 3 150, large-straight-triple 12345 2 120, chance-double 12345 2 30"""),
    ("yacht", None, {}, "four 16666 2 24, full-house 22555 2 19, little-straight 12345 3 30, yacht 66666 1 50"),
    ("maxi-yatzy", None, {}, """ones 311614 1 3, pair 642651 2 12, two-pairs 213355 2 16, three-pairs 225566 2 26,
        three 453554 2 15, four 242252 2 8, five 332333 2 15, small-straight 123453 2 15, large-straight 234566 2 20,
        full-straight 123456 2 21, full-house 344666 2 26, villa 222555 2 21, tower 336666 2 30, chance 342654 2 24,
        maxi-yatzy 444444 2 100, villa 555555 2 0, tower 666666 2 0, full-house 222555 2 19"""),
    ("yamb", None, {}, """straight-free 12345 1 66, straight-free 23456 2 56, straight-announced 12345 3 46, full-free 22555 2 49,
        full-free 55555 2 0, poker-free 14444 2 56, poker-free 44444 2 56, yamb-free 33333 2 65, yamb-up 33333 3 65, max-free 55566 2 27,
        ones-down 11146 2 3, twos-down 22355 1 -, poker-up 44444 2 -"""),
    ("yamb", None, {"ones-down": 3, "yamb-up": 0}, "twos-down 22355 1 4, poker-up 44441 3 56, full-up 22555 1 -"),
    ("midnight", None, {}, "four 146666 2 24, four 133456 1 17, four 111114 3 4, four 466666 6 0, four 123566 6 0"),
    ("midnight", ("two-four",), {}, "four 246666 2 24, four 146666 2 0"),
    ("ship-captain-crew", None, {}, "cargo 34566 2 9, cargo 11456 1 2, cargo 45666 3 12, cargo 12345 3 0, cargo 35666 3 0"),
    ("poker-dice", None, {}, "hand 12346 2 0, hand 66666 1 251, hand 11111 3 246"),
]

def selftest():
    for game, house, sheet, examples in EXAMPLES:
        for example in examples.split(","):
            box, dice, throw, expected = example.split()
            answer = answer_score(game, house or default_house(game), [int(n) for n in dice], int(throw), sheet)
            score = next(b["score"] for b in answer["boxes"] if b["box"] == box)
            assert score == (None if expected == "-" else int(expected)), (game, example, score)

    def crossable(game, throw, sheet):
        answer = answer_score(game, default_house(game), (6,) * 5, throw, sheet)
        return [b["box"] for b in answer["boxes"] if b["cross"]]
    assert crossable("school", 3, {"ones": 0, "twos": 0}) == crossable("school", 2, THREE_GRADES) == []
    assert crossable("school", 3, THREE_GRADES) == list(GAMES["school"]["boxes"][6:])
    assert crossable("dice-poker", 1, {}) == list(GAMES["dice-poker"]["boxes"][6:])
    great = answer_score("generals", default_house("generals"), (5,) * 5, 1, {"general": 60})
    assert great["wins"] and not great["rethrow"] and all(b["score"] is None for b in great["boxes"])

    for game, entries, total in (("dice-poker", (-1, 0, 0, 0, 0, 0), -51), ("dice-poker", (-1, 0, 0, 0, 0), -1),
                                 ("dice-poker", (0, 0, 0, 0, 0, 0), 0), ("yatzy", (3, 6, 9, 12, 15, 18), 113),
                                 ("yatzy", (2, 6, 9, 12, 15, 18), 62)):
        assert answer_total(game, dict(zip(NUMBERS, entries)))["total"] == total
    half = {"ones-free": 3, "max-free": 20, "min-free": 22, "ones-announced": 2, "max-announced": 30, "min-announced": 5}
    assert answer_total("yamb", half)["total"] == 49
    top = {box: [written("balut", (), box)[-1]] * 4 for box in GAMES["balut"]["boxes"]}
    assert answer_total("balut", top)["points"] == 29  # "Most points: 29"
    assert sum(written("crag", (), box)[-1] for box in GAMES["crag"]["boxes"]) == 244  # "Best possible: 244"
    assert [dice for dice in multisets(3) if worth("crag", (), "crag", dice, 1)] == [(1, 6, 6), (3, 5, 5), (4, 4, 5)]

    assert dict(selections((1, 1, 1))) == {(1,): 10, (1, 1): 20, (1, 1, 1): 100}
    assert dict(selections((2, 2, 2))) == {(2, 2, 2): 20}
    assert dict(selections((1, 2, 3, 4, 5))) == {(1,): 10, (5,): 5, (1, 5): 15, (1, 2, 3, 4, 5): 125}
    assert dict(selections((2, 3, 4, 5, 6))) == {(5,): 5, (2, 3, 4, 5, 6): 250}
    assert answer_race_score((2, 2), 3) == {"bust": False, "selections": [], "free_throw": True}
    assert answer_race_score((2, 3), 3) == {"bust": True, "selections": [], "free_throw": False}
    assert dict(selections((1, 1)))[1, 1] == 20 and dict(selections((5, 5)))[5, 5] == 10
    for win, score, left, gain, expected in (
            ("reach", 290, 0, 5, (295, 3, False)), ("reach", 290, 0, 110, (400, 0, False)),
            ("reach", 395, 1, 0, (295, 3, False)), ("reach", 395, 1, 5, (400, 0, False)),
            ("reach", 300, 3, 0, (300, 2, False)), ("reach", 300, 1, 300, (600, 3, False)),
            ("reach", 890, 0, 110, (1000, 0, True)), ("exceed", 890, 0, 110, (1000, 3, False)),
            ("exceed", 1000, 1, 0, (895, 3, False)), ("exceed", 1000, 1, 5, (1005, 0, True))):
        assert end_turn(score, left, gain, win) == expected, (win, score, left, gain)
    assert sum(sheet_states("yatzy")) == 1430528
    print("selftest: all examples hold")

def main(arguments):
    options = dict(zip(arguments[1::2], arguments[2::2]))
    if arguments[:1] == ["questions"] and len(arguments) % 2 == 1 and options.keys() <= {"--seed", "--every"}:
        for question in questions(int(options.get("--seed", 1)), int(options.get("--every", 1))):
            print(json.dumps(question))
    elif arguments[:1] == ["counts"] and len(arguments) == 2 and arguments[1] in [*GAMES, *RACES]:
        print(json.dumps(counts(arguments[1])))
    elif arguments == ["selftest"]:
        selftest()
    else:
        sys.exit(__doc__)

if __name__ == "__main__":
    main(sys.argv[1:])
