"""Makes the face of formulas, web/kit/formulas/fonts/ap-math.font: a subset of STIX Math 1.1.1 with its MATH table.

Only a new symbol in a formula needs it (tests/node/package/math-font.test.mjs says which); a build takes the files as they are.
On Debian: apt-get install fonts-stix python3-fonttools python3-brotli; /usr/bin/python3 scripts/math-font.py
"""

import re
from pathlib import Path

from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf"
LICENCE = "/usr/share/doc/fonts-stix/copyright"
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web/kit/formulas/fonts"

DIGITS_AND_SIGNS = "0123456789 \u00a0!%'()*+,-./:;<=>[]{|}~"
UPRIGHT = "abcdefghijklmnopqrstuvwxyz"  # names of functions; of capitals, those that the formulas have
OPERATORS = "×·÷−⋅⊙∥‖∑√∞∂∈∪∼≤≥→⊤…⋯′‾ˆ⌊⌋"
LETTERLIKE = "ℒℓℝ𝒩Δ"
# What <mi> makes of one letter.
ITALIC_LATIN = {*range(0x1D434, 0x1D468), 0x210E}
ITALIC_GREEK = {ord(letter) - ord("α") + 0x1D6FC for letter in "αβγδεθλμπρστφω"} | {0x1D716}

PRIME_RISE = 230

# These are drawn at one size only.
NOT_STRETCHED = "slash backslash circumflex uni203E uni2192 bar uni230A uni230B".split()


def all_characters():
    formulas = (ROOT / "web/kit/formulas/generated/formulas.ts").read_text()
    names = "".join(re.findall(r"<m(?:i|text)>([^<]{2,})<", formulas))
    upright = {*map(ord, DIGITS_AND_SIGNS + UPRIGHT + names + OPERATORS + LETTERLIKE)}
    return upright | ITALIC_LATIN | ITALIC_GREEK


def without_variants(math, names):
    """Takes glyphs out of the lists of those that grow with what they enclose."""
    variants = math.MathVariants
    for kind in ("Vert", "Horiz"):
        coverage = getattr(variants, f"{kind}GlyphCoverage")
        constructions = getattr(variants, f"{kind}GlyphConstruction")
        kept = [pair for pair in zip(coverage.glyphs, constructions) if pair[0] not in names]
        coverage.glyphs = [glyph for glyph, _ in kept]
        setattr(variants, f"{kind}GlyphConstruction", [construction for _, construction in kept])
        setattr(variants, f"{kind}GlyphCount", len(kept))


def rename(font, name):
    """The licence reserves the name of the original."""
    copyright_ = font["name"].getDebugName(0)
    texts = {
        0: copyright_,
        1: name,
        2: "Regular",
        4: name,
        6: name.replace(" ", ""),
        13: "SIL Open Font License 1.1",
    }
    font["name"].names = []
    for number, text in texts.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    top = font["CFF "].cff
    top.fontNames = [texts[6]]
    top.topDictIndex[0].rawDict = {
        key: value
        for key, value in top.topDictIndex[0].rawDict.items()
        if key not in ("FullName", "FamilyName", "Notice", "Copyright", "version", "Weight")
    }


def raise_prime(font):
    """As high as in a text face: scripts/build/formulas.mjs lowers it in either."""
    name = font.getBestCmap()[ord("′")]
    glyphs = font.getGlyphSet()
    pen = T2CharStringPen(glyphs[name].width, glyphs)
    glyphs[name].draw(TransformPen(pen, (1, 0, 0, 1, 0, PRIME_RISE)))
    charstrings = font["CFF "].cff.topDictIndex[0].CharStrings
    charstrings[name] = pen.getCharString(charstrings[name].private, charstrings.globalSubrs)


def set_line_height(font):
    """The original's lines are as high as its highest variant: every fraction would stand apart."""
    hhea, os2 = font["hhea"], font["OS/2"]
    hhea.ascent, hhea.descent, hhea.lineGap = 750, -250, 0
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = 750, -250, 0
    os2.usWinAscent, os2.usWinDescent = 750, 250


def write_licence(copyright_):
    text = Path(LICENCE).read_text()
    paragraphs = text.split("License: SIL-OFL-1.1\n")[-1]
    lines = [re.sub(r"^ {1,2}\.?", "", line).rstrip() for line in paragraphs.splitlines()]
    head = (
        "ap-math.font is a subset of STIX Math 1.1.1 under another name, made by scripts/math-font.py.\n\n"
        f"{copyright_}\nReserved Font Name: STIX Fonts(TM).\n\n"
    )
    (TARGET / "OFL.txt").write_text(head + "\n".join(lines).strip() + "\n")


def make(file, name, characters):
    font = TTFont(SOURCE, recalcTimestamp=False)
    without_variants(font["MATH"].table, NOT_STRETCHED)
    options = subset.Options(
        flavor="woff2",
        hinting=False,
        desubroutinize=True,
        layout_features=[],
        name_IDs=["*"],
        notdef_outline=False,
    )
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    write_licence(font["name"].getDebugName(0))
    rename(font, name)
    raise_prime(font)
    set_line_height(font)
    subset.save_font(font, str(TARGET / file), options)
    print(f"{file}: {(TARGET / file).stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs")


make("ap-math.font", "AP Math", all_characters())
