"""The environments are an extra: everything else works without its packages."""

import subprocess
import sys

import pytest


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_without_the_extra_the_error_says_what_to_install(package: str) -> None:
    told = run(f"import sys; sys.modules['{package}'] = None; import croupier.envs")
    assert told.returncode == 1
    message = told.stderr.splitlines()[-1]
    assert message == (
        f"ModuleNotFoundError: croupier.envs needs {package}; install it with: "
        "pip install 'croupier[envs]' (from a clone: pip install '.[envs]')"
    )


def test_commands_do_without_the_extra() -> None:
    told = run(
        "import sys\n"
        "sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "from croupier.cli import main\n"
        "sys.argv = ['croupier', 'games']\n"
        "main()"
    )
    assert told.returncode == 0 and "four-card-prime" in told.stdout
