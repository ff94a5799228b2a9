/** A request as programs make it. */
export interface CodedRequest {
  /** In full: `http://127.0.0.1:8080/api/feed?top=100`. */
  readonly url: string;
  /** The environment variable that holds the credential; null: the request is free. */
  readonly credential: string | null;
}

/** Python with its standard library alone: it runs as it is. */
export function formatPython({ url, credential }: CodedRequest): string {
  const headers =
    credential === null ? '' : `, headers={"Authorization": "Bearer " + os.environ["${credential}"]}`;
  return `import json${credential === null ? '' : ', os'}
from urllib.request import Request, urlopen

request = Request(${JSON.stringify(url)}${headers})
with urlopen(request, timeout=30) as response:
    data = json.load(response)
print(json.dumps(data, indent=2))`;
}

/** TypeScript for Node 18 or newer, Deno, Bun and browsers. */
export function formatTypeScript({ url, credential }: CodedRequest): string {
  const options =
    credential === null
      ? ''
      : `, {\n  headers: { authorization: \`Bearer \${process.env.${credential}}\` },\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${options});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const data = await response.json();
console.log(data);`;
}

/**
 * The longest list of an answer as CSV: a column for each member that is text, number or truth value. Numbers are plain:
 * no groups, a point, no unit. null: the answer holds no list.
 */
export function formatCsv(answer: unknown): string | null {
  const rows = findRows(answer);
  if (rows === null) return null;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => isScalar(row[name])),
  );
  const lines = rows.map((row) => columns.map((name) => toCell(row[name])).join(','));
  return `${[columns.map(toCell).join(','), ...lines].join('\r\n')}\r\n`;
}

type CsvRow = Readonly<Record<string, unknown>>;

function findRows(value: unknown): readonly CsvRow[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow) ? value : null;
  if (!isRow(value)) return null;
  let longest: readonly CsvRow[] | null = null;
  for (const member of Object.values(value)) {
    const rows = findRows(member);
    if (rows !== null && rows.length > (longest?.length ?? 0)) longest = rows;
  }
  return longest;
}

const isRow = (value: unknown): value is CsvRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Quoted where it has to be. A text that a spreadsheet would take for a formula is led by an apostrophe. */
function toCell(value: unknown): string {
  if (!isScalar(value)) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
