import type { SqlValue } from './statements.ts';

/**
 * A text that one engine would refuse and the other would change: with NUL, or half of a surrogate pair. Callers are told
 * before it comes this far, and texts of venues and providers are made plain where they arrive.
 */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';

  constructor() {
    super('a text for the service database holds a NUL character or half of a surrogate pair');
  }
}

/** @throws {UnstorableTextError} */
export function requireStorable(values: readonly (SqlValue | readonly SqlValue[])[]): void {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) throw new UnstorableTextError();
    } else if (Array.isArray(value)) requireStorable(value);
  }
}
