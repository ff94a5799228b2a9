/** Character in place of one that could not be kept. */
const REPLACEMENT = '\uFFFD';

/** Pattern of an escape in JSON that can make a text not plain: UTF-8 has neither of them. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD])/;

/**
 * Whether every database keeps a text as it is: it holds no NUL, which PostgreSQL refuses, and no half of a surrogate
 * pair, which UTF-8 cannot write.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A text from outside as every database keeps it; U+FFFD replaces characters that cannot be kept. */
export function toPlainText(text: string): string {
  return isPlainText(text) ? text : text.toWellFormed().replaceAll('\0', REPLACEMENT);
}

/**
 * Reads JSON of a venue, a provider or a node: all texts and names in it are plain afterwards.
 *
 * @throws {SyntaxError} when it is no JSON.
 */
export function parsePlainJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return SUSPECT_ESCAPE.test(json) ? toPlainValue(value) : value;
}

/** A value of JSON, its texts and names as {@link toPlainText} has them. */
export function toPlainValue(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value);
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toPlainText(name), toPlainValue(member)]),
  );
}

/**
 * Where a parsed JSON text holds what no database keeps: `note`, `legs.0.asset`; null: nowhere. The place is ''
 * for a text that is the whole value, or a name.
 *
 * @param json The text, which is searched first: hardly any has to be looked through.
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
