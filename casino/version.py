"""The version of the product (SemVer), in one place. Pages, commands, answers and artefacts read it here.

The first number rises when something ends that is promised to programs or operators
(docs/operating/releases.md), the second for what is new, the third for repairs alone. Between two releases it
names the next one: 1.1.0-dev.
"""

VERSION = "1.1.0-dev"
