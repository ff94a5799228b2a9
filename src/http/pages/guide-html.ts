import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';

/** Path below which the guides are served. */
const BASE = '/docs/guides';
/** Guides that the header of each page links to. */
const GUIDES = [
  ['quickstart', 'Quick start'],
  ['concepts', 'Concepts'],
  ['api', 'API'],
  ['errors', 'Errors'],
  ['analytics', 'Analytics'],
  ['accounts', 'Accounts'],
  ['bot', 'Bot'],
  ['operating', 'Operating'],
  ['glossary', 'Terms'],
] as const;

/**
 * Renders one page of `docs/` as HTML.
 *
 * Links between pages lead to the served pages, also from a folder to its parent. Links to other files of the
 * repository, which are not served, become plain text.
 *
 * @param name Name of the page, such as `venues/kalshi`.
 */
export function renderGuide(name: string, markdown: string): string {
  const taken = new Map<string, number>();
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const id = toFragment(removeMarkup(tokens), taken);
        headings.push({ depth, id, text: removeMarkup(tokens) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = findTarget(name, href);
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      table(token: Tokens.Table) {
        return `<div class="wide">${renderTable(token, (tokens) => this.parser.parseInline(tokens))}</div>\n`;
      },
      // The pages contain no HTML. If one did, it would be shown as text.
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escapeHtml(text);
      },
    },
  });
  const body = marked.parse(markdown, { async: false });
  const title = /^#\s+(.+)$/m.exec(markdown)?.[1] ?? name;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Crosstape</title>
<link rel="stylesheet" href="/docs/guides.css">
<script type="module" src="/docs/guides.js"></script>
</head>
<body>
<header>
<nav aria-label="Guides"><a href="/">Crosstape</a>${navigation(name)}<a href="/docs">Reference</a><a href="${BASE}"${here(name, 'README')}>All guides</a></nav>
</header>
<div class="page">
${renderContents(headings)}<main>
${body}</main>
</div>
</body>
</html>
`;
}

interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

const MIN_CONTENTS = 3;

/** Renders the table of contents: sections and subsections with links; '' for a page with few sections. */
function renderContents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < MIN_CONTENTS) return '';
  const items = listed.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="Contents"><details open>\n<summary>Contents</summary>\n<ol>\n${items.join('\n')}\n</ol>\n</details></nav>\n`;
}

function navigation(current: string): string {
  return GUIDES.map(([name, title]) => `<a href="${BASE}/${name}"${here(current, name)}>${title}</a>`).join(
    '',
  );
}

function here(current: string, name: string): string {
  return current === name ? ' aria-current="page"' : '';
}

function renderTable({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const row = (cells: Tokens.TableCell[], kind: 'td' | 'th') =>
    `<tr>${cells
      .map(({ tokens, align }) => {
        // A header cell without text is a plain cell.
        const tag = tokens.length === 0 ? 'td' : kind;
        return `<${tag}${align === null ? '' : ` class="${align}"`}>${inline(tokens)}</${tag}>`;
      })
      .join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  return `<table>\n<thead>${row(header, 'th')}</thead>\n<tbody>${body}</tbody>\n</table>`;
}

/** Finds the target of a link on this server; null: the file is not served. */
function findTarget(name: string, href: string): string | null {
  if (/^https?:/.test(href) || href.startsWith('#')) return href;
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  const [file = '', fragment] = href.split('#');
  const found = path.posix.join(path.posix.dirname(name), file);
  if (found.startsWith('..') || !found.endsWith('.md')) return null;
  const page = found.slice(0, -'.md'.length);
  const address = page === 'README' ? BASE : `${BASE}/${page}`;
  return fragment === undefined ? address : `${address}#${fragment}`;
}

/** Returns the fragment under which code forges let a heading be linked to. */
function toFragment(heading: string, taken: Map<string, number>): string {
  const name = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}

function removeMarkup(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? removeMarkup(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
