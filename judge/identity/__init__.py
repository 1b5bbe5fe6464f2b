"""WHO WROTE A MAIL, and how far that is believed: players, addresses, KEYs, codes and the table of trust."""
