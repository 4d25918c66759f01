import { policyHash } from "./site-file.ts";

/** It may be served at any depth, where relative addresses lead nowhere: so it brings its own style, and finds home by name. */
const findHome = `const home = /^.*?\\/docs\\//.exec(location.pathname);
if (home) document.querySelector("a").href = home[0];`;

export function notFoundPage(style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src ${policyHash(style)}; script-src ${policyHash(findHome)}; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>Not found · Portico</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>There is no such page</h1>
<p>The address may be mistyped, or the page has moved. <a href="./">Start from the front page</a>, which has a search.</p>
</main>
<script>${findHome}</script>
</body>
</html>
`;
}
