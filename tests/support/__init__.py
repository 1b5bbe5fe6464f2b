"""What tests of several folders share: no test is in here."""
