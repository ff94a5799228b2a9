import { crc32 } from 'node:zlib';
import type { Recorder } from '../../../domain/index.ts';
import { ByteReader } from '../../coding/byte-reader.ts';
import { ByteWriter } from '../../coding/byte-writer.ts';
import { PlainFrame, readFrame } from '../../coding/plain-frame.ts';

/** Records of one commit, with the venue that the journal row states. */
export interface JournalBatch extends JournalRecords {
  /** Venue of the first record. */
  readonly venue: Recorder;
}

/** Records with the series number of each. */
export interface JournalRecords {
  readonly length: number;
  readonly series: Uint32Array;
  readonly t: Float64Array;
  readonly p: Float64Array;
  readonly v: Float64Array;
  readonly s: Uint8Array;
}

/** Series and times of a journal row, without its values. */
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

/** Maximum number of decimals of scaled numbers; a column with more, or above `MAX_SCALED`, is stored as doubles. */
const MAX_DECIMALS = 8;
const MAX_SCALED = 2 ** 32;
const POWERS = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, k) => 10 ** k);

/** Maximum number of records of a commit, so that a damaged count is rejected before memory is allocated. */
const MAX_RECORDS = 2 ** 20;

const writer = new ByteWriter();
/** Reusable memory for prices and volumes as whole numbers. */
let scaledRoom = [new Uint32Array(0), new Uint32Array(0)];

/**
 * Encodes the records of one commit (layout: docs/formats/history.md, "Journal row").
 *
 * Series numbers and times are stored apart from the values, with a checksum of their own, so that the series and time
 * of a damaged value are still known.
 */
export function encodeJournal(batch: JournalRecords): Uint8Array {
  const { length: n, series, t, p, v, s } = batch;
  const earliest = findEarliest(t, n);
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

  if (scaledRoom[0]!.length < n) scaledRoom = [new Uint32Array(n), new Uint32Array(n)];
  const prices = scale(p, n, scaledRoom[0]!);
  const volumes = (flags & NO_VOLUME) === 0 ? scale(v, n, scaledRoom[1]!) : null;
  writer.u8(prices.kind);
  if (volumes !== null) writer.u8(volumes.kind);
  const frame = new PlainFrame(writer);
  writePlanes(frame, p, n, prices);
  if (volumes !== null) writePlanes(frame, v, n, volumes);
  if ((flags & ONE_SOURCE) !== 0) frame.repeated(s[0]!, 1);
  else frame.bytes(n, (target, from, to) => target.set(s.subarray(from, to)));
  frame.end();
  writer.setU32(0, headBytes);
  writer.setU32(4, crc32(writer.written(8).subarray(4, headBytes - 8)));
  writer.setU32(8, crc32(writer.written(headBytes)));
  return writer.written();
}

/** Decodes series and times. @throws {RangeError} when the head is damaged. */
export function decodeJournalHead(data: Uint8Array): JournalHead {
  return readHead(data).head;
}

/** Decodes a journal row. @throws {RangeError} when the bytes are damaged. */
export function decodeJournal(data: Uint8Array): JournalRecords {
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
  const bytes = readFrame(values.subarray((flags & NO_VOLUME) === 0 ? 2 : 1), n * 17);
  let used = readPlanes(bytes, p, n, priceKind, 0);
  if ((flags & NO_VOLUME) === 0) used = readPlanes(bytes, v, n, volumeKind, used);
  else v.fill(Number.NaN);
  const sources = bytes.subarray(used);
  if (sources.length !== ((flags & ONE_SOURCE) !== 0 ? 1 : n))
    throw new RangeError(`the row has ${sources.length} sources for ${n} records`);
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
  if (layout !== LAYOUT) throw new RangeError(`the journal row has the unknown layout ${layout}`);
  const flags = input.u8();
  const n = input.varint();
  if (n > MAX_RECORDS) throw new RangeError(`the row states ${n} records, which is out of range`);
  const series = readNumbers(input, n);
  const t = readTimes(input, n, flags);
  return { head: { length: n, series, t }, flags, headBytes, valuesCrc };
}

/** Writes series numbers as runs of equal differences: the series of a poll mostly have consecutive numbers. */
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
    if (count < 1 || i + count > n) throw new RangeError('the row has more numbers than records');
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

interface ScaledPlanes {
  /** Smallest number of decimals with which all numbers are exact, or {@link DOUBLES}. */
  readonly kind: number;
  readonly whole: Uint32Array;
  /** Mask of the bits that are not equal in all whole numbers. */
  readonly varying: number;
}

function scale(values: Float64Array, n: number, whole: Uint32Array): ScaledPlanes {
  // Usually the first values already need all decimals, so the loop rarely starts again.
  for (let kind = 0; ; ) {
    const failed = scaleWith(values, n, POWERS[kind]!, whole);
    if (failed === n) {
      let varying = 0;
      for (let i = 1; i < n; i++) varying |= whole[i]! ^ whole[0]!;
      return { kind, whole, varying };
    }
    while (kind <= MAX_DECIMALS && !holds(values[failed]!, POWERS[kind]!)) kind++;
    if (kind > MAX_DECIMALS) return { kind: DOUBLES, whole, varying: 0 };
  }
}

/** Scales numbers. @returns Index of the first number that is not exact; `n` when all are. */
function scaleWith(values: Float64Array, n: number, power: number, whole: Uint32Array): number {
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    const rounded = Math.round(value * power);
    if (rounded / power !== value || !(rounded >= 0 && rounded < MAX_SCALED) || isMinusZero(value)) return i;
    whole[i] = rounded;
  }
  return n;
}

function holds(value: number, power: number): boolean {
  const rounded = Math.round(value * power);
  return rounded / power === value && rounded >= 0 && rounded < MAX_SCALED && !isMinusZero(value);
}

function isMinusZero(value: number): boolean {
  return value === 0 && 1 / value < 0;
}

/** Writes byte planes, lowest first: four of scaled whole numbers, or eight of doubles. */
function writePlanes(
  frame: PlainFrame,
  values: Float64Array,
  n: number,
  { kind, whole, varying }: ScaledPlanes,
): void {
  if (kind === DOUBLES) {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, n * 8);
    for (let plane = 0; plane < 8; plane++) {
      frame.bytes(n, (target, from, to) => {
        for (let i = from, at = from * 8 + plane; i < to; i++, at += 8) target[i - from] = bytes[at]!;
      });
    }
    return;
  }
  for (let shift = 0; shift < 32; shift += 8) {
    if (((varying >>> shift) & 255) === 0) frame.repeated((whole[0]! >>> shift) & 255, n);
    else {
      frame.bytes(n, (target, from, to) => {
        for (let i = from; i < to; i++) target[i - from] = whole[i]! >>> shift;
      });
    }
  }
}

function readPlanes(bytes: Uint8Array, target: Float64Array, n: number, kind: number, at: number): number {
  const width = kind === DOUBLES ? 8 : 4;
  if (at + width * n > bytes.length) throw new RangeError(`the row is too short for ${n} values`);
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

function findEarliest(t: Float64Array, n: number): number {
  let earliest = t[0]!;
  for (let i = 1; i < n; i++) if (t[i]! < earliest) earliest = t[i]!;
  return earliest;
}

/** Whether times can be stored as offsets, which must be below 2^32. Minus zero would lose its sign. */
function fitOffsets(t: Float64Array, n: number, earliest: number): boolean {
  for (let i = 0; i < n; i++) if (t[i]! - earliest >= 2 ** 32 || Object.is(t[i], -0)) return false;
  return n > 0;
}

function noneKnown(values: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) if (!Number.isNaN(values[i]!)) return false;
  return true;
}
