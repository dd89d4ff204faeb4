#!/usr/bin/env python3
"""Builds the package into a virtual environment, with everything that its tests need.

    python3 crates/plywood-python/environment.py [--profile dev] [FOLDER]

The folder is target/venv where none is named. The tests of the workspace find it there.
"""

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

CRATE = Path(__file__).resolve().parent
ROOT = CRATE.parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "venv", metavar="FOLDER")
    parser.add_argument("--profile", default="release", help="how it is compiled: release (fast) or dev (as the tests are)")
    options = parser.parse_args()
    if sys.version_info < (3, 11):
        parser.error(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    if not (options.folder / "bin" / "python").exists():
        venv.create(options.folder, with_pip=True)
    python = options.folder / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "maturin>=1.9.4,<2"], check=True)
    # Compiled in the workspace's own folder, so that what was compiled for the tests is not compiled again.
    environment = dict(os.environ, PATH=f"{options.folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    build = ["--no-build-isolation", f"--config-settings=build-args=--profile={options.profile}"]
    print(f"compiling plywood ({options.profile}) and fetching what its tests need: some minutes the first time", flush=True)
    subprocess.run([*install, *build, f"{CRATE}[test]"], check=True, env=environment)
    print(f"{python} has plywood")


if __name__ == "__main__":
    main()
