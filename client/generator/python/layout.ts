/** Lines of Python, four spaces deeper. */
export const indented = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '' : `    ${line}`));

/** Formats a docstring of one or more paragraphs, wrapped; nothing for empty texts. */
export function docstring(...paragraphs: readonly string[]): string[] {
  const shown = paragraphs.filter((text) => text !== '');
  if (shown.length === 0) return [];
  const [first = ''] = shown;
  if (shown.length === 1 && first.length <= 88) return [`${QUOTES}${escaped(first)}${QUOTES}`];
  const lines = shown.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...wrapped(escaped(text))]);
  return [`${QUOTES}${lines[0]}`, ...lines.slice(1), QUOTES];
}

const QUOTES = '"""';

/** Backslashes and quotes of a text mean nothing within a docstring. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(QUOTES, '\\"\\"\\"').replace(/"$/, '\\"');

export function wrapped(text: string, width = 92): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * Converts `fromMs` to `from_ms`, `feeBps.kalshi` to `fee_bps_kalshi`; a word that Python keeps to itself gets a `_`
 * behind it.
 */
export function toSnakeCase(name: string): string {
  const snake = name
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** Converts `tier_required` and `lastPrice` to `TierRequired` and `LastPrice`. */
export const toPascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

export const isPythonName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
