"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# The first import of a solver alone takes longer than the default deadline; timings belong to the benchmark.
settings.register_profile("unitdoku", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unitdoku")
