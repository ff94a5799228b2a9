import { crc32 } from 'node:zlib';

/** CRC-32 of the columns of a row as texts, joined by a byte 0; null is the empty text. */
export function rowChecksum(columns: readonly (string | number | null)[]): number {
  return crc32(columns.map((column) => column ?? '').join('\0'));
}
