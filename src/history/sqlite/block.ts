import { crc32 } from 'node:zlib';
import type { Columns } from '../history-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readDoubles, writeDoubles } from './doubles.ts';
import { readIntegers, writeIntegers } from './integers.ts';
import { compress, decompress } from './planes.ts';

/** A sealed block aims at this many records; a block that grows beyond twice as many is divided. */
export const BLOCK_RECORDS = 1_024;

/** No block is larger: damaged counts are refused before memory is asked for. */
export const MAX_BLOCK_RECORDS = 4 * BLOCK_RECORDS;

/** Set in the source of a record that came by `insert`, which alone is compared by later inserts. */
export const INSERTED = 0x80;

const LAYOUT = 1;
const HEADER_BYTES = 8;

const TIMES_WHOLE = 0;
const TIMES_RAW = 1;
const VOLUME_NONE = 0;
const VOLUME_ALL = 1;
const VOLUME_SOME = 2;
const SOURCE_ONE = 0;
const SOURCE_MANY = 1;

const writer = new ByteWriter();

/** Encodes records, oldest first, into one block (layout: docs/formats/history.md, "Block"). */
export function encodeBlock({ t, p, v, s, length: n }: Columns): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writer.u8(LAYOUT);
  writer.u8(0);
  writer.u8(n & 255);
  writer.u8(n >> 8);
  writeTimes(t.subarray(0, n));
  writeDoubles(writer, p.subarray(0, n));
  writeVolumes(v.subarray(0, n));
  writeSources(s.subarray(0, n));
  writer.align4();
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/** Columns that are written into again and again, so that a scan of many blocks makes no garbage. */
export class BlockScratch {
  readonly t = new Float64Array(MAX_BLOCK_RECORDS);
  readonly p = new Float64Array(MAX_BLOCK_RECORDS);
  readonly v = new Float64Array(MAX_BLOCK_RECORDS);
}

/**
 * Decodes times, prices and volumes into the scratch columns.
 *
 * @returns How many records the block holds.
 * @throws {RangeError} when the bytes are damaged.
 */
export function decodeNumbers(data: Uint8Array, scratch: BlockScratch): number {
  const { input, n } = openBlock(data);
  readTimes(input, n, scratch.t);
  readDoubles(input, n, scratch.p);
  readVolumes(input, n, scratch.v);
  return n;
}

/**
 * Decodes a whole block into columns from place `at` on.
 *
 * @returns How many records it holds.
 * @throws {RangeError} when the bytes are damaged, or hold more records than there is room for.
 */
export function decodeBlockInto(data: Uint8Array, target: Columns, at: number): number {
  const { input, n } = openBlock(data);
  if (at + n > target.length) throw new RangeError(`a block of ${n} records where fewer were expected`);
  readTimes(input, n, target.t.subarray(at, at + n));
  readDoubles(input, n, target.p.subarray(at, at + n));
  readVolumes(input, n, target.v.subarray(at, at + n));
  target.s.set(readSources(input, n), at);
  return n;
}

/** @throws {RangeError} when the bytes are damaged. */
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

function writeTimes(t: Float64Array): void {
  const start = writer.length;
  writer.u8(TIMES_WHOLE);
  if (areWhole(t) && writeIntegers(writer, t)) return;
  writer.rewind(start);
  writer.u8(TIMES_RAW);
  writeDoubles(writer, t);
}

/** Whether all are whole numbers that a column of them gives back, which minus zero is not. */
function areWhole(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isSafeInteger(values[i]) || Object.is(values[i], -0)) return false;
  }
  return true;
}

function readTimes(input: ByteReader, n: number, t: Float64Array): void {
  if (input.u8() === TIMES_WHOLE) readIntegers(input, n, t);
  else readDoubles(input, n, t);
}

function writeVolumes(v: Float64Array): void {
  const n = v.length;
  const present = new Uint8Array(Math.ceil(n / 8));
  const values = new Float64Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (Number.isNaN(v[i]!)) continue;
    present[i >> 3] = present[i >> 3]! | (1 << (i & 7));
    values[count++] = v[i]!;
  }
  writer.u8(count === 0 ? VOLUME_NONE : count === n ? VOLUME_ALL : VOLUME_SOME);
  if (count === 0) return;
  if (count < n) {
    const packed = compress(present);
    writer.varint(count);
    writer.varint(packed.length);
    writer.bytes(packed);
  }
  writeDoubles(writer, values.subarray(0, count));
}

function readVolumes(input: ByteReader, n: number, v: Float64Array): void {
  const kind = input.u8();
  if (kind === VOLUME_NONE) {
    v.fill(Number.NaN, 0, n);
    return;
  }
  if (kind === VOLUME_ALL) {
    readDoubles(input, n, v);
    return;
  }
  const count = input.varint();
  if (count > n) throw new RangeError('more volumes than records');
  const present = decompress(input.bytes(input.varint()));
  const values = new Float64Array(count);
  readDoubles(input, count, values);
  let next = 0;
  for (let i = 0; i < n; i++) {
    v[i] = (present[i >> 3]! & (1 << (i & 7))) === 0 ? Number.NaN : values[next++]!;
  }
}

function writeSources(s: Uint8Array): void {
  if (s.every((code) => code === s[0])) {
    writer.u8(SOURCE_ONE);
    writer.u8(s[0] ?? 0);
    return;
  }
  const packed = compress(s);
  writer.u8(SOURCE_MANY);
  writer.varint(packed.length);
  writer.bytes(packed);
}

function readSources(input: ByteReader, n: number): Uint8Array {
  if (input.u8() === SOURCE_ONE) return new Uint8Array(n).fill(input.u8());
  const s = decompress(input.bytes(input.varint()));
  if (s.length !== n) throw new RangeError('sources of the wrong length');
  return new Uint8Array(s);
}
