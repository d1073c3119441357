// What the bundlers' hosts add to the guide: a page.

/** A page with this in its body, as an author writes it. */
export const document = (body, lang = 'en') => `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><title>A page</title></head>
<body>
${body}
</body>
</html>
`;

/** For hosts whose section of the guide has only a script. */
export const playground =
  '<attention-playground sentence="The cat sat on the mat." heads="2"></attention-playground>';
