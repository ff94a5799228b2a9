/** A JSON object whose members are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Finds a text member of an unchecked JSON value; null when the member is missing or not text. */
export function findTextMember(value: unknown, name: string): string | null {
  const member = isJsonObject(value) ? value[name] : null;
  return typeof member === 'string' ? member : null;
}

/** Whether a value is a JSON object, as opposed to null or a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON from outside; undefined for text that is not JSON, since null is. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Parses a JSON object from outside; null for any other text. */
export function findJsonObject(text: string): JsonObject | null {
  const value = findJson(text);
  return isJsonObject(value) ? value : null;
}
