import type { Evidence } from '../domain/index.ts';

/** One value of a venue that was not read, and why. */
export interface Refusal {
  /** Kind of message by our own name: `kalshi market`. */
  readonly kind: string;
  /**
   * Path of the member in our schema: `/universe/*`. Positions in lists and names that the venue chose are `*`, so
   * that a venue cannot make up paths.
   */
  readonly member: string;
  readonly at: Evidence;
  /** The schema's words: `must be string`. */
  readonly reason: string;
}

/** Name in place of any position of a list, and of any name that a venue chooses. */
const EACH = '/*';
/** Longest text of a value in evidence. */
const MAX_VALUE_LENGTH = 80;
const MAX_ROW_LENGTH = 120;

/** A value of a venue as evidence shows it; null where there is none. */
export function quoteValue(value: unknown): string | null {
  if (value === undefined) return null;
  // A whole list of 100,000 rows is not written out for 80 characters.
  const text = JSON.stringify(shorten(value, 0)) ?? String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}

/** Name of a row as evidence shows it. */
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

/** One finding of a validator, as far as it is used. */
export interface SchemaError {
  readonly keyword: string;
  /** `#/properties/universe/items/properties/name`. */
  readonly schemaPath: string;
  /** `/universe/12/name`. */
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

/** The finding that lies deepest: of the alternatives of a union it names the one that nearly fits. */
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

/** Path of the member in our schema that a finding is about. */
export function toMemberPath({ schemaPath, keyword, params }: SchemaError): string {
  const parts = schemaPath.split('/').slice(1);
  let path = '';
  for (let i = 0; i < parts.length; i++) {
    switch (parts[i]) {
      case 'properties':
        path += `/${parts[++i]}`;
        break;
      case 'patternProperties':
        // A pattern may hold slashes, and nothing follows that names a member of ours.
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

/** The value at a path such as `/universe/12/name`; undefined without one. */
export function findAtPath(value: unknown, instancePath: string): unknown {
  let found = value;
  for (const part of instancePath.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}
