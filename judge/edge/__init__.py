"""SOCKETS AND LOOPS: the SMTP listener, the clerk, outgoing delivery."""
