import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { decompress } from './planes.ts';

/** The records of one commit: a series number beside each record. */
export interface JournalBatch {
  readonly length: number;
  readonly series: Uint32Array;
  readonly t: Float64Array;
  readonly p: Float64Array;
  readonly v: Float64Array;
  readonly s: Uint8Array;
}

/** What a journal row says of its records without their values. */
export interface JournalHead {
  readonly length: number;
  readonly series: Uint32Array;
  readonly t: Float64Array;
}

const LAYOUT = 2;
const ALL_SAME_TIME = 1;
const TIME_OFFSETS = 2;
const NO_VOLUME = 4;
const ONE_SOURCE = 8;
const DOUBLES = 255;

/** Numbers with more decimals, or larger ones, are kept as doubles. */
const MAX_DECIMALS = 8;
const MAX_SCALED = 2 ** 32;
const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

/** Rows wait for the disk: the fastest level costs less time than the bytes it saves. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 16 * 1024 };

/** No commit is larger: damaged counts are refused before memory is asked for. */
const MAX_RECORDS = 2 ** 20;

const writer = new ByteWriter();
let planes = new Uint8Array(0);

/**
 * Packs the records of one commit (layout: docs/formats/history.md, "Journal row").
 *
 * The numbers of the series and the times stand apart from the values, with a checksum of their own, so that
 * a damaged value is known by its key and time.
 */
export function encodeJournal(batch: JournalBatch): Uint8Array {
  const { length: n, series, t, p, v, s } = batch;
  const earliest = earliestOf(t, n);
  const flags =
    (allEqual(t, n) ? ALL_SAME_TIME : fitOffsets(t, n, earliest) ? TIME_OFFSETS : 0) |
    (noneKnown(v, n) ? NO_VOLUME : 0) |
    (allEqual(s, n) ? ONE_SOURCE : 0);
  writer.rewind(0);
  for (let i = 0; i < 3; i++) writer.u32(0);
  writer.u8(LAYOUT);
  writer.u8(flags);
  writer.varint(n);
  writeNumbers(series, n);
  writeTimes(t, n, flags, earliest);
  const headBytes = writer.length;

  if (planes.length < n * 17) planes = new Uint8Array(n * 17);
  const priceKind = decimalsOf(p, n);
  let used = fillPlanes(p, n, priceKind, 0);
  writer.u8(priceKind);
  if ((flags & NO_VOLUME) === 0) {
    const volumeKind = decimalsOf(v, n);
    used = fillPlanes(v, n, volumeKind, used);
    writer.u8(volumeKind);
  }
  planes.set(s.subarray(0, (flags & ONE_SOURCE) !== 0 ? 1 : n), used);
  used += (flags & ONE_SOURCE) !== 0 ? 1 : n;
  writer.bytes(zstdCompressSync(planes.subarray(0, used), FAST));
  writer.setU32(0, headBytes);
  writer.setU32(4, crc32(writer.written(8).subarray(4, headBytes - 8)));
  writer.setU32(8, crc32(writer.written(headBytes)));
  return writer.written();
}

/** @throws {RangeError} when the head is damaged. */
export function decodeJournalHead(data: Uint8Array): JournalHead {
  return readHead(data).head;
}

/** @throws {RangeError} when the bytes are damaged. */
export function decodeJournal(data: Uint8Array): JournalBatch {
  const { head, flags, headBytes, valuesCrc } = readHead(data);
  const { length: n } = head;
  const values = data.subarray(headBytes);
  if (crc32(values) !== valuesCrc) throw new RangeError('the checksum of the values does not match');
  const input = new ByteReader(values);
  const p = new Float64Array(n);
  const v = new Float64Array(n);
  const s = new Uint8Array(n);
  const priceKind = input.u8();
  const volumeKind = (flags & NO_VOLUME) === 0 ? input.u8() : DOUBLES;
  const bytes = decompress(values.subarray((flags & NO_VOLUME) === 0 ? 2 : 1), n * 17);
  let used = readPlanes(bytes, p, n, priceKind, 0);
  if ((flags & NO_VOLUME) === 0) used = readPlanes(bytes, v, n, volumeKind, used);
  else v.fill(Number.NaN);
  const sources = bytes.subarray(used);
  if (sources.length !== ((flags & ONE_SOURCE) !== 0 ? 1 : n))
    throw new RangeError('sources of the wrong length');
  if ((flags & ONE_SOURCE) !== 0) s.fill(sources[0]!);
  else s.set(sources);
  return { ...head, p, v, s };
}

function readHead(data: Uint8Array): {
  head: JournalHead;
  flags: number;
  headBytes: number;
  valuesCrc: number;
} {
  const input = new ByteReader(data);
  const headBytes = input.u32();
  const headCrc = input.u32();
  const valuesCrc = input.u32();
  if (headBytes > data.length || crc32(data.subarray(12, headBytes)) !== headCrc) {
    throw new RangeError('the checksum of the head does not match');
  }
  const layout = input.u8();
  if (layout !== LAYOUT) throw new RangeError(`unknown layout ${layout}`);
  const flags = input.u8();
  const n = input.varint();
  if (n > MAX_RECORDS) throw new RangeError(`a row of ${n} records`);
  const series = readNumbers(input, n);
  const t = readTimes(input, n, flags);
  return { head: { length: n, series, t }, flags, headBytes, valuesCrc };
}

/** Series of a poll mostly follow each other by number: runs of equal distances. */
function writeNumbers(series: Uint32Array, n: number): void {
  let before = 0;
  for (let i = 0; i < n; ) {
    const step = series[i]! - before;
    let count = 1;
    while (i + count < n && series[i + count]! - series[i + count - 1]! === step) count++;
    writer.signedVarint(step);
    writer.varint(count);
    i += count;
    before = series[i - 1]!;
  }
}

function readNumbers(input: ByteReader, n: number): Uint32Array {
  const series = new Uint32Array(n);
  let before = 0;
  for (let i = 0; i < n; ) {
    const step = input.signedVarint();
    const count = input.varint();
    if (count < 1 || i + count > n) throw new RangeError('more numbers than records');
    for (let k = 0; k < count; k++) {
      before += step;
      series[i++] = before;
    }
  }
  return series;
}

function writeTimes(t: Float64Array, n: number, flags: number, earliest: number): void {
  if ((flags & ALL_SAME_TIME) !== 0) writer.f64(t[0]!);
  else if ((flags & TIME_OFFSETS) !== 0) {
    writer.f64(earliest);
    for (let i = 0; i < n; i++) writer.varint(t[i]! - earliest);
  } else for (let i = 0; i < n; i++) writer.f64(t[i]!);
}

function readTimes(input: ByteReader, n: number, flags: number): Float64Array {
  const t = new Float64Array(n);
  if ((flags & ALL_SAME_TIME) !== 0) return n > 0 ? t.fill(input.f64()) : t;
  if ((flags & TIME_OFFSETS) !== 0) {
    const earliest = input.f64();
    for (let i = 0; i < n; i++) t[i] = earliest + input.varint();
  } else for (let i = 0; i < n; i++) t[i] = input.f64();
  return t;
}

/** The fewest decimals that hold every number exactly, or {@link DOUBLES}. */
function decimalsOf(values: Float64Array, n: number): number {
  let decimals = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    while (decimals <= MAX_DECIMALS && !holds(value, POWERS[decimals]!)) decimals++;
    if (decimals > MAX_DECIMALS) return DOUBLES;
  }
  return decimals;
}

function holds(value: number, power: number): boolean {
  const rounded = Math.round(value * power);
  return rounded / power === value && rounded >= 0 && rounded < MAX_SCALED && !Object.is(rounded, -0);
}

/** Byte planes, lowest first: four of scaled whole numbers or eight of doubles. */
function fillPlanes(values: Float64Array, n: number, kind: number, at: number): number {
  if (kind === DOUBLES) {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, n * 8);
    for (let i = 0; i < n; i++) for (let k = 0; k < 8; k++) planes[at + k * n + i] = bytes[i * 8 + k]!;
    return at + n * 8;
  }
  const power = POWERS[kind]!;
  for (let i = 0; i < n; i++) {
    const scaled = Math.round(values[i]! * power) >>> 0;
    planes[at + i] = scaled & 255;
    planes[at + n + i] = (scaled >>> 8) & 255;
    planes[at + 2 * n + i] = (scaled >>> 16) & 255;
    planes[at + 3 * n + i] = scaled >>> 24;
  }
  return at + n * 4;
}

function readPlanes(bytes: Uint8Array, target: Float64Array, n: number, kind: number, at: number): number {
  const width = kind === DOUBLES ? 8 : 4;
  if (at + width * n > bytes.length) throw new RangeError('values of the wrong length');
  if (kind === DOUBLES) {
    const raw = new Uint8Array(target.buffer, target.byteOffset, n * 8);
    for (let i = 0; i < n; i++) for (let k = 0; k < 8; k++) raw[i * 8 + k] = bytes[at + k * n + i]!;
    return at + n * 8;
  }
  const power = POWERS[kind];
  if (power === undefined) throw new RangeError(`unknown coding ${kind} of values`);
  for (let i = 0; i < n; i++) {
    const low = bytes[at + i]! | (bytes[at + n + i]! << 8) | (bytes[at + 2 * n + i]! << 16);
    target[i] = (low + bytes[at + 3 * n + i]! * 2 ** 24) / power;
  }
  return at + n * 4;
}

function allEqual(values: Float64Array | Uint8Array, n: number): boolean {
  for (let i = 1; i < n; i++) if (!Object.is(values[i], values[0])) return false;
  return n > 0;
}

function earliestOf(t: Float64Array, n: number): number {
  let earliest = t[0]!;
  for (let i = 1; i < n; i++) if (t[i]! < earliest) earliest = t[i]!;
  return earliest;
}

/** Times are whole numbers, so their distances are exact; minus zero has none. */
function fitOffsets(t: Float64Array, n: number, earliest: number): boolean {
  for (let i = 0; i < n; i++) if (t[i]! - earliest >= 2 ** 32 || Object.is(t[i], -0)) return false;
  return n > 0;
}

function noneKnown(values: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) if (!Number.isNaN(values[i]!)) return false;
  return true;
}
