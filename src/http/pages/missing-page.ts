import { distance } from 'fastest-levenshtein';
import { TERMINAL_PAGES } from './terminal/terminal-page.ts';

/** Pages that need no further path segment: path and name. */
const PAGES: readonly (readonly [path: string, name: string])[] = [
  ...[...TERMINAL_PAGES].flatMap(([segment, { name }]) => (name === null ? [] : [[segment, name] as const])),
  ['docs', 'Reference'],
  ['docs/guides', 'Guides'],
];
const MAX_SUGGESTED = 3;
const MAX_SHOWN = 80;

/** Headers of the page. It runs no script and loads only the style sheet of the guides. */
export const MISSING_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** Whether a request is for a page in a browser rather than for an endpoint. */
export const wantsPage = (method: string, url: string, accept: string | undefined): boolean =>
  method === 'GET' && !url.startsWith('/api/') && /\btext\/html\b/.test(accept ?? '');

/** Renders the 404 page, with the three pages whose paths are most similar. */
export function renderMissingPage(url: string): string {
  const [pathname = '/'] = url.split('?', 1);
  const wanted = pathname.slice(1, MAX_SHOWN).toLowerCase();
  const near = PAGES.toSorted((a, b) => distance(wanted, a[0]) - distance(wanted, b[0])).slice(
    0,
    MAX_SUGGESTED,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No page here · Crosstape</title>
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<main id="main">
<h1>No page here</h1>
<p>There is no page <code>${escapeHtml(pathname.slice(0, MAX_SHOWN))}</code>. Those that are spelt most like it:</p>
<ul>
${near.map(([path, name]) => `<li><a href="/${path}">${name}</a></li>`).join('\n')}
</ul>
<p>A market is found by its words in <a href="/markets">Markets</a>.</p>
</main>
</body>
</html>
`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
