import { crc32 } from 'node:zlib';
import type { Columns } from '../../../history-store.ts';
import { ByteReader } from '../../coding/byte-reader.ts';
import { readDoubles } from '../../coding/doubles.ts';
import { readIntegers } from '../../coding/integers.ts';
import { decompress } from '../../coding/planes.ts';
import { readVolumes } from '../../coding/volumes.ts';

/** No block is larger: damaged counts are refused before memory is allocated. */
const MAX_BLOCK_RECORDS = 4_096;

const LAYOUT = 1;
const HEADER_BYTES = 8;

const TIMES_WHOLE = 0;
const SOURCE_ONE = 0;

/**
 * Decodes a block of format 1.
 *
 * @throws {RangeError} when the bytes are damaged.
 */
export function decodeBlock(data: Uint8Array): Columns {
  const { input, n } = openBlock(data);
  const t = new Float64Array(n);
  const p = new Float64Array(n);
  const v = new Float64Array(n);
  readTimes(input, n, t);
  readDoubles(input, n, p);
  readVolumes(input, n, v);
  return { length: n, t, p, v, s: readSources(input, n) };
}

function openBlock(data: Uint8Array): { input: ByteReader; n: number } {
  const input = new ByteReader(data);
  const expected = input.u32();
  const actual = crc32(data.subarray(4));
  if (actual !== expected) throw new RangeError('the checksum does not match');
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`unknown layout ${layout}`);
  input.u8();
  const n = input.u8() + input.u8() * 256;
  if (data.length < HEADER_BYTES || n > MAX_BLOCK_RECORDS) throw new RangeError(`a block of ${n} records`);
  return { input, n };
}

function readTimes(input: ByteReader, n: number, t: Float64Array): void {
  if (input.u8() === TIMES_WHOLE) readIntegers(input, n, t);
  else readDoubles(input, n, t);
}

function readSources(input: ByteReader, n: number): Uint8Array {
  if (input.u8() === SOURCE_ONE) return new Uint8Array(n).fill(input.u8());
  const s = decompress(input.bytes(input.varint()));
  if (s.length !== n) throw new RangeError('sources of the wrong length');
  return new Uint8Array(s);
}
