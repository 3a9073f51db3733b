"""How a position of Arkwright: The Card Game looks."""
