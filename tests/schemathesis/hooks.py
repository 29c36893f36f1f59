"""What schemathesis cannot know: tables that there are, invitations, versions, questions that have an answer.

The tables were opened by tests/openapi.rs, which lists them in the file that KOSTI_POOL names. Until an operation has
succeeded, every valid request for it is made one that must succeed; of the later ones, a part is led to existing tables.
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
# The statuses of the responses, by operation.
SEEN = {}


def chance(case, what):
    """A number that follows from the request."""
    parts = [what, case.method, case.path, repr(case.path_parameters), repr(case.body)]
    return zlib.crc32("\n".join(parts).encode("utf-8", "replace"))


def choose(case, what, among):
    return among[chance(case, what) % len(among)]


def table(identity):
    answer = requests.get(f"{SERVER}/api/v1/tables/{identity}", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=600)
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


def operation(case):
    return f"{case.method} {case.path}"


def succeeded(case):
    return any(status < 300 for status in SEEN.get(operation(case), ()))


def lead(case):
    """To an existing table: first to those where the operation works."""
    suited = POOL["suited"].get(operation(case))
    if suited:
        case.path_parameters["table"] = suited[-1]
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = 0
    else:
        case.path_parameters["table"] = choose(case, "table", POOL["tables"])


def fill(case):
    """With what the table knows."""
    name, body, first = case.path.rsplit("/", 1)[-1], case.body, not succeeded(case)
    if name in POOL["asks"] and (first or chance(case, "ask") % 2):
        case.body = choose(case, "asked", POOL["asks"][name])
    elif case.path == "/api/v1/tables" and (first or chance(case, "open") % 2):
        case.body = choose(case, "opened", POOL["openings"])
    elif name == "seats" and isinstance(body, dict) and "table" in case.path_parameters:
        body["invite"] = POOL["invites"].get(case.path_parameters["table"], "")
        if first or chance(case, "name") % 2:
            case.body = {"invite": body["invite"], "name": f"Guest {chance(case, 'guest') % 1000}"}
    elif name == "actions" and isinstance(body, dict) and (first or chance(case, "version") % 4):
        view = table(case.path_parameters["table"])
        if view is not None:
            body["version"] = view["version"]
            if first or chance(case, "legal") % 2:
                case.body = {"version": view["version"], "action": {"keep": []} if first else legal(case, view)}


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
    if "table" in case.path_parameters and (not succeeded(case) or chance(case, "lead") % 8):
        lead(case)
    if case.method in ("POST", "PUT"):
        fill(case)
        case.body = whole(case.body)


@schemathesis.hook
def after_call(context, case, response):
    SEEN.setdefault(operation(case), set()).add(response.status_code)
    # Until it was done there, the next one may try.
    suited, used = POOL["suited"].get(operation(case), []), case.path_parameters.get("table")
    if response.status_code < 300 and used in suited:
        suited.remove(used)


@atexit.register
def tell():
    with open(os.environ["KOSTI_SEEN"], "w", encoding="utf-8") as file:
        json.dump({operation: sorted(statuses) for operation, statuses in SEEN.items()}, file)
