import type { Evidence } from '../domain/index.ts';

/** One value of a venue that was refused, with the reason. */
export interface Refusal {
  /** Kind of message in our own terms, such as `kalshi market`. */
  readonly kind: string;
  /**
   * Path of the member in our schema, such as `/universe/*`. Positions in lists and names chosen by the venue are `*`,
   * so that a venue cannot create arbitrary paths.
   */
  readonly member: string;
  readonly at: Evidence;
  /** Reason in the words of the schema, such as `must be string`. */
  readonly reason: string;
}

/** Replaces positions in lists and names that a venue chooses. */
const EACH = '/*';
/** Maximum length of a value in evidence. */
const MAX_VALUE_LENGTH = 80;
const MAX_ROW_LENGTH = 120;

/** Formats a value of a venue for evidence. null when there is none. */
export function quoteValue(value: unknown): string | null {
  if (value === undefined) return null;
  // The value is shortened first, so that a list of 100,000 rows is not serialised for 80 characters.
  const text = JSON.stringify(shorten(value, 0)) ?? String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}

/** Formats the name of a row for evidence. */
export function quoteRow(row: string | number | null | undefined): string | null {
  return row === null || row === undefined ? null : String(row).slice(0, MAX_ROW_LENGTH);
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_VALUE_LENGTH);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 3) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, 20).map((member) => shorten(member, depth + 1));
  const members: Record<string, unknown> = {};
  let count = 0;
  for (const name in value) {
    if (count++ >= 20) break;
    members[name.slice(0, MAX_VALUE_LENGTH)] = shorten((value as Record<string, unknown>)[name], depth + 1);
  }
  return members;
}

/** The used properties of one error of a validator. */
export interface SchemaError {
  readonly keyword: string;
  /** Path in the schema, such as `#/properties/universe/items/properties/name`. */
  readonly schemaPath: string;
  /** Path in the value, such as `/universe/12/name`. */
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

/** Chooses the error at the deepest path. For a union it belongs to the alternative that nearly matches. */
export function chooseError(errors: readonly SchemaError[]): SchemaError | null {
  let chosen: SchemaError | null = null;
  let depth = -1;
  for (const error of errors) {
    const found = error.instancePath.split('/').length + (error.keyword === 'required' ? 0.5 : 0);
    if (found <= depth) continue;
    chosen = error;
    depth = found;
  }
  return chosen;
}

/** Converts an error to the path of its member in our schema. */
export function toMemberPath({ schemaPath, keyword, params }: SchemaError): string {
  const parts = schemaPath.split('/').slice(1);
  let path = '';
  for (let i = 0; i < parts.length; i++) {
    switch (parts[i]) {
      case 'properties':
        path += `/${parts[++i]}`;
        break;
      case 'patternProperties':
        // A pattern may contain slashes, and no member of ours follows it.
        path += EACH;
        i++;
        break;
      case 'additionalProperties':
        path += EACH;
        break;
      case 'items':
        path += /^\d+$/.test(parts[i + 1] ?? '') ? `/${parts[++i]}` : EACH;
        break;
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        i++;
        break;
    }
  }
  if (keyword !== 'required') return path === '' ? '/' : path;
  const [missing] = (params as { readonly requiredProperties?: readonly string[] }).requiredProperties ?? [];
  return missing === undefined ? path : `${path}/${missing}`;
}

/** Finds the value at a path such as `/universe/12/name`. undefined when there is none. */
export function findAtPath(value: unknown, instancePath: string): unknown {
  let found = value;
  for (const part of instancePath.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}
