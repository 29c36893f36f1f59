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


def hashed(tag, *parts):
    return hashlib.sha256(b"kosti-dice-1/" + tag + b"".join(parts)).digest()


def number(n):
    return n.to_bytes(8, "big")


class Chain:
    """A chain of our own: link 4096 is a secret, and each link is the hash of the next."""

    def __init__(self):
        links = [os.urandom(32)]
        for _ in range(LENGTH):
            links.append(hashed(b"link", links[-1]))
        self.links, self.base = links[::-1], 0

    def link(self, throw):
        """Our part in a throw; the links belong to the throws after the chain was anchored."""
        return self.links[throw - self.base].hex()


class Table:
    """What has happened at a table, as far as the dice go. Every throw is derived again."""

    def __init__(self):
        self.history, self.throws, self.checked = bytes(32), 0, 0
        self.id, self.sides = None, 6
        # By seat, and under None the server's: the newest known link, and which of its chain's throws it belongs to.
        self.chains, self.promised, self.own = {}, {}, set()

    def note(self, text):
        """Follows one note, which is what one command did."""
        for fact in json.loads(text)["did"]:
            ((name, what),) = fact.items()
            handler = getattr(self, name.replace("-", "_"), None)
            if handler is not None:
                handler(what)
        self.history = hashed(b"history", self.history, text.encode())

    def opened(self, what):
        self.id, self.sides = what["table"], tomllib.loads(what["rules"]).get("sides", 6)
        if "anchor" in what:
            self.chains[None] = (bytes.fromhex(what["anchor"]), 0)

    def started(self, what):
        """From here on the seats are counted among those who play."""
        seats = {new: self.chains[old] for new, old in enumerate(what["seats"]) if old in self.chains}
        self.chains = {None: self.chains.get(None), **seats}

    def anchored(self, what):
        self.chains[what.get("seat")] = (bytes.fromhex(what["anchor"]), what["base"])

    def vacated(self, what):
        self.chains.pop(what["seat"], None)

    def called(self, what):
        self.stands(what["number"], what.get("thrower"))

    def thrown(self, what):
        self.throws += 1
        proof = what.get("proof")
        if proof is None:
            return
        witness, thrower = proof.get("witness"), proof.get("thrower")
        self.stands(proof["number"], witness.get("link") if witness else thrower)
        parts = [self.shown(None, proof["server"]), number(what["seat"])]
        parts.append(b"\1" + self.shown(what["seat"], thrower) if thrower else b"\0")
        if witness and "link" in witness:
            parts.append(b"\1" + number(witness["seat"]) + self.shown(witness["seat"], witness["link"]))
        else:
            parts.append(b"\0")
        server, rest = parts[0], b"".join(parts[1:])
        table = number(len(self.id.encode())) + self.id.encode()
        key = hmac.digest(server, b"kosti-dice-1/throw" + table + number(self.throws) + self.history + rest, "sha256")
        if sorted(self.fall(key, len(what["dice"]))) != what["dice"]:
            raise SystemExit(f"throw {self.throws}: the dice are not those that the links give")
        self.checked += 1

    def stands(self, throw, link):
        """Whether a throw with a link of ours stands on the history for which we gave it."""
        if link in self.own and self.promised.get(throw) != self.history:
            raise SystemExit(f"throw {throw}: something was put between our link and the dice")

    def shown(self, seat, link):
        """The bytes of a link, once it is known to belong to its chain."""
        known, at = self.chains[seat]
        new = link = bytes.fromhex(link)
        for _ in range(self.throws - at):
            new = hashed(b"link", new)
        if new != known:
            raise SystemExit(f"throw {self.throws}: a link does not belong to its chain")
        self.chains[seat] = (link, self.throws)
        return link

    def fall(self, key, count):
        dice, counter, limit = [], 0, 256 // self.sides * self.sides
        while len(dice) < count:
            block = hmac.digest(key, b"kosti-dice-1/dice" + number(counter), "sha256")
            dice += [byte % self.sides + 1 for byte in block if byte < limit]
            counter += 1
        return dice[:count]


class Player:
    def __init__(self, link, invite, name):
        self.link, self.invite, self.name = link.rstrip("/"), invite, name
        # Nobody but us can know this, and the server keeps only its hash.
        self.token = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
        self.chain, self.table, self.version, self.seats = Chain(), Table(), "0", []

    def request(self, path, body=None, headers=None):
        told = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.link + path, data, told), timeout=60)

    def send(self, path, body):
        """A command, sent until there is an answer: with the same name it is done once, however often it comes."""
        body = {**body, "command": str(uuid.uuid4())}
        while True:
            try:
                return json.load(self.request(path, body))
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
        anchor = self.chain.links[0].hex()
        self.chain.base = self.table.throws
        answer = self.send("/seats", {"invite": self.invite, "name": self.name, "anchor": anchor})
        self.seats = answer["you"]["seats"]

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
                raise SystemExit("the server tells another history than it shows")
            # Seats are counted anew when a game begins without some of them; what was told before we sat down does not
            # name us yet.
            self.seats = [seat["seat"] for seat in view["seats"] if seat["name"] == self.name] or self.seats
            if view["status"] in ("over", "deleted"):
                return view
            self.act(view)

    def act(self, view):
        air, turn = view["air"], view["turn"]
        if air is not None and air["witness"] in self.seats:
            link = self.give(air["number"])
            self.send("/witness", {"seat": air["witness"], "number": air["number"], "link": link})
        elif air is None and view["status"] == "playing":
            on_turn = turn["seat"] in self.seats if turn else view["lot"] is not None and view["lot"][0] in self.seats
            if on_turn:
                action = random.choice(list(ways(view)))
                body = {"version": view["version"], "action": action}
                if "keep" in action or action.get("then") == "throw":
                    body["link"] = self.give(self.table.throws + 1)
                self.send("/actions", body)

    def give(self, throw):
        """A link, and on which history the throw must stand."""
        link = self.chain.link(throw)
        self.table.own.add(link)
        self.table.promised[throw] = self.table.history
        return link


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
    if view["offers"] and turn["rethrow"]:
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
