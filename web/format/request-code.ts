/** A request as programs make it. */
export interface CodedRequest {
  /** Whole address: `http://127.0.0.1:8080/api/feed?top=100`. */
  readonly url: string;
  /** The environment variable that holds the credential; null: the request is free. */
  readonly credential: string | null;
  /** Whether the answer is a stream of events that does not end. */
  readonly isStream?: boolean;
}

/** Formats a request in Python with its standard library alone: it runs as it is. */
export function formatPython({ url, credential, isStream = false }: CodedRequest): string {
  const headers =
    credential === null ? '' : `, headers={"Authorization": "Bearer " + os.environ["${credential}"]}`;
  const reading = isStream
    ? `    for line in response:
        if line.startswith(b"data:"):
            print(json.loads(line[5:]))`
    : `    data = json.load(response)
print(json.dumps(data, indent=2))`;
  return `import json${credential === null ? '' : ', os'}
from urllib.request import Request, urlopen

request = Request(${JSON.stringify(url)}${headers})
with urlopen(request, timeout=30) as response:
${reading}`;
}

/** Formats a request in TypeScript for Node 18 or newer, Deno, Bun and browsers. */
export function formatTypeScript({ url, credential, isStream = false }: CodedRequest): string {
  const options =
    credential === null
      ? ''
      : `, {\n  headers: { authorization: \`Bearer \${process.env.${credential}}\` },\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${options});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${
  isStream
    ? 'for await (const text of response.body!.pipeThrough(new TextDecoderStream())) console.log(text);'
    : 'const data = await response.json();\nconsole.log(data);'
}`;
}

/**
 * Formats the longest list of an answer as CSV: a column for each member that is text, number or truth value. Numbers
 * are plain: no groups, a point, no unit. Of an answer without a list: a row for each of the things that it names, with
 * the name as `key`; else its members as `name` and `value`. null: it holds nothing.
 */
export function formatCsv(answer: unknown): string | null {
  const rows = findRows(answer) ?? findNamed(answer) ?? listMembers(answer);
  if (rows.length === 0) return null;
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

/** Things by their names, as venues are: `{kalshi: {...}, limitless: {...}}`. */
function findNamed(value: unknown): readonly CsvRow[] | null {
  if (!isRow(value)) return null;
  const entries = Object.entries(value);
  const [first] = entries;
  const isNamed =
    entries.length > 1 &&
    first !== undefined &&
    entries.every(
      ([, each]) => isRow(each) && Object.keys(each).join() === Object.keys(first[1] as CsvRow).join(),
    );
  if (isNamed) return entries.map(([key, each]) => ({ key, ...(each as CsvRow) }));
  for (const [, member] of entries) {
    const rows = findNamed(member);
    if (rows !== null) return rows;
  }
  return null;
}

/** Lists every member of a value by its path: `usage.total`. */
function listMembers(value: unknown, path = ''): readonly CsvRow[] {
  if (isScalar(value)) return [{ name: path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listMembers(member, path === '' ? name : `${path}.${name}`),
  );
}

const isRow = (value: unknown): value is CsvRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Quotes a cell where it has to be quoted. A text that a spreadsheet would take for a formula is led by an apostrophe.
 */
function toCell(value: unknown): string {
  if (!isScalar(value)) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
