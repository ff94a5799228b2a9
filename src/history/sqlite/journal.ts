import { crc32 } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';

/** The records of one commit: a series number beside each record. */
export interface JournalBatch {
  readonly length: number;
  readonly series: Uint32Array;
  readonly t: Float64Array;
  readonly p: Float64Array;
  readonly v: Float64Array;
  readonly s: Uint8Array;
}

const LAYOUT = 1;
const ALL_SAME_TIME = 1;
const NO_VOLUME = 2;
const ONE_SOURCE = 4;
const TIME_OFFSETS = 8;
const SHORT_NUMBERS = 16;
const HEADER_BYTES = 12;

const writer = new ByteWriter();

/**
 * Packs the records of one commit (layout: docs/formats/history.md, "Journal row"). Plain arrays: a row lives
 * only until its records are sealed, so speed matters and size hardly does.
 */
export function encodeJournal(batch: JournalBatch): Uint8Array {
  const { length: n, series, t, p, v, s } = batch;
  const earliest = earliestOf(t, n);
  const flags =
    (allEqual(t, n) ? ALL_SAME_TIME : fitOffsets(t, n, earliest) ? TIME_OFFSETS : 0) |
    (noneKnown(v, n) ? NO_VOLUME : 0) |
    (allEqual(s, n) ? ONE_SOURCE : 0) |
    (fitShort(series, n) ? SHORT_NUMBERS : 0);
  writer.rewind(0);
  writer.u32(0);
  writer.u8(LAYOUT);
  writer.u8(flags);
  writer.u8(0);
  writer.u8(0);
  writer.u32(n);
  const numbers = series.subarray(0, n);
  writer.bytes(bytesOf((flags & SHORT_NUMBERS) !== 0 ? Uint16Array.from(numbers) : numbers));
  if ((flags & TIME_OFFSETS) !== 0) {
    const offsets = new Uint32Array(n);
    for (let i = 0; i < n; i++) offsets[i] = t[i]! - earliest;
    writer.f64(earliest);
    writer.bytes(bytesOf(offsets));
  } else writer.bytes(bytesOf(t.subarray(0, (flags & ALL_SAME_TIME) !== 0 ? 1 : n)));
  writer.bytes(bytesOf(p.subarray(0, n)));
  if ((flags & NO_VOLUME) === 0) writer.bytes(bytesOf(v.subarray(0, n)));
  writer.bytes(s.subarray(0, (flags & ONE_SOURCE) !== 0 ? 1 : n));
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written();
}

/** @throws {RangeError} when the bytes are damaged. */
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
    bytesOf(short).set(input.bytes(n * 2));
    series.set(short);
  } else bytesOf(series).set(input.bytes(n * 4));
  if ((flags & ALL_SAME_TIME) !== 0 && n > 0) t.fill(input.f64());
  else if ((flags & TIME_OFFSETS) !== 0) {
    const earliest = input.f64();
    const offsets = new Uint32Array(n);
    bytesOf(offsets).set(input.bytes(n * 4));
    for (let i = 0; i < n; i++) t[i] = earliest + offsets[i]!;
  } else bytesOf(t).set(input.bytes(n * 8));
  bytesOf(p).set(input.bytes(n * 8));
  if ((flags & NO_VOLUME) !== 0) v.fill(Number.NaN);
  else bytesOf(v).set(input.bytes(n * 8));
  if ((flags & ONE_SOURCE) !== 0 && n > 0) s.fill(input.u8());
  else s.set(input.bytes(n));
  return { length: n, series, t, p, v, s };
}

function allEqual(values: Float64Array | Uint8Array, n: number): boolean {
  for (let i = 1; i < n; i++) if (values[i] !== values[0]) return false;
  return n > 0;
}

function earliestOf(t: Float64Array, n: number): number {
  let earliest = t[0]!;
  for (let i = 1; i < n; i++) if (t[i]! < earliest) earliest = t[i]!;
  return earliest;
}

/** Times are whole numbers, so their distances are exact. */
function fitOffsets(t: Float64Array, n: number, earliest: number): boolean {
  for (let i = 0; i < n; i++) if (t[i]! - earliest >= 2 ** 32) return false;
  return n > 0;
}

function fitShort(series: Uint32Array, n: number): boolean {
  for (let i = 0; i < n; i++) if (series[i]! >= 2 ** 16) return false;
  return true;
}

function noneKnown(values: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) if (!Number.isNaN(values[i]!)) return false;
  return true;
}

function bytesOf(array: Float64Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
