"""Words for everybody, registered or not."""
