#!/usr/bin/env python3
"""A server that cheats, against docs/player.py: each attack of docs/dice.md that a client has to withstand.

    python3 attacks.py          tells how many attacks were withstood, or what was given away

Standard library only; the server's part of the arithmetic is fair.py's.
"""
import importlib.util
import json
import pathlib

import fair

ROOT = pathlib.Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("player", ROOT / "docs" / "player.py")
player = importlib.util.module_from_spec(spec)
spec.loader.exec_module(player)


class Server:
    """Writes what it likes, and shows it to the clients of Olena and Petro."""

    def __init__(self):
        self.records, self.throws, self.base = [], 0, 0
        self.links = fair.chain(bytes([5]) * 32, 2)
        self.owns, self.tables = [player.Own(), player.Own()], [player.Table(), player.Table()]
        rules = 'name = "One die"\ndice = 1\n'
        self.write({"opened": {"table": "kitchen", "rules": rules, "dice": "virtual", "seats": [{}, {}],
                               "anchor": self.links[0].hex(), "generation": "00" * 16}})
        for seat, own in enumerate(self.owns):
            self.write({"seated": {"seat": seat, "name": str(seat), "key": str(seat)}},
                       {"anchored": {"seat": seat, "anchor": own.anchor, "base": 0}})
        self.write({"started": {"seats": [0, 1]}})

    def write(self, *did, to=(0, 1)):
        text = json.dumps({"v": 1, "at": len(self.records), "did": did})
        self.records.append(text)
        for seat in to:
            self.tables[seat].note(text)

    def anchor(self, fill):
        self.links, self.base = fair.chain(bytes([fill]) * 32, 2), self.throws
        self.write({"anchored": {"anchor": self.links[0].hex(), "base": self.throws, "generation": "01" * 16}})

    def asks(self, seat):
        return self.tables[seat].throwing(self.owns[seat], seat)

    def called(self, seat, given, **other):
        call = {"seat": seat, "keep": [], "number": self.throws + 1, "witness": 1 - seat}
        if given:
            call |= {"thrower": given["link"], "history": given["history"]}
        return {key: value for key, value in (call | other).items() if value is not None}

    def thrown(self, call, witness, **other):
        """The dice fall as the links say, whatever they are."""
        n = self.throws + 1
        server = self.links[n - self.base].hex()
        draw = {"version": 2, "table": "kitchen", "number": n, "seat": call["seat"], "server": server,
                "thrower": call.get("thrower"), "witness": (witness or {}).get("link")}
        proof = {"number": n, "server": server}
        proof |= {key: call[key] for key in ("thrower", "history") if key in call}
        proof |= {"witness": witness} if witness else {}
        return {"thrown": {"seat": call["seat"], "kept": [], "dice": fair.dice(fair.throw_key(draw), 1, 6, 2),
                           "proof": proof} | other}

    def throw(self, seat, drops=False):
        call = self.called(seat, self.asks(seat))
        self.write({"called": call})
        given = self.tables[1 - seat].witnessing(self.owns[1 - seat])
        assert given, "the witness does not answer"
        self.write(self.thrown(call, {"seat": 1 - seat, **({} if drops else given)}))
        self.throws += 1


def cheats(do):
    """Whether the client finds it out."""
    try:
        do()
    except player.Cheated:
        return True
    return False


def honest():
    server = Server()
    for n in range(6):
        server.throw(n % 2)
    return server.tables[0].checked == server.tables[1].checked == 6


def link_4096():
    server = Server()
    far = {"called": server.called(0, None, number=4096)}
    return cheats(lambda: server.write(far)) and server.owns[1].last == 0


def refused_on_other_histories():
    server = Server()
    first = server.asks(0)
    server.write({"stood-in": {"seat": 1, "level": "regular"}})
    same = server.asks(0)
    server.anchor(6)
    return first["link"] == same["link"] and first["history"] != same["history"] and server.asks(0) is None


def another_witness_chain():
    server = Server()
    server.asks(0)
    server.write({"anchored": {"seat": 1, "anchor": "77" * 32, "base": 0}})
    return server.asks(0) is None


def two_histories():
    server = Server()
    given = server.asks(0)
    server.write({"left": {"seat": 0}}, to=(1,))
    server.write({"called": server.called(0, given)}, to=(1,))
    return server.tables[1].witnessing(server.owns[1]) is None


def false_calls():
    for wrong in ({"thrower": "00" * 32}, {"history": "00" * 32}, {"thrower": None}, {"witness": 0}):
        server = Server()
        server.write({"called": server.called(0, server.asks(0), **wrong)}, to=(1,))
        if server.tables[1].witnessing(server.owns[1]) is not None:
            return False
    return True


def dropped_witness():
    server = Server()
    server.throw(0, drops=True)
    left_out = server.tables[1].witness_of(0) is None and server.owns[1].last == 1
    call = server.called(0, None)
    server.write({"called": call})
    return left_out and cheats(lambda: server.write(server.thrown(call, {"seat": 1})))


def no_witness():
    server = Server()
    call = server.called(0, server.asks(0))
    return cheats(lambda: server.write(server.thrown(call, None)))


def other_dice():
    server = Server()
    server.throw(0)
    call = server.called(1, server.asks(1))
    server.write({"called": call})
    given = server.tables[0].witnessing(server.owns[0])
    fallen = server.thrown(call, {"seat": 0, **given})
    fallen["thrown"]["dice"] = [fallen["thrown"]["dice"][0] % 6 + 1]
    return cheats(lambda: server.write(fallen))


def back_to_version_1():
    server = Server()
    return cheats(lambda: server.write({"anchored": {"anchor": "66" * 32, "base": 0}}))


def restored_backup():
    server = Server()
    backup = list(server.records)
    server.throw(0)
    restored = player.Table()
    for text in backup:
        restored.note(text)
    new = {"anchored": {"anchor": "66" * 32, "base": 0, "generation": "02" * 16}}
    restored.note(json.dumps({"v": 1, "at": 9, "did": [new]}))
    return restored.throwing(server.owns[0], 0) is None


def main():
    attacks = [honest, link_4096, refused_on_other_histories, another_witness_chain, two_histories, false_calls,
               dropped_witness, no_witness, other_dice, back_to_version_1, restored_backup]
    for attack in attacks:
        if not attack():
            raise SystemExit(f"{attack.__name__}: not withstood")
    print(f"{len(attacks)} withstood")


if __name__ == "__main__":
    main()
