"""Whether a new player is somebody whom the house has blocked: what is compared, and who decides."""
