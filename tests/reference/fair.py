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


def optional(link):
    return b"\x00" if link is None else b"\x01" + bytes.fromhex(link)


# ---------------------------------------------------------------- the format
def tag(version, purpose):
    return b"kosti-dice-%d/%s" % (version, purpose)


def before(link, version):
    return sha256(tag(version, b"link"), link)


def chain(secret, version):
    """The anchor and the links, by number."""
    links = [secret]
    while len(links) <= LENGTH:
        links.append(before(links[-1], version))
    return links[::-1]


def history(records):
    """The same in both versions."""
    so_far = START
    for record in records:
        so_far = sha256(tag(1, b"history"), so_far, record.encode("utf-8"))
    return so_far


def secret(master, table, generation):
    """RFC 5869 with an empty salt; 32 bytes are one block. Version 1 counts generations, version 2 has 16 bytes."""
    which, version = (number(generation), 1) if isinstance(generation, int) else (bytes.fromhex(generation), 2)
    return mac(mac(bytes(32), master), tag(version, b"secret"), text(table), which, b"\x01")


def throw_key(throw):
    version, witness = throw["version"], throw["witness"]
    parts = [text(throw["table"]), number(throw["number"])]
    if version == 1:
        parts.append(bytes.fromhex(throw["history"]))
    parts += [number(throw["seat"]), optional(throw["thrower"])]
    if version == 1 and witness is not None:
        parts.append(b"\x01" + number(throw["witness_seat"]) + bytes.fromhex(witness))
    else:
        parts.append(optional(witness))
    return mac(bytes.fromhex(throw["server"]), tag(version, b"throw"), *parts)


def dice(key, count, sides, version):
    fallen, counter = [], 0
    while len(fallen) < count:
        for byte in mac(key, tag(version, b"dice"), number(counter)):
            if byte < 256 // sides * sides:
                fallen.append(byte % sides + 1)
        counter += 1
    return fallen[:count]


# ---------------------------------------------------------------- filling in what follows
def filled_link(case):
    return {**case, "before": before(bytes.fromhex(case["link"]), case["version"]).hex()}


def filled_chain(case):
    links = chain(bytes.fromhex(case["secret"]), case["version"])
    shown = {n: links[int(n)].hex() for n in case["links"]}
    return {**case, "anchor": links[0].hex(), "links": shown}


def filled_history(case):
    return {**case, "history": history(case["records"]).hex()}


def filled_secret(case):
    return {**case, "secret": secret(bytes.fromhex(case["master"]), case["table"], case["generation"]).hex()}


def filled_throw(case):
    key = throw_key(case)
    return {**case, "key": key.hex(), "dice": dice(key, case["count"], case["sides"], case["version"])}


FILLED = {"links": filled_link, "chains": filled_chain, "histories": filled_history, "secrets": filled_secret,
          "throws": filled_throw}


def complete(cases):
    return {kind: [FILLED[kind](case) for case in of_kind] for kind, of_kind in cases.items()}


# ---------------------------------------------------------------- cases
def vectors():
    master = bytes(range(32))
    generation = bytes(range(16, 32)).hex()
    records = ['{"opened":"kitchen"}', '{"joined":"Олена"}']
    olenas, petros = bytes([0xAA]) * 32, bytes([0xBB]) * 32
    chains = {version: [chain(s, version) for s in (secret(master, "kitchen", which), olenas, petros)]
              for version, which in ((2, generation), (1, 0))}

    def throw(version, n, seat, thrower, witness, count, sides):
        server, olena, petro = chains[version]
        link = lambda of: None if of is None else (olena, petro)[of][n].hex()
        case = {"version": version, "table": "kitchen", "number": n, "seat": seat, "server": server[n].hex(),
                "thrower": link(thrower), "witness": link(witness), "count": count, "sides": sides}
        return case | ({"history": history(records).hex(), "witness_seat": witness} if version == 1 else {})

    shown = [str(n) for n in (1, 2, 64, 65, LENGTH)]
    return complete({
        "links": [{"version": version, "link": bytes(32).hex()} for version in (2, 1)],
        "secrets": [{"version": version, "master": master.hex(), "table": "kitchen", "generation": which}
                    for version, which in ((2, generation), (2, "00" * 16), (1, 0), (1, 1))],
        "chains": [{"version": version, "secret": s.hex(), "links": shown}
                   for version, s in ((2, secret(master, "kitchen", generation)), (2, olenas), (2, petros),
                                      (1, secret(master, "kitchen", 0)))],
        "histories": [{"records": records[:n]} for n in range(3)],
        "throws": [
            throw(2, 1, 0, None, None, 5, 6),
            throw(2, 1, 0, 0, None, 5, 6),
            throw(2, 1, 0, 0, 1, 5, 6),
            throw(2, 2, 1, 1, 0, 2, 6),
            throw(2, 6, 1, None, 0, 40, 12),
            throw(1, 1, 0, None, None, 5, 6),
            throw(1, 1, 0, 0, None, 5, 6),
            throw(1, 1, 0, 0, 1, 5, 6),
        ],
    })


def cases(seed, count):
    rng = random.Random(seed)
    octets = lambda n=32: rng.randbytes(n).hex()
    word = lambda: "".join(rng.choice("abcxyz-019 \"\\\n\u0456\u20ac\U0001F3B2") for _ in range(rng.randrange(40)))
    big = lambda: rng.randrange(1 << rng.choice((1, 3, 8, 16, 32, 64)))
    maybe = lambda value: value if rng.random() < 0.5 else None
    version = lambda: rng.choice((1, 2))
    generation = lambda of: {"version": of, "generation": octets(16) if of == 2 else big() % (1 << 32)}
    return complete({
        "links": [{"version": version(), "link": octets()} for _ in range(count)],
        "secrets": [{"master": octets(), "table": word(), **generation(version())} for _ in range(count)],
        "chains": [{"version": version(), "secret": octets(),
                    "links": [str(n) for n in rng.sample(range(1, LENGTH + 1), 20)]} for _ in range(count // 20)],
        "histories": [{"records": [word() for _ in range(rng.randrange(5))]} for _ in range(count)],
        "throws": [{"version": version(), "table": word(), "number": big(), "history": octets(), "seat": big(),
                    "server": octets(), "thrower": maybe(octets()), "witness": maybe(octets()),
                    "witness_seat": big(), "count": rng.choice((0, 1, 5, 6, 31, 32, 33, 100)),
                    "sides": rng.randint(1, 12)} for _ in range(count)],
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

    def __init__(self, anchor, base, version):
        self.newest, self.number, self.base, self.version = bytes.fromhex(anchor), base, base, version
        # Whether its client was never left out as a witness.
        self.live = True

    def proves(self, link, n):
        if not 0 < n - self.number <= LENGTH:
            return False
        link = bytes.fromhex(link)
        for _ in range(n - self.number):
            link = before(link, self.version)
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
        self.server = None
        # By seat: who plays there, the hash of their token (none for a bot), and the chain of the client.
        self.names = [seat.get("name", "") for seat in opened["seats"]]
        self.keys = [seat.get("key") for seat in opened["seats"]]
        self.clients = [None] * len(self.names)
        self.number, self.history, self.called, self.begun = 0, START, None, False
        if "anchor" in opened:
            self.anchor(opened, 0)

    def anchor(self, fact, base):
        """The server's next chain. A generation makes it one of version 2."""
        version = 2 if "generation" in fact else 1
        if self.server:
            hold(version >= self.server.version, "the server goes back to version 1")
            if version > self.server.version:
                self.clients = [None] * len(self.clients)
        self.server = Known(fact["anchor"], base, version)

    def witness(self, thrower):
        """The seat whose client has to witness what this seat throws next."""
        n, seats = self.number + 1, len(self.clients)
        for seat in ((thrower + step) % seats for step in range(1, seats)):
            chain, key = self.clients[seat], self.keys[seat]
            if chain and chain.live and n - chain.base <= LENGTH and key and key != self.keys[thrower]:
                return seat
        return None

    def derive(self, fact, aside):
        """Checks the throw of a note, against what was known before the note."""
        n, seat = self.number + 1, fact["seat"]
        hold("proof" in fact, f"throw {n} has no proof")
        proof = fact["proof"]
        thrower, witness = proof.get("thrower"), proof.get("witness")
        hold(proof["number"] == n, f"throw {n} says that it is number {proof['number']}")
        hold(self.server and self.server.proves(proof["server"], n), f"throw {n}: the server's link")
        version = self.server.version
        proves = lambda seat, link: self.clients[seat] is not None and self.clients[seat].proves(link, n)
        hold(thrower is None or proves(seat, thrower), f"throw {n}: the thrower's link")
        asked = witness and (seat, thrower, witness["seat"], fact["kept"] if aside is None else aside)
        hold(asked == (self.called and self.called[:4]), f"throw {n} is not as it was called")
        answered = witness if witness and "link" in witness else None
        hold(not answered or proves(answered["seat"], answered["link"]), f"throw {n}: the witness's link")
        if version == 2:
            hold((witness["seat"] if witness else None) == self.witness(seat), f"throw {n}: not the right witness")
            stood, told = self.called[4:] if self.called else (self.history, proof.get("history"))
            hold(told == proof.get("history") == (stood.hex() if thrower else None), f"throw {n}: the thrower's history")
            history = self.history.hex() if answered else None
            hold(not witness or witness.get("history") == history, f"throw {n}: the witness's history")
        key = throw_key({"version": version, "server": proof["server"], "table": self.id, "number": n,
                         "history": self.history.hex(), "seat": seat, "thrower": thrower,
                         "witness": answered and answered["link"], "witness_seat": answered and answered["seat"]})
        fallen = sorted(dice(key, len(fact["dice"]), self.sides, version))
        hold(fallen == sorted(fact["dice"]), f"throw {n}: the links give {fallen}, not {fact['dice']}")
        return {"number": n, "seat": seat, "dice": fallen, "version": version, "thrower": thrower is not None,
                "witness": answered and answered["seat"], "silent": witness["seat"] if witness and not answered else None}

    def follow(self, kind, fact):
        hold(self.called is None or kind in ("set-aside", "thrown", "deleted"), f"{kind} while a throw is in the air")
        match kind:
            case "opened":
                hold(False, "the table is opened twice")
            case "seated":
                self.names[fact["seat"]], self.keys[fact["seat"]] = fact["name"], fact["key"]
                self.clients[fact["seat"]] = None
            case "vacated":
                self.keys[fact["seat"]] = self.clients[fact["seat"]] = None
            case "started":
                hold(not self.begun, "the game begins twice")
                take = lambda things: [things[seat] for seat in fact["seats"]]
                self.names, self.keys, self.clients = take(self.names), take(self.keys), take(self.clients)
                self.begun = True
            case "anchored":
                hold(fact["base"] == self.number, f"a chain begins at {fact['base']} after {self.number} throws")
                if "seat" in fact:
                    version = self.server.version if self.server else 2
                    self.clients[fact["seat"]] = Known(fact["anchor"], self.number, version)
                else:
                    self.anchor(fact, self.number)
            case "called":
                hold(fact["number"] == self.number + 1, f"throw {fact['number']} is called after {self.number}")
                self.called = (fact["seat"], fact.get("thrower"), fact["witness"], fact["keep"],
                               self.history, fact.get("history"))
            case "thrown":
                self.number, self.called = self.number + 1, None
                proof = fact.get("proof", {})
                witness = proof.get("witness", {})
                links = [(self.server, proof.get("server")), (self.clients[fact["seat"]], proof.get("thrower"))]
                if "link" in witness:
                    links.append((self.clients[witness["seat"]], witness["link"]))
                elif "seat" in witness and self.clients[witness["seat"]]:
                    self.clients[witness["seat"]].live = False
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
        table.history = sha256(tag(1, b"history"), table.history, note.encode("utf-8"))
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
