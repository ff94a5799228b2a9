import type { ObservationSource } from '../../domain/index.ts';

const SOURCE_CODES = [null, 'poll', 'backfill', 'import', 'trade'] as const;

/** Encodes a source as its number in a column. Codes are stored on disk and never change their meaning. */
export function encodeSource(source: ObservationSource | null): number {
  return SOURCE_CODES.indexOf(source);
}

/**
 * Decodes a source from its number in a column; null for 0. @throws {RangeError} on a code that no version of the store
 * has written.
 */
export function decodeSource(code: number): ObservationSource | null {
  const source = SOURCE_CODES[code];
  if (source === undefined) throw new RangeError(`unknown source code ${code}`);
  return source;
}
