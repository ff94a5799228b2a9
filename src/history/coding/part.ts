import { crc32 } from 'node:zlib';
import type { Columns } from '../contract/history-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { areWhole, type PollClock, readOnClock, writeOnClock } from './clock.ts';
import { readDoubles, writeDoubles } from './doubles.ts';
import { compress, decompress } from './planes.ts';
import { type Counts, readSegments, writeSegments } from './segments.ts';
import { readVolumes, writeVolumes } from './volumes.ts';

const TIMES_WHOLE = 0;
const TIMES_RAW = 1;
const TIMES_ON_CLOCK = 2;
const SOURCE_ONE = 0;
const SOURCE_MANY = 1;

/** Size up to which positions on a clock are used without comparing them with other codings. */
const SMALL_TIMES_BYTES = 24;

const writer = new ByteWriter();

/**
 * Encodes the records of a few pieces, one piece after the other, each oldest first (layout: docs/formats/history.md,
 * "Part").
 *
 * @param counts Number of records of each piece.
 */
export function encodePart({ t, p, v, s, length: n }: Columns, counts: Counts, clock: PollClock): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writeTimes(t.subarray(0, n), counts, clock);
  writeDoubles(writer, p.subarray(0, n), counts);
  writeVolumes(writer, v.subarray(0, n));
  writeSources(s.subarray(0, n));
  writer.align4();
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/**
 * Decodes a part into columns from index `at` on.
 *
 * @throws {RangeError} when the bytes are damaged, or the columns have too little room.
 */
export function decodePart(
  data: Uint8Array,
  counts: Counts,
  clock: PollClock,
  target: Columns,
  at: number,
): void {
  const input = openPart(data);
  let n = 0;
  for (const count of counts) n += count;
  if (at + n > target.length) throw new RangeError(`a part states ${n} records, more than expected`);
  readTimes(input, target.t.subarray(at, at + n), counts, clock);
  readDoubles(input, n, target.p.subarray(at, at + n), counts);
  readVolumes(input, n, target.v.subarray(at, at + n));
  readSources(input, target.s.subarray(at, at + n));
}

function openPart(data: Uint8Array): ByteReader {
  const input = new ByteReader(data);
  if (input.u32() !== crc32(data.subarray(4)))
    throw new RangeError('the checksum of the part of the pack does not match');
  return input;
}

function writeTimes(t: Float64Array, counts: Counts, clock: PollClock): void {
  const start = writer.length;
  const onClock = () => {
    writer.u8(TIMES_ON_CLOCK);
    return writeOnClock(writer, t, counts, clock);
  };
  const isWhole = areWhole(t, t.length);
  let clockBytes = Number.POSITIVE_INFINITY;
  if (isWhole && clock.length > 0 && onClock()) {
    clockBytes = writer.length - start;
    if (clockBytes <= SMALL_TIMES_BYTES) return;
  }
  writer.rewind(start);
  writer.u8(TIMES_WHOLE);
  if (isWhole && writeSegments(writer, t, counts)) {
    if (writer.length - start <= clockBytes) return;
    writer.rewind(start);
    onClock();
    return;
  }
  writer.rewind(start);
  writer.u8(TIMES_RAW);
  writeDoubles(writer, t, counts);
}

function readTimes(input: ByteReader, t: Float64Array, counts: Counts, clock: PollClock): void {
  const kind = input.u8();
  if (kind === TIMES_ON_CLOCK) readOnClock(input, t, counts, clock);
  else if (kind === TIMES_WHOLE) readSegments(input, t.length, counts, t);
  else if (kind === TIMES_RAW) readDoubles(input, t.length, t, counts);
  else throw new RangeError(`unknown coding ${kind} of times`);
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

function readSources(input: ByteReader, s: Uint8Array): void {
  if (input.u8() === SOURCE_ONE) {
    s.fill(input.u8());
    return;
  }
  const codes = decompress(input.bytes(input.varint()));
  if (codes.length !== s.length)
    throw new RangeError(`the part has ${codes.length} sources for ${s.length} records`);
  s.set(codes);
}
