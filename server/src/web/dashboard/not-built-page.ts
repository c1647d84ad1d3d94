import { html } from '../../people/pages/layout.ts'
import { STYLE_PATH } from '../../people/pages/style-routes.ts'

/** Shown when the service runs from its sources without a build. */
export const NOT_BUILT_PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The dashboard is not built – Laurel</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main class="narrow">
<div class="card">
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm run build</code> in the folder of the service, then load this page again. The API works without it.</p>
</div>
</main>
</body>
</html>
`.text
