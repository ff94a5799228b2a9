import { crc32 } from 'node:zlib';
import { ByteReader } from '../../coding/byte-reader.ts';
import type { JournalBatch } from '../../journal/journal.ts';

const LAYOUT = 1;
const ALL_SAME_TIME = 1;
const NO_VOLUME = 2;
const ONE_SOURCE = 4;
const TIME_OFFSETS = 8;
const SHORT_NUMBERS = 16;
const HEADER_BYTES = 12;

/**
 * Decodes a journal row of format 1.
 *
 * @throws {RangeError} when the bytes are damaged.
 */
export function decodeJournal(data: Uint8Array): JournalBatch {
  const input = new ByteReader(data);
  const expected = input.u32();
  if (crc32(data.subarray(4)) !== expected) throw new RangeError('the checksum does not match');
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`unknown layout ${layout}`);
  const flags = input.u8();
  input.bytes(2);
  const n = input.u32();
  if (n * 2 > data.length - HEADER_BYTES) throw new RangeError(`a row of ${n} records`);

  const series = new Uint32Array(n);
  const t = new Float64Array(n);
  const p = new Float64Array(n);
  const v = new Float64Array(n);
  const s = new Uint8Array(n);
  if ((flags & SHORT_NUMBERS) !== 0) {
    const short = new Uint16Array(n);
    toBytes(short).set(input.bytes(n * 2));
    series.set(short);
  } else toBytes(series).set(input.bytes(n * 4));
  if ((flags & ALL_SAME_TIME) !== 0 && n > 0) t.fill(input.f64());
  else if ((flags & TIME_OFFSETS) !== 0) {
    const earliest = input.f64();
    const offsets = new Uint32Array(n);
    toBytes(offsets).set(input.bytes(n * 4));
    for (let i = 0; i < n; i++) t[i] = earliest + offsets[i]!;
  } else toBytes(t).set(input.bytes(n * 8));
  toBytes(p).set(input.bytes(n * 8));
  if ((flags & NO_VOLUME) !== 0) v.fill(Number.NaN);
  else toBytes(v).set(input.bytes(n * 8));
  if ((flags & ONE_SOURCE) !== 0 && n > 0) s.fill(input.u8());
  else s.set(input.bytes(n));
  return { length: n, series, t, p, v, s };
}

function toBytes(array: Float64Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
