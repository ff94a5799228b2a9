import { isJsonObject } from '../../domain/index.ts';

/** A number that names a row whose shape is not known; null without it. */
export function findId(row: unknown, name: string): number | null {
  const id = isJsonObject(row) ? row[name] : null;
  return typeof id === 'number' ? id : null;
}
