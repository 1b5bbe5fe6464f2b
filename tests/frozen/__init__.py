"""Games played the same way for ever, and every letter that they led to, so that nothing changes unawares."""
