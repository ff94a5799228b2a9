import { crc32 } from 'node:zlib';

/** Computes a CRC-32 over the columns of a row as texts, joined by a zero byte; null is the empty text. */
export function rowChecksum(columns: readonly (string | number | null)[]): number {
  return crc32(columns.map((column) => column ?? '').join('\0'));
}
