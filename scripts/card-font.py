"""Makes the faces of the cards, scripts/build/cards/fonts: subsets of Noto Sans CJK SC, regular and bold.

Only a new character on a card needs it: the build names each that is missing. A build takes the files as they are.
On Debian: apt-get install fonts-noto-cjk fonts-noto-cjk-extra python3-fonttools; /usr/bin/python3 scripts/card-font.py
"""

import re
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/opentype/noto/NotoSansCJK-{}.ttc"
SIMPLIFIED = 2
LICENCE = Path("/usr/share/doc/fonts-noto-cjk/copyright")
ROOT = Path(__file__).resolve().parent.parent
CARDS = ROOT / "scripts/build/cards"
TARGET = CARDS / "fonts"
FAMILY = "AP Cards"

ASCII = {chr(code) for code in range(0x20, 0x7F)}


def all_characters():
    # Its words, and the sentences that it shows.
    sources = [CARDS / "texts.mjs", ROOT / "web/learned/twins.ts"]
    texts = "".join(source.read_text() for source in sources)
    return "".join(sorted(ASCII | {*texts, "→"} - {"\n"}))


def rename(font, style):
    copyright_ = font["name"].getDebugName(0)
    names = {
        0: copyright_,
        1: FAMILY,
        2: style,
        4: f"{FAMILY} {style}",
        6: f"{FAMILY}-{style}".replace(" ", ""),
        13: "SIL Open Font License 1.1",
    }
    font["name"].names = []
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    return copyright_


def write_licence(copyright_):
    text = LICENCE.read_text()
    paragraph = text.split("License: SIL-1.1\n")[-1].split("\nLicense: ")[0]
    lines = [re.sub(r"^ \.?", "", line).rstrip() for line in paragraph.splitlines()]
    head = (
        "The faces in this folder are subsets of Noto Sans CJK SC under another name, made by scripts/card-font.py.\n\n"
        f"{copyright_}\n\n"
    )
    (TARGET / "OFL.txt").write_text(head + "\n".join(lines).strip() + "\n")


def make(file, style, characters):
    font = TTFont(SOURCE.format(style), fontNumber=SIMPLIFIED, recalcTimestamp=False)
    options = subset.Options(
        hinting=False,
        desubroutinize=True,
        layout_features=["kern"],
        name_IDs=["*"],
        notdef_outline=True,
    )
    options.drop_tables += ["BASE", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    write_licence(rename(font, style))
    subset.save_font(font, str(TARGET / file), options)
    print(f"{file}: {(TARGET / file).stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")
    return {chr(code) for code in font.getBestCmap()}


TARGET.mkdir(exist_ok=True)
wanted = all_characters()
made = make("ap-cards.otf", "Regular", wanted) & make("ap-cards-bold.otf", "Bold", wanted)
(TARGET / "characters.txt").write_text("".join(sorted(made)) + "\n")
