#!/usr/bin/env python3
"""docs/dice.md once more, in plain Python: verifiable dice without a line of the program.

    python3 fair.py vectors          the test vectors of docs/dice.md, as JSON
    python3 fair.py cases SEED N     N random cases of each kind, in the same form
    python3 fair.py check            reads such JSON from standard input, tells every value that is wrong
    python3 fair.py verify           reads a downloaded table from standard input, derives every throw again
    python3 fair.py verify-each      the same for a JSON list of such texts, and answers in JSON

Standard library only.
"""
import hashlib
import hmac
import json
import random
import re
import sys
import tomllib

TAG = b"kosti-dice-1/"
LENGTH = 4096
START = bytes(32)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def number(n):
    return n.to_bytes(8, "big")


def text(t):
    octets = t.encode("utf-8")
    return number(len(octets)) + octets


# ---------------------------------------------------------------- the format
def before(link):
    return sha256(TAG, b"link", link)


def chain(secret):
    """The anchor and the links, by number."""
    links = [secret]
    while len(links) <= LENGTH:
        links.append(before(links[-1]))
    return links[::-1]


def history(records):
    so_far = START
    for record in records:
        so_far = sha256(TAG, b"history", so_far, record.encode("utf-8"))
    return so_far


def secret(master, table, generation):
    """RFC 5869 with an empty salt; 32 bytes are one block."""
    return mac(mac(bytes(32), master), TAG, b"secret", text(table), number(generation), b"\x01")


def throw_key(throw):
    thrower, witness = throw["thrower"], throw["witness"]
    return mac(
        bytes.fromhex(throw["server"]),
        TAG, b"throw", text(throw["table"]), number(throw["number"]), bytes.fromhex(throw["history"]),
        number(throw["seat"]),
        b"\x00" if thrower is None else b"\x01" + bytes.fromhex(thrower),
        b"\x00" if witness is None else b"\x01" + number(witness["seat"]) + bytes.fromhex(witness["link"]),
    )


def dice(key, count, sides):
    fallen, counter = [], 0
    while len(fallen) < count:
        for byte in mac(key, TAG, b"dice", number(counter)):
            if byte < 256 // sides * sides:
                fallen.append(byte % sides + 1)
        counter += 1
    return fallen[:count]


# ---------------------------------------------------------------- filling in what follows
def filled_link(case):
    return {**case, "before": before(bytes.fromhex(case["link"])).hex()}


def filled_chain(case):
    links = chain(bytes.fromhex(case["secret"]))
    shown = {n: links[int(n)].hex() for n in case["links"]}
    return {**case, "anchor": links[0].hex(), "links": shown}


def filled_history(case):
    return {**case, "history": history(case["records"]).hex()}


def filled_secret(case):
    return {**case, "secret": secret(bytes.fromhex(case["master"]), case["table"], case["generation"]).hex()}


def filled_throw(case):
    key = throw_key(case)
    return {**case, "key": key.hex(), "dice": dice(key, case["count"], case["sides"])}


FILLED = {"links": filled_link, "chains": filled_chain, "histories": filled_history, "secrets": filled_secret,
          "throws": filled_throw}


def complete(cases):
    return {kind: [FILLED[kind](case) for case in of_kind] for kind, of_kind in cases.items()}


# ---------------------------------------------------------------- cases
def vectors():
    master = bytes(range(32))
    servers = secret(master, "kitchen", 0)
    olenas, petros = bytes([0xAA]) * 32, bytes([0xBB]) * 32
    server, olena, petro = chain(servers), chain(olenas), chain(petros)
    records = ['{"opened":"kitchen"}', '{"joined":"Олена"}']
    told = history(records).hex()

    def throw(n, seat, thrower, witness, count, sides):
        return {"table": "kitchen", "number": n, "history": told, "seat": seat, "server": server[n].hex(),
                "thrower": thrower, "witness": witness, "count": count, "sides": sides}

    return complete({
        "links": [{"link": bytes(32).hex()}],
        "secrets": [{"master": master.hex(), "table": "kitchen", "generation": g} for g in (0, 1)],
        "chains": [{"secret": s.hex(), "links": [str(n) for n in (1, 2, 64, 65, LENGTH)]}
                   for s in (servers, olenas, petros)],
        "histories": [{"records": records[:n]} for n in range(3)],
        "throws": [
            throw(1, 0, None, None, 5, 6),
            throw(1, 0, olena[1].hex(), None, 5, 6),
            throw(1, 0, olena[1].hex(), {"seat": 1, "link": petro[1].hex()}, 5, 6),
            throw(2, 1, petro[2].hex(), {"seat": 0, "link": olena[2].hex()}, 2, 6),
            throw(3, 1, None, {"seat": 0, "link": olena[3].hex()}, 40, 12),
        ],
    })


def cases(seed, count):
    rng = random.Random(seed)
    octets = lambda: rng.randbytes(32).hex()
    word = lambda: "".join(rng.choice("abcxyz-019 \"\\\n\u0456\u20ac\U0001F3B2") for _ in range(rng.randrange(40)))
    big = lambda: rng.randrange(1 << rng.choice((1, 3, 8, 16, 32, 64)))
    maybe = lambda value: value if rng.random() < 0.5 else None
    return complete({
        "links": [{"link": octets()} for _ in range(count)],
        "secrets": [{"master": octets(), "table": word(), "generation": big() % (1 << 32)} for _ in range(count)],
        "chains": [{"secret": octets(), "links": [str(n) for n in rng.sample(range(1, LENGTH + 1), 20)]}
                   for _ in range(count // 20)],
        "histories": [{"records": [word() for _ in range(rng.randrange(5))]} for _ in range(count)],
        "throws": [{"table": word(), "number": big(), "history": octets(), "seat": big(), "server": octets(),
                    "thrower": maybe(octets()), "witness": maybe({"seat": big(), "link": octets()}),
                    "count": rng.choice((0, 1, 5, 6, 31, 32, 33, 100)), "sides": rng.randint(1, 12)}
                   for _ in range(count)],
    })


def wrong(given):
    """What is wrong with the given vectors, one line each."""
    for kind, of_kind in given.items():
        for place, case in enumerate(of_kind):
            for field, value in FILLED[kind](case).items():
                if case.get(field) != value:
                    yield f"{kind}[{place}].{field} is {case.get(field)} and should be {value}"


# ---------------------------------------------------------------- downloaded tables
class Wrong(Exception):
    """What does not hold first."""


def hold(holds, why):
    if not holds:
        raise Wrong(why)


class Known:
    """A chain as far as it is known: the newest link, and the throw that it belongs to."""

    def __init__(self, anchor, base):
        self.newest, self.number = bytes.fromhex(anchor), base

    def proves(self, link, n):
        if not 0 < n - self.number <= LENGTH:
            return False
        link = bytes.fromhex(link)
        for _ in range(n - self.number):
            link = before(link)
        return link == self.newest


class Table:
    """What a verifier has to remember of a table between two notes."""

    def __init__(self, opened):
        self.id, self.virtual = opened["table"], opened["dice"] == "virtual"
        rules = tomllib.loads(opened["rules"])
        self.sides = rules.get("sides", 6)
        for option, choice in opened.get("house", {}).items():
            change = rules["house"][option]["choices"][choice].get("change", {})
            self.sides = change.get("sides", self.sides)
        self.server = Known(opened["anchor"], 0) if "anchor" in opened else None
        # By seat: who plays there, and the chain of the client.
        self.names = [seat.get("name", "") for seat in opened["seats"]]
        self.clients = [None] * len(self.names)
        self.number, self.history, self.called, self.begun = 0, START, None, False

    def derive(self, fact, aside):
        """Checks the throw of a note, against what was known before the note."""
        n, seat = self.number + 1, fact["seat"]
        hold("proof" in fact, f"throw {n} has no proof")
        proof = fact["proof"]
        thrower, witness = proof.get("thrower"), proof.get("witness")
        hold(proof["number"] == n, f"throw {n} says that it is number {proof['number']}")
        hold(self.server and self.server.proves(proof["server"], n), f"throw {n}: the server's link")
        proves = lambda seat, link: self.clients[seat] is not None and self.clients[seat].proves(link, n)
        hold(thrower is None or proves(seat, thrower), f"throw {n}: the thrower's link")
        asked = witness and (seat, thrower, witness["seat"], fact["kept"] if aside is None else aside)
        hold(asked == self.called, f"throw {n} is not as it was called")
        answered = witness if witness and "link" in witness else None
        hold(not answered or proves(answered["seat"], answered["link"]), f"throw {n}: the witness's link")
        key = throw_key({"server": proof["server"], "table": self.id, "number": n, "history": self.history.hex(),
                         "seat": seat, "thrower": thrower, "witness": answered})
        fallen = sorted(dice(key, len(fact["dice"]), self.sides))
        hold(fallen == sorted(fact["dice"]), f"throw {n}: the links give {fallen}, not {fact['dice']}")
        return {"number": n, "seat": seat, "dice": fallen, "thrower": thrower is not None,
                "witness": answered and answered["seat"], "silent": witness["seat"] if witness and not answered else None}

    def follow(self, kind, fact):
        hold(self.called is None or kind in ("set-aside", "thrown", "deleted"), f"{kind} while a throw is in the air")
        match kind:
            case "opened":
                hold(False, "the table is opened twice")
            case "seated":
                self.names[fact["seat"]], self.clients[fact["seat"]] = fact["name"], None
            case "vacated":
                self.clients[fact["seat"]] = None
            case "started":
                hold(not self.begun, "the game begins twice")
                self.names = [self.names[seat] for seat in fact["seats"]]
                self.clients = [self.clients[seat] for seat in fact["seats"]]
                self.begun = True
            case "anchored":
                hold(fact["base"] == self.number, f"a chain begins at {fact['base']} after {self.number} throws")
                chain = Known(fact["anchor"], self.number)
                if "seat" in fact:
                    self.clients[fact["seat"]] = chain
                else:
                    self.server = chain
            case "called":
                hold(fact["number"] == self.number + 1, f"throw {fact['number']} is called after {self.number}")
                self.called = (fact["seat"], fact.get("thrower"), fact["witness"], fact["keep"])
            case "thrown":
                self.number, self.called = self.number + 1, None
                proof = fact.get("proof", {})
                witness = proof.get("witness", {})
                links = [(self.server, proof.get("server")), (self.clients[fact["seat"]], proof.get("thrower"))]
                if "link" in witness:
                    links.append((self.clients[witness["seat"]], witness["link"]))
                for known, link in links:
                    if known and link:
                        known.newest, known.number = bytes.fromhex(link), self.number


def facts_of(note):
    """The facts of a note, each as its name and what it tells."""
    note = json.loads(note)
    hold(note["v"] == 1, f"version {note['v']}")
    return [(kind, told) for fact in note["did"] for kind, told in fact.items()]


def threw(record, names):
    """The throws that the record itself tells, in order."""
    starts = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    for line in record:
        turn = re.match(rf"(?:lot|[0-9]+) (?:{starts}): (.*)", line)
        for phrase in turn[1].split(", ") if turn else ():
            if phrase.startswith("threw "):
                yield [int(face) for face in phrase[len("threw "):].split("-")]


def verified(download):
    """Every throw of a downloaded table, or Wrong."""
    lines = [line.removesuffix("\r") for line in download.split("\n")]
    notes = [line.removeprefix("#= ") for line in lines if line.startswith("#= ")]
    hold(notes, "there are no notes")
    (first, opened), *more = facts_of(notes[0])
    hold(first == "opened" and all(kind == "started" for kind, _ in more), "the first note is no opening")
    table, throws, fell = Table(opened), [], []
    for place, note in enumerate(notes):
        facts = more if place == 0 else facts_of(note)
        thrown = [fact for kind, fact in facts if kind == "thrown"]
        hold(len(thrown) <= 1, f"note {place + 1} has several throws")
        aside = next((fact["dice"] for kind, fact in facts if kind == "set-aside"), None)
        fell += [fact["dice"] for fact in thrown]
        if table.virtual:
            throws += [table.derive(fact, aside) for fact in thrown]
        for kind, fact in facts:
            table.follow(kind, fact)
        table.history = sha256(TAG, b"history", table.history, note.encode("utf-8"))
    record = [line for line in lines if not line.startswith("#")]
    hold(list(threw(record, table.names)) == fell, "the record tells other throws than its notes")
    return throws


def verdict(download):
    try:
        return {"throws": verified(download)}
    except Wrong as wrong:
        return {"wrong": str(wrong)}
    except (ValueError, LookupError, TypeError) as error:
        return {"wrong": f"it cannot be read: {error!r}"}


def show(found):
    """One case per line."""
    def line(case):
        return "    " + json.dumps(case, ensure_ascii=False)
    kinds = (f'  "{kind}": [\n' + ",\n".join(map(line, of_kind)) + "\n  ]" for kind, of_kind in found.items())
    print("{\n" + ",\n".join(kinds) + "\n}")


def main(arguments):
    match arguments:
        case ["vectors"]:
            show(vectors())
        case ["cases", seed, count]:
            show(cases(int(seed), int(count)))
        case ["check"]:
            faults = list(wrong(json.load(sys.stdin)))
            print("\n".join(faults) if faults else "every value is right")
            return 1 if faults else 0
        case ["verify"]:
            found = verdict(sys.stdin.read())
            for throw in found.get("throws", ()):
                print(json.dumps(throw))
            print(found.get("wrong", "every throw is derived again"))
            return 1 if "wrong" in found else 0
        case ["verify-each"]:
            print(json.dumps([verdict(download) for download in json.load(sys.stdin)]))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
