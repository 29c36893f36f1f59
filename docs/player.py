#!/usr/bin/env python3
"""A player for Kosti: joins a table, plays random moves to the end, and believes no throw that it has not checked.

    python3 docs/player.py http://127.0.0.1:7171/api/v1/tables/TABLE INVITATION NAME

docs/api.md tells what it sends and why; docs/dice.md is the arithmetic of the dice. Only the standard library is used.
"""

import base64
import hashlib
import hmac
import json
import os
import random
import sys
import time
import tomllib
import urllib.error
import urllib.request
import uuid

LENGTH = 4096


class Cheated(SystemExit):
    """Something that an honest server does not do. Nothing more is given away."""


def hashed(tag, *parts):
    return hashlib.sha256(tag + b"".join(parts)).digest()


def number(n):
    return n.to_bytes(8, "big")


def before(link):
    return hashed(b"kosti-dice-2/link", link)


class Own:
    """A chain of our own: link 4096 is a secret, and each link is the hash of the next. It gives away one link for each
    throw, for one context only: what else decides the dice."""

    def __init__(self):
        links = [os.urandom(32)]
        for _ in range(LENGTH):
            links.append(before(links[-1]))
        self.links, self.last, self.context = links[::-1], 0, None

    @property
    def anchor(self):
        return self.links[0].hex()

    def give(self, base, throw, context):
        """The link of a throw; nothing where it was shown for something else, so that the chain is burnt."""
        if not 0 < throw - base <= LENGTH or throw < self.last:
            return None
        if throw == self.last and context != self.context:
            return None
        self.last, self.context = throw, context
        return self.links[throw - base].hex()


class Chain:
    """Somebody's chain, as far as it was shown."""

    def __init__(self, anchor, base):
        self.anchor, self.newest, self.number, self.base, self.live = anchor, bytes.fromhex(anchor), base, base, True

    def shows(self, link, throw):
        """Whether this is the link of that throw."""
        steps = throw - self.number
        link = bytes.fromhex(link)
        if not 0 < steps <= LENGTH:
            return False
        for _ in range(steps):
            link = before(link)
        return link == self.newest

    def shown(self, link, throw):
        self.newest, self.number = bytes.fromhex(link), throw


class Table:
    """What has happened at a table, as far as the dice go. Every throw is derived again."""

    def __init__(self):
        self.history, self.throws, self.checked = bytes(32), 0, 0
        self.id, self.sides = None, 6
        # The server's chain; by seat: the hash of the token, and the chain of the client.
        self.server, self.keys, self.chains = None, [], []
        self.call = None

    def note(self, text):
        """Follows one note, which is what one command did."""
        facts = [next(iter(fact.items())) for fact in json.loads(text)["did"]]
        thrown = [what for name, what in facts if name == "thrown" and "proof" in what]
        if thrown and self.server:
            aside = next((what["dice"] for name, what in facts if name == "set-aside"), None)
            self.derive(thrown[0], aside)
        for name, what in facts:
            if self.call and name not in ("set-aside", "thrown", "deleted"):
                self.cheated(f"{name} while a throw is in the air")
            handler = getattr(self, name.replace("-", "_"), None)
            if handler is not None:
                handler(what)
        self.history = hashed(b"kosti-dice-1/history", self.history, text.encode())

    def cheated(self, why):
        raise Cheated(f"throw {self.throws + 1}: {why}")

    def opened(self, what):
        rules = tomllib.loads(what["rules"])
        self.id, self.sides = what["table"], rules.get("sides", 6)
        for option, choice in what.get("house", {}).items():
            self.sides = rules["house"][option]["choices"][choice].get("change", {}).get("sides", self.sides)
        self.keys = [seat.get("key") for seat in what["seats"]]
        self.chains = [None] * len(self.keys)
        # A chain without a generation is of version 1, which proves nothing to us.
        self.server = Chain(what["anchor"], 0) if "generation" in what else None

    def seated(self, what):
        self.keys[what["seat"]], self.chains[what["seat"]] = what["key"], None

    def vacated(self, what):
        self.keys[what["seat"]] = self.chains[what["seat"]] = None

    def started(self, what):
        """From here on the seats are counted among those who play."""
        self.keys = [self.keys[seat] for seat in what["seats"]]
        self.chains = [self.chains[seat] for seat in what["seats"]]

    def anchored(self, what):
        if what["base"] != self.throws:
            self.cheated("a chain begins at another throw")
        if "seat" in what:
            self.chains[what["seat"]] = Chain(what["anchor"], self.throws)
        elif "generation" in what:
            if self.server is None:
                self.chains = [None] * len(self.chains)
            self.server = Chain(what["anchor"], self.throws)
        elif self.server:
            self.cheated("the server goes back to version 1")

    def called(self, what):
        if what["number"] != self.throws + 1:
            self.cheated("it is called with another number")
        self.call = {**what, "before": self.history.hex()}

    def thrown(self, what):
        self.throws, self.call = self.throws + 1, None
        proof = what.get("proof") or {}
        witness = proof.get("witness") or {}
        links = [(self.server, proof.get("server")), (self.chains[what["seat"]], proof.get("thrower"))]
        if witness:
            links.append((self.chains[witness["seat"]], witness.get("link")))
        for chain, link in links:
            if chain and link:
                chain.shown(link, self.throws)
        if witness and "link" not in witness and self.chains[witness["seat"]]:
            self.chains[witness["seat"]].live = False

    def witness_of(self, thrower):
        """The seat whose client must witness what this seat throws next; the server has no choice."""
        for step in range(1, len(self.chains)):
            seat = (thrower + step) % len(self.chains)
            chain, key = self.chains[seat], self.keys[seat]
            if key and key != self.keys[thrower] and chain and chain.live and self.throws + 1 - chain.base <= LENGTH:
                return seat
        return None

    def derive(self, what, aside):
        """Derives a throw again from its links, and checks that nobody could have chosen one for the others."""
        seat, proof, throw = what["seat"], what["proof"], self.throws + 1
        thrower, witness = proof.get("thrower"), proof.get("witness")
        link = witness.get("link") if witness else None
        shows = lambda chain, link: chain is not None and chain.shows(link, throw)
        if proof["number"] != throw or not shows(self.server, proof["server"]):
            self.cheated("the server's link is none of its chain")
        if thrower and not shows(self.chains[seat], thrower):
            self.cheated("the thrower's link is none of its chain")
        if link and not shows(self.chains[witness["seat"]], link):
            self.cheated("the witness's link is none of its chain")
        if (witness["seat"] if witness else None) != self.witness_of(seat):
            self.cheated("another witness than the notes call for")
        call = self.call and [self.call["seat"], self.call.get("thrower"), self.call["witness"], self.call["keep"]]
        if call != (witness and [seat, thrower, witness["seat"], what["kept"] if aside is None else aside]):
            self.cheated("it is not as it was called")
        stood, told = (self.call["before"], self.call.get("history")) if self.call else (self.history.hex(), proof.get("history"))
        if not told == proof.get("history") == (stood if thrower else None):
            self.cheated("the thrower stood on another history")
        if witness and witness.get("history") != (self.history.hex() if link else None):
            self.cheated("the witness stood on another history")
        if sorted(self.fall(seat, proof["server"], thrower, link, len(what["dice"]))) != sorted(what["dice"]):
            self.cheated("the dice are not those that the links give")
        self.checked += 1

    def fall(self, seat, server, thrower, witness, count):
        table = self.id.encode()
        parts = [b"kosti-dice-2/throw", number(len(table)), table, number(self.throws + 1), number(seat)]
        parts += [b"\1" + bytes.fromhex(link) if link else b"\0" for link in (thrower, witness)]
        key = hmac.digest(bytes.fromhex(server), b"".join(parts), "sha256")
        dice, counter, limit = [], 0, 256 // self.sides * self.sides
        while len(dice) < count:
            block = hmac.digest(key, b"kosti-dice-2/dice" + number(counter), "sha256")
            dice += [byte % self.sides + 1 for byte in block if byte < limit]
            counter += 1
        return dice[:count]

    def throwing(self, own, seat):
        """Our part in our next throw; its number is our own count. Nothing where our chain is burnt or not known."""
        witness = self.witness_of(seat)
        other = self.chains[witness].anchor if witness is not None else None
        return None if self.call else self.give(own, seat, ("throw", seat, witness, other))

    def witnessing(self, own):
        """Our part in a called throw, if it is for us to witness; the call is checked first."""
        call = self.call
        if call is None or self.witness_of(call["seat"]) != call["witness"]:
            return None
        thrower = call.get("thrower")
        chain = self.chains[call["seat"]]
        if thrower and not (chain and chain.shows(thrower, call["number"])):
            return None
        if call.get("history") != (call["before"] if thrower else None):
            return None
        return self.give(own, call["witness"], ("witness", call["seat"], thrower))

    def give(self, own, seat, context):
        chain = self.chains[seat]
        if self.server is None or chain is None or chain.anchor != own.anchor:
            return None
        link = own.give(chain.base, self.throws + 1, (self.server.anchor, self.server.base, *context))
        return link and {"link": link, "history": self.history.hex()}


class Player:
    def __init__(self, link, invite, name):
        self.link, self.invite, self.name = link.rstrip("/"), invite, name
        # Nobody but us can know this, and the server keeps only its hash.
        self.token = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
        self.own, self.table, self.version, self.seats = Own(), Table(), "0", []

    def request(self, path, body=None, headers=None, method=None):
        told = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.link + path, data, told, method=method), timeout=60)

    def send(self, path, body, method=None):
        """A command, sent until there is an answer: with the same name it is done once, however often it comes."""
        body = {**body, "command": str(uuid.uuid4())}
        while True:
            try:
                return json.load(self.request(path, body, method=method))
            except urllib.error.HTTPError as error:
                problem = json.load(error)
                # 409: the table has gone on, and the stream will tell how. 429, 503: in a moment.
                if error.code == 409:
                    return None
                if error.code not in (429, 503):
                    raise SystemExit(f"{problem['kind']}: {problem['detail']}") from error
                time.sleep(int(error.headers.get("Retry-After", 1)))

    def events(self):
        """What happens, without a gap: a stream that breaks off goes on where it was."""
        failures = 0
        while failures < 50:
            try:
                stream = self.request("/events?witness=true", headers={"Last-Event-ID": self.version})
                event = {}
                for line in stream:
                    field, _, value = line.decode().rstrip("\n").partition(": ")
                    if field:
                        event[field] = value
                        continue
                    if "id" in event:
                        self.version, failures = event["id"], 0
                        yield event["data"]
                    event = {}
            except urllib.error.HTTPError as error:
                problem = json.load(error)
                raise SystemExit(f"{problem['kind']}: {problem['detail']}") from error
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass
            failures += 1
            time.sleep(0.2)
        raise SystemExit("the server does not answer any more")

    def join(self):
        """Our anchor is made after the server's was told, so that neither could be chosen for the other."""
        answer = self.send("/seats", {"invite": self.invite, "name": self.name, "anchor": self.own.anchor})
        self.seats = answer["you"]["seats"]

    def anchor(self, seat):
        """A new chain: the old one was burnt or used up, or we were left out as a witness."""
        self.own = Own()
        self.send(f"/seats/{seat}/anchor", {"anchor": self.own.anchor}, "PUT")

    def play(self):
        for data in self.events():
            start = data.find('"note":')
            if start >= 0:
                # Its exact text, which the history is the hash of.
                _, end = json.JSONDecoder().raw_decode(data, start + 7)
                self.table.note(data[start + 7 : end])
            view = json.loads(data).get("table")
            if view is None:
                continue
            if not self.seats:
                self.join()
                continue
            if view["history"] != self.table.history.hex():
                raise Cheated("the server tells another history than it shows")
            # Seats are counted anew when a game begins without some of them; what was told before we sat down does not
            # name us yet.
            self.seats = [seat["seat"] for seat in view["seats"] if seat["name"] == self.name] or self.seats
            if view["status"] in ("over", "deleted"):
                return view
            self.act(view)

    def act(self, view):
        air, turn = view["air"], view["turn"]
        if air is not None:
            given = self.table.witnessing(self.own)
            if given:
                self.send("/witness", {"seat": air["witness"], "number": self.table.throws + 1, **given})
        elif view["status"] == "playing":
            seat = self.seats[0]
            chain = self.table.chains[seat]
            if chain is None or chain.anchor != self.own.anchor or not chain.live:
                # What we do next waits for the event that tells our chain.
                return self.anchor(seat)
            on_turn = turn["seat"] == seat if turn else view["lot"] is not None and view["lot"][0] == seat
            if on_turn:
                action = random.choice(list(ways(view)))
                body = {"version": view["version"], "action": action}
                if "keep" in action or action.get("then") == "throw":
                    given = self.table.throwing(self.own, seat)
                    if given is None:
                        return self.anchor(seat)
                    body |= given
                self.send("/actions", body)


def ways(view):
    """What can be done now."""
    turn = view["turn"]
    if turn is None or turn["throw"] == 0:
        yield {"keep": []}
        return
    for offer in view["offers"]:
        if offer["score"] is not None:
            yield {"score": offer["box"]}
        if offer["cross"]:
            yield {"cross": offer["box"]}
        if offer.get("announce"):
            yield {"announce": offer["box"]}
    for selection in view["selections"]:
        for then in selection["then"]:
            yield {"take": selection["take"], "then": then}
    if turn.get("keeps"):
        for keep in turn["keeps"]:
            yield {"keep": keep}
    elif view["offers"] and turn["rethrow"]:
        for left_out in range(len(turn["dice"])):
            yield {"keep": turn["dice"][:left_out] + turn["dice"][left_out + 1 :]}


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    player = Player(*sys.argv[1:])
    view = player.play()
    totals = ", ".join(f"{seat['name']} {seat['total']}" for seat in view["seats"])
    print(f"{totals}; checked {player.table.checked} throws of {view['throws']}")


if __name__ == "__main__":
    main()
