"""Every test of a store runs on both kinds of database, each time on a new one."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import create_engine, make_url, text

from croupier.bank.sealing import keys_for
from croupier.bank.store import Clock, Store, open_store
from croupier.files import put_new

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "postgres"
NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server: the one that scripts/test started, or a new one."""
    if given := os.environ.get("CROUPIER_POSTGRES"):
        yield given
        return
    folder = tempfile.mkdtemp(prefix="croupier-postgres-")
    started = subprocess.run(
        [SCRIPT, "start", folder, "-c", "fsync=off"], capture_output=True, text=True
    )
    try:
        if started.returncode:
            pytest.skip(f"PostgreSQL: {started.stderr.strip()}")
        yield started.stdout.strip()
    finally:
        subprocess.run([SCRIPT, "stop", folder], check=True)


KINDS = ["sqlite", "postgresql"]


@pytest.fixture
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], str]]:
    """Creates empty databases of a kind, and returns their URLs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))  # the keys of PostgreSQL's banks
    with ExitStack() as servers:
        made: list[Callable[[], str]] = []

        def make(kind: str) -> str:
            if kind == "sqlite":
                return f"sqlite:///{tmp_path}/bank{next(NUMBERS)}.db"
            if not made:
                url = request.getfixturevalue("postgres")
                made.append(servers.enter_context(postgres_databases(url)))
            return made[0]()

        yield make


@contextmanager
def postgres_databases(server_url: str, template: str = "") -> Iterator[Callable[[], str]]:
    url = make_url(server_url).set(drivername="postgresql+psycopg")
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    made: list[str] = []

    def make() -> str:
        name = f"bank_{os.getpid()}_{next(NUMBERS)}"
        like = f" TEMPLATE {make_url(template).database}" if template else ""
        with server.connect() as connection:
            if (connection.dialect.server_version_info or (0,)) >= (15,):
                like += " STRATEGY FILE_COPY"  # half the time, and all that older servers do
            connection.execute(text(f"CREATE DATABASE {name}{like}"))
        made.append(name)
        return url.set(database=name).render_as_string(hide_password=False)

    yield make
    with server.connect() as connection:
        for name in made:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture(scope="session")
def sqlite_bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank as the migrations create it, to be copied: they take longer than most tests."""
    file = tmp_path_factory.mktemp("sqlite") / "bank.db"
    open_store(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def postgres_bank(postgres: str) -> Iterator[str]:
    """The same on a server, for CREATE DATABASE … TEMPLATE."""
    with postgres_databases(postgres) as make:
        url = make()
        open_store(url).close()
        yield url


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_url(
    request: pytest.FixtureRequest, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], str]]:
    """Creates empty banks, of one kind or the other."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    if kind == "sqlite":
        template = request.getfixturevalue("sqlite_bank")

        def copy() -> str:
            return f"sqlite:///{shutil.copy(template, tmp_path / f'bank{next(NUMBERS)}.db')}"

        yield copy
        return
    server = request.getfixturevalue("postgres")
    with postgres_databases(server, request.getfixturevalue("postgres_bank")) as make:
        yield make


Furnish = Callable[[Store], object]


class Model(NamedTuple):
    """A bank to be copied, and the content of its key file."""

    url: str
    key: str


@pytest.fixture(scope="session")
def models() -> dict[tuple[str, Furnish], Model]:
    return {}


@pytest.fixture(scope="session")
def postgres_models(postgres: str, postgres_bank: str) -> Iterator[Callable[[], str]]:
    with postgres_databases(postgres, postgres_bank) as make:
        yield make


@pytest.fixture
def furnished(
    request: pytest.FixtureRequest,
    kind: str,
    new_url: Callable[[], str],
    models: dict[tuple[str, Furnish], Model],
    tmp_path: Path,
) -> Iterator[Callable[..., str]]:
    """Creates banks as a function leaves them: it acts in the first, the others are copies."""
    with ExitStack() as servers:

        def model(furnish: Furnish, clock: Clock | None) -> Model:
            if kind == "sqlite":
                folder = request.getfixturevalue("tmp_path_factory").mktemp("model")
                bank = shutil.copy(request.getfixturevalue("sqlite_bank"), folder / "bank.db")
                url = f"sqlite:///{bank}"
            else:
                url = request.getfixturevalue("postgres_models")()
            with open_store(url, clock) as store:
                furnish(store)
            key = _key_file(url)
            return Model(url, key.read_text("ascii") if key.exists() else "")

        def make(furnish: Furnish, clock: Clock | None = None) -> str:
            if (kind, furnish) not in models:
                models[kind, furnish] = model(furnish, clock)
            like = models[kind, furnish]
            if kind == "sqlite":
                bank = tmp_path / f"bank{next(NUMBERS)}.db"
                url = f"sqlite:///{shutil.copy(str(make_url(like.url).database), bank)}"
            else:
                server = request.getfixturevalue("postgres")
                url = servers.enter_context(postgres_databases(server, like.url))()
            if like.key:
                put_new(_key_file(url), like.key)
            return url

        yield make


def _key_file(url: str) -> Path:
    file = keys_for(make_url(url)).file
    assert file is not None
    return file


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    return new_url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        yield opened
