"""`python -m tertium`."""

from tertium.cli.main import main

main()
