"""How a position of Railways of the World: The Card Game looks."""
