import { crc32 } from 'node:zlib';

type Field = string | number | null;

/** Computes the checksum of a row over the texts of its other columns, in order, separated by zero bytes. */
export function computeRowCrc(fields: readonly Field[]): number {
  return crc32(fields.join('\u0000'));
}

/**
 * Whether the fields of a row match its checksum. @param crc Stored checksum; null when an earlier version of this
 * format wrote the row.
 */
export function isWhole(crc: number | null | undefined, fields: readonly Field[]): boolean {
  return crc === null || crc === undefined || crc === computeRowCrc(fields);
}
