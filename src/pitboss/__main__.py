"""``python -m pitboss``."""

import sys

try:
    from pitboss.cli import main

    main()
except KeyboardInterrupt:  # pressed before the program was ready to answer it
    sys.stderr.write("pitboss: interrupted.\n")
    sys.exit(2)
