#!/usr/bin/env python3
"""docs/dice.md once more, in plain Python: verifiable dice without a line of the program.

    python3 fair.py vectors          the test vectors of docs/dice.md, as JSON
    python3 fair.py cases SEED N     N random cases of each kind, in the same form
    python3 fair.py check            reads such JSON from standard input, tells every value that is wrong

Standard library only.
"""
import hashlib
import hmac
import json
import random
import sys

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
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
