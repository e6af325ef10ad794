"""Runs checkov with the same options for each of some folders, each in a process of its own, so that nothing of one is known of
another. One start serves all: it takes longer than to read a folder.

each.py OPTION... -- FOLDER..."""

import os
import sys

from checkov.main import Checkov

end = sys.argv.index("--")
for folder in sys.argv[end + 1 :]:
    child = os.fork()
    if child == 0:
        sys.exit(Checkov([*sys.argv[1:end], "--directory", folder]).run())
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"checkov failed for {folder}")
