"""What is kept between runs: counts and compiled loops, keyed by the sources that made them."""
