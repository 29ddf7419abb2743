"""The disk cache: counts and compiled loops, keyed by a digest of the sources they depend on."""
