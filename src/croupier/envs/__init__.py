"""Environments for learning: Gymnasium for the house-banked games, PettingZoo for poker.

Importing this registers the Gymnasium ids, such as `croupier/FourCardPrime-v0`.
"""

from croupier.extras import missing

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as lacking:
    refused = missing("croupier.envs", str(lacking.name), extra="envs")
    raise ModuleNotFoundError(refused.message, name=lacking.name) from lacking

from croupier.games.registry import GAMES

# A round has at most three choices; the rest allows for agents that try illegal actions.
MOST_STEPS = 100

IDS = {game.id: f"croupier/{game.name.replace(' ', '')}-v0" for game in GAMES.values()}

for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="croupier.envs.house:HouseEnv",
            max_episode_steps=MOST_STEPS,
            kwargs={"game": _game},
        )
