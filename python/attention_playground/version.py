"""The version, which is that of package.json."""

__version__ = '0.1.0'
