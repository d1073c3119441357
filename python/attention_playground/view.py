"""What `show`, `trace` and `playground` return."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from .defaults import DEFAULTS
from .page import Page, document, frame


@dataclass(frozen=True, repr=False)
class View:
    """A figure: a notebook shows it in a frame, by `_repr_html_`."""

    page: Page
    #: Of the frame, in CSS pixels: the one that was asked for, or an estimate.
    height: int
    #: Whether the frame becomes as high as its page says.
    fitted: bool

    def html(self) -> str:
        """A whole HTML document, which asks for no other file."""
        return document(self.page)

    def save(self, path: Union[str, Path]) -> Path:
        """Writes `html()` into a file, which opens without a network; returns its path."""
        file = Path(path)
        file.write_bytes(self.html().encode('utf-8'))
        return file

    def widget(self) -> Any:
        """The figure as an anywidget, whose traits `step` and `head` follow what is chosen in it.

        Raises ImportError, which says what to install, where there is no anywidget.
        """
        from .widget import widget_of

        return widget_of(self.page)

    def _repr_html_(self) -> str:
        return frame(self.page, self.height, self.fitted, DEFAULTS.script)

    def __repr__(self) -> str:
        return f'<View: {self.page.subject}>'
