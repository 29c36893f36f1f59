"""What schemathesis cannot know: tables that there are, invitations, versions, questions that have an answer.

The tables were opened by tests/openapi.rs, which tells them in the file that KOSTI_POOL names. A part of the generated
requests is led to them; which part follows from the request itself, so that the same seed asks the same things.
Requests that are meant to be wrong stay wrong: schemathesis looks again at what a hook has changed.
"""

import atexit
import json
import os
import zlib

import requests
import schemathesis

with open(os.environ["KOSTI_POOL"], encoding="utf-8") as file:
    POOL = json.load(file)
SERVER, TOKEN = POOL["server"], os.environ["KOSTI_TOKEN"]


def chance(case, what):
    """A number that follows from the request."""
    told = [what, case.method, case.path, repr(case.path_parameters), repr(case.body)]
    return zlib.crc32("\n".join(told).encode("utf-8", "replace"))


def choose(case, what, among):
    return among[chance(case, what) % len(among)]


def table(identity):
    answer = requests.get(f"{SERVER}/api/v1/tables/{identity}", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60)
    return answer.json().get("table")


def legal(case, view):
    """Something that can be done now, most times."""
    ways = [{"keep": []}, {"undo": True}]
    if view["dice"] == "real":
        ways.append({"keep": [], "fell": [1, 2, 3, 4, 5]})
    for offer in view["offers"]:
        ways += [{"score": offer["box"]}] * (offer["score"] is not None) + [{"cross": offer["box"]}] * offer["cross"]
    ways += [{"take": way["take"], "then": then} for way in view["selections"] for then in way["then"]]
    return choose(case, "way", ways)


def whole(value):
    """For JSON Schema 2.0 is a whole number; a program that means one writes 2, and the server takes nothing else."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        return int(value)
    if isinstance(value, list):
        return [whole(item) for item in value]
    if isinstance(value, dict):
        return {key: whole(item) for key, item in value.items()}
    return value


def is_meant_well(case):
    return case.meta is None or case.meta.generation.mode.is_positive


def lead(case):
    """To a table that there is; what works once at a table has some tables of its own."""
    once = POOL["once"].get(f"{case.method} {case.path}")
    if once:
        case.path_parameters["table"] = once[-1]
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = 0
    else:
        case.path_parameters["table"] = choose(case, "table", POOL["tables"])


def fill(case):
    """With what the table knows."""
    name, body = case.path.rsplit("/", 1)[-1], case.body
    if name in POOL["asks"] and chance(case, "ask") % 2:
        case.body = choose(case, "asked", POOL["asks"][name])
    elif case.path == "/api/v1/tables" and chance(case, "open") % 2:
        case.body = choose(case, "opened", POOL["openings"])
    elif name == "seats" and isinstance(body, dict) and "table" in case.path_parameters:
        body["invite"] = POOL["invites"].get(case.path_parameters["table"], "")
        if chance(case, "name") % 2:
            case.body = {"invite": body["invite"], "name": f"Guest {chance(case, 'guest') % 1000}"}
    elif name == "actions" and isinstance(body, dict) and chance(case, "version") % 4:
        view = table(case.path_parameters["table"])
        if view is not None:
            body["version"] = view["version"]
            if chance(case, "legal") % 2:
                case.body = {"version": view["version"], "action": legal(case, view)}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Examples have a test of their own. Beside them, only fields are tried that a question ignores, whatever they hold."""
    for item in raw_schema["paths"].values():
        for operation in item.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                content.pop("example", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_meant_well(case):
        return
    if "table" in case.path_parameters and chance(case, "lead") % 8:
        lead(case)
    if case.method in ("POST", "PUT"):
        fill(case)
        case.body = whole(case.body)


SEEN = {}


@schemathesis.hook
def after_call(context, case, response):
    operation = f"{case.method} {case.path}"
    SEEN.setdefault(operation, set()).add(response.status_code)
    # Until it was done there, the next one may try.
    once, used = POOL["once"].get(operation, []), case.path_parameters.get("table")
    if response.status_code < 300 and used in once:
        once.remove(used)


@atexit.register
def tell():
    with open(os.environ["KOSTI_SEEN"], "w", encoding="utf-8") as file:
        json.dump({operation: sorted(statuses) for operation, statuses in SEEN.items()}, file)
