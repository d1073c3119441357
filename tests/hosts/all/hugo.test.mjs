// Hugo, as Debian has it.

import { testHost } from '../support/host.mjs';

const layout = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ .Site.Title }}</title></head>
<body>
{{ .Content }}
</body>
</html>
`;

testHost('Hugo', {
  id: 'hugo',
  files: () => ({ 'layouts/index.html': layout }),
  www: 'public',
});
