/** Character that replaces one that cannot be stored. */
const REPLACEMENT = '\uFFFD';

/** Matches a JSON escape that may stand for a character which databases cannot store. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD])/;

/**
 * Whether every database stores a text unchanged: it contains no NUL, which PostgreSQL rejects, and no half of a
 * surrogate pair, which UTF-8 cannot encode.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Converts a text from outside to one that every database stores unchanged, with U+FFFD for other characters. */
export function toPlainText(text: string): string {
  return isPlainText(text) ? text : text.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/**
 * Parses JSON of a venue, a provider or a node, and converts all texts and names in it to plain text.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parsePlainJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return SUSPECT_ESCAPE.test(json) ? toPlainValue(value) : value;
}

/** Applies {@link toPlainText} to all texts and names of a JSON value. */
export function toPlainValue(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value);
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toPlainText(name), toPlainValue(member)]),
  );
}

/**
 * Finds where a parsed JSON value contains text that databases cannot store: `note`, `legs.0.asset`; null: nowhere. The
 * path is '' for a text that is the whole value, and for a name.
 *
 * @param json Text of the value. It is searched first, because few values need a closer look.
 */
export function findUnplainMember(json: string, value: unknown): string | null {
  return SUSPECT_ESCAPE.test(json) ? findUnplain(value) : null;
}

function findUnplain(value: unknown): string | null {
  if (typeof value === 'string') return isPlainText(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!isPlainText(name)) return '';
    const found = findUnplain(member);
    if (found !== null) return found === '' ? name : `${name}.${found}`;
  }
  return null;
}
