import type { SqlValue } from './statements.ts';

/**
 * Error of a text that one engine would reject and the other would change: with NUL, or half of a surrogate pair.
 * Callers get an error earlier, and texts of venues and providers are cleaned on arrival.
 */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';

  constructor() {
    super('a text for the service database holds a NUL character or half of a surrogate pair');
  }
}

/** Requires texts that every engine can store. @throws {UnstorableTextError} */
export function requireStorable(values: readonly (SqlValue | readonly SqlValue[])[]): void {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) throw new UnstorableTextError();
    } else if (Array.isArray(value)) requireStorable(value);
  }
}
