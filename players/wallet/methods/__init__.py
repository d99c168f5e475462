"""Payment methods: a description of each, a driver that opens it, and what is said to the provider."""
