"""Who counts the rounds: this machine's cores, a Dask cluster, or a GPU. The numbers agree."""

from croupier.errors import RuleError
from croupier.sim.run import Engine, local

ENGINES = ("local", "dask", "gpu")


def engine_of(name: str, scheduler: str | None = None) -> Engine:
    if name not in ENGINES:
        raise RuleError(f"engine {name!r}; there are: {', '.join(ENGINES)}", "simulate/engine")
    if scheduler is not None and name != "dask":
        raise RuleError(f"a scheduler goes with the engine dask, not {name}", "simulate/engine")
    if name == "dask":
        from croupier.sim.dask import cluster

        return cluster(scheduler)
    if name == "gpu":
        from croupier.sim.gpu import gpu

        return gpu
    return local
