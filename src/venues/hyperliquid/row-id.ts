import { isJsonObject } from '../../domain/index.ts';

/** Finds a number that identifies a row of unknown shape; null when the member is absent or not a number. */
export function findId(row: unknown, name: string): number | null {
  const id = isJsonObject(row) ? row[name] : null;
  return typeof id === 'number' ? id : null;
}
