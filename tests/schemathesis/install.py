"""Makes a virtual environment with what requirements.txt names, unless it is there: install.py DIRECTORY

`cargo xtask test` and tests/openapi.rs both call this, and it says in one line what is missing.
"""

import fcntl
import importlib.util
import pathlib
import subprocess
import sys

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


def wanted():
    """What has to be there: these packages, for this Python."""
    return f"{sys.version}\n{REQUIREMENTS.read_text(encoding='utf-8')}"


def is_there(directory):
    stamp = directory / "installed"
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted()


def run(why, *command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        sys.exit(f"schemathesis cannot be installed: {why} ({said[-1] if said else done.returncode})")


def install(directory):
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("schemathesis cannot be installed: python3 has no venv; on Debian, `apt-get install python3-venv` brings it")
    run("no virtual environment", sys.executable, "-m", "venv", "--clear", str(directory))
    pip = [str(directory / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run("PyPI must be reached once", *pip, "--no-deps", "--requirement", str(REQUIREMENTS))
    (directory / "installed").write_text(wanted(), encoding="utf-8")


def main():
    directory = pathlib.Path(sys.argv[1])
    directory.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{directory}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_there(directory):
            install(directory)


if __name__ == "__main__":
    main()
