"""Monte Carlo tree search against random moves, as OpenSpiel's users write it: NAME GAMES."""

import math
import random
import sys

import pyspiel


class Node:
    """A move that was tried: how often, and what it brought whoever made it."""

    def __init__(self, player):
        self.player, self.visits, self.total, self.children = player, 0, 0.0, {}

    def choose(self):
        log = math.log(self.visits)
        return max(self.children, key=lambda action: self.children[action].worth(log))

    def worth(self, log):
        return math.inf if self.visits == 0 else self.total / self.visits + math.sqrt(2 * log / self.visits)


def simulate(state, root, draw):
    state, path = state.clone(), [root]
    while not state.is_terminal():
        node, player = path[-1], state.current_player()
        if node.visits == 0 and node is not root:
            break
        if not node.children:
            node.children = {action: Node(player) for action in state.legal_actions()}
        action = node.choose() if node.visits else draw.choice(list(node.children))
        state.apply_action(action)
        path.append(node.children[action])
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    returns = state.returns()
    for node in path:
        node.visits += 1
        node.total += returns[node.player]


def think(state, simulations, draw):
    root = Node(state.current_player())
    for _ in range(simulations):
        simulate(state, root, draw)
    return max(root.children, key=lambda action: root.children[action].visits)


def main():
    name, games = sys.argv[1], int(sys.argv[2])
    draw, score = random.Random(1), 0.0
    game = pyspiel.load_game(name)
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                action = think(state, 60, draw)
            else:
                action = draw.choice(state.legal_actions())
            state.apply_action(action)
        score += state.returns()[number % 2]
        print(state.history())
    print(f"{games} games of {name}: {score:+.0f}")


main()
