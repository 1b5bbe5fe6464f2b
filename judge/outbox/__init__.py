"""WHO RECEIVES WHAT: one letter a reader, the queue of outgoing mail, its pictures, its delivery, bounces."""
