"""Makes a virtual environment with what a file of requirements names, unless it is there: install.py REQUIREMENTS DIRECTORY

`cargo xtask test` and the tests that need it both call this, and it says in one line what is missing.
"""

import fcntl
import importlib.util
import pathlib
import subprocess
import sys


class Environment:
    def __init__(self, requirements, directory):
        self.requirements, self.directory = pathlib.Path(requirements), pathlib.Path(directory)

    def fail(self, why):
        sys.exit(f"{self.directory.name} cannot be installed: {why}")

    def wanted(self):
        """What has to be there: these packages, for this Python."""
        return f"{sys.version}\n{self.requirements.read_text(encoding='utf-8')}"

    def is_there(self):
        stamp = self.directory / "installed"
        return stamp.exists() and stamp.read_text(encoding="utf-8") == self.wanted()

    def run(self, why, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip().splitlines()
            self.fail(f"{why} ({said[-1] if said else done.returncode})")

    def install(self):
        if importlib.util.find_spec("ensurepip") is None:
            self.fail("python3 has no venv; on Debian, `apt-get install python3-venv` brings it")
        self.run("no virtual environment", sys.executable, "-m", "venv", "--clear", str(self.directory))
        pip = [str(self.directory / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        self.run("PyPI must be reached once", *pip, "--no-deps", "--requirement", str(self.requirements))
        (self.directory / "installed").write_text(self.wanted(), encoding="utf-8")


def main():
    environment = Environment(*sys.argv[1:])
    environment.directory.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{environment.directory}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not environment.is_there():
            environment.install()


if __name__ == "__main__":
    main()
