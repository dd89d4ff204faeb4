"""Players with their settings as keyword arguments."""

import inspect

import plywood
import pytest
from plywood import players


def test_every_search_is_a_function_whose_defaults_are_its_own():
    for entry in plywood.searches():
        name = "lambda_" if entry["name"] == "lambda" else entry["name"]
        function = getattr(players, name)
        parameters = inspect.signature(function).parameters
        assert len(parameters) == len(entry["keys"]) + len(entry["budget_keys"])
        assert function() == entry["name"]
        # The signature's own defaults can be said.
        settings = {key: one.default for key, one in parameters.items()}
        written = function(**settings)
        for game in ["connect4", "pig", "nim3"]:
            try:
                plywood.game(game).player(entry["name"])
            except plywood.Error:
                continue
            assert plywood.game(game).player(written).spec == written


def test_a_setting_is_a_keyword_argument_with_its_type():
    parameters = inspect.signature(players.ab).parameters
    assert parameters["lmr"].default is None and parameters["killers"].default is True
    assert players.ab(lmr=2, killers=False, depth=6) == "ab(killers=off, lmr=2, depth=6)"
    assert players.star2(match_="deeper") == "star2(match=deeper)"
    with pytest.raises(TypeError, match="depht"):
        players.ab(depht=6)
    with pytest.raises(AttributeError, match="there are .*ab"):
        players.alphabeta
