import { crc32 } from 'node:zlib';

type Field = string | number | null;

/** The checksum of a row: over the texts of its other columns in their order, a zero byte between them. */
export function computeRowCrc(fields: readonly Field[]): number {
  return crc32(fields.join('\u0000'));
}

/** @param crc The one stored in the row; a row of an earlier writer of this format may have none. */
export function isWhole(crc: number | null | undefined, fields: readonly Field[]): boolean {
  return crc === null || crc === undefined || crc === computeRowCrc(fields);
}
