import { crc32, constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DamagedBlockError, VarintReader, VarintWriter } from './bytes.ts';

const CHECKSUM_BYTES = 4;
const BASE_BYTES = 8;
/** Maximum size of a decompressed column: far larger than any that is written. */
const MAX_COLUMN_BYTES = 64 * 1024 * 1024;
/** Minimum output size of zlib, which also needs `CHUNK_ROOM` spare bytes behind its output. */
const MIN_CHUNK = 64;
const CHUNK_ROOM = 64;

/** Compression of a block: sealed blocks are read for years, rows of the journal exist for minutes. */
export type TapeCompression = 'sealed' | 'journal';
const LEVELS = { sealed: 3, journal: 1 } as const;

/**
 * Joins columns behind a checksum, each compressed or raw, whichever is shorter.
 *
 * @param baseMs Time from which the times of the block are counted, epoch ms; the checksum covers it.
 */
export function joinColumns(
  columns: readonly Uint8Array[],
  baseMs: number,
  compression: TapeCompression = 'sealed',
): Uint8Array {
  const writer = new VarintWriter(1024);
  writer.raw(new Uint8Array(CHECKSUM_BYTES));
  for (const raw of columns) writeColumn(writer, raw, LEVELS[compression]);
  const data = writer.bytes();
  new DataView(data.buffer, data.byteOffset).setUint32(
    0,
    checksum(data.subarray(CHECKSUM_BYTES), baseMs),
    true,
  );
  return data;
}

/** Column of a block, which is decompressed when it is read. */
export interface BlockColumn {
  /** Decompressed size in bytes. */
  readonly length: number;
  /** Returns the decompressed bytes. @throws {DamagedBlockError} when they are damaged. */
  readonly read: () => Uint8Array;
}

/** Finds the columns of a block. @throws {DamagedBlockError} when the checksum is wrong or a column is malformed. */
export function splitColumns(data: Uint8Array, baseMs: number, count: number): BlockColumn[] {
  if (data.length < CHECKSUM_BYTES) throw new DamagedBlockError('a block is shorter than its checksum');
  const rest = data.subarray(CHECKSUM_BYTES);
  const stated = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  if (stated !== checksum(rest, baseMs)) throw new DamagedBlockError('a checksum is wrong');
  const reader = new VarintReader(rest);
  const columns = Array.from({ length: count }, () => readColumn(reader));
  reader.end();
  return columns;
}

/** Whether the checksum of a block matches. */
export function isWholeBlock(data: unknown, baseMs: number): boolean {
  if (!(data instanceof Uint8Array) || data.length < CHECKSUM_BYTES) return false;
  const stated = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  return stated === checksum(data.subarray(CHECKSUM_BYTES), baseMs);
}

function writeColumn(writer: VarintWriter, raw: Uint8Array, level: number): void {
  const packed = packColumn(raw, level);
  if (packed === null) {
    writer.varint(2 * raw.length);
    writer.raw(raw);
    return;
  }
  writer.varint(2 * packed.length + 1);
  writer.varint(raw.length);
  writer.raw(packed);
}

/** Compresses a column with zstd; null when that saves nothing. */
function packColumn(raw: Uint8Array, level: number): Uint8Array | null {
  if (raw.length === 0) return null;
  const packed = zstdCompressSync(raw, { params: { [zlib.ZSTD_c_compressionLevel]: level } });
  const lengthBytes = varintLength(2 * packed.length + 1) + varintLength(raw.length);
  return packed.length + lengthBytes < raw.length + varintLength(2 * raw.length) ? packed : null;
}

function readColumn(reader: VarintReader): BlockColumn {
  const form = reader.varint();
  if (form % 2 === 0) {
    const raw = reader.raw(form / 2);
    return { length: raw.length, read: () => raw };
  }
  const length = reader.varint();
  if (length > MAX_COLUMN_BYTES) throw new DamagedBlockError('a column is larger than any that is written');
  const packed = reader.raw((form - 1) / 2);
  return { length, read: () => unpackColumn(packed, length) };
}

function unpackColumn(packed: Uint8Array, length: number): Uint8Array {
  let raw: Uint8Array;
  try {
    // This size makes zlib allocate the output once, and find the end of the frame without another round.
    raw = zstdDecompressSync(packed, {
      maxOutputLength: Math.max(1, length),
      chunkSize: Math.max(MIN_CHUNK, length + CHUNK_ROOM),
    });
  } catch (error) {
    throw new DamagedBlockError('a column cannot be decompressed', { cause: error });
  }
  if (raw.length !== length) throw new DamagedBlockError('a column has another length than it says');
  return raw;
}

/** Computes a CRC-32 over the base, as eight bytes, signed, little endian, followed by the bytes. */
function checksum(bytes: Uint8Array, baseMs: number): number {
  const base = new Uint8Array(BASE_BYTES);
  new DataView(base.buffer).setBigInt64(0, BigInt(baseMs), true);
  return crc32(bytes, crc32(base));
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
  return length;
}
