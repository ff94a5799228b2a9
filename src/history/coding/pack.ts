import { crc32 } from 'node:zlib';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import { ColumnBuilder, copyInto, createEmptyColumns, viewColumns } from '../columns/columns.ts';
import type { Columns } from '../contract/history-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { buildClock, type PollClock } from './clock.ts';
import { readIntegers, writeIntegers } from './integers.ts';
import { decodePart, encodePart } from './part.ts';
import type { Counts } from './segments.ts';

/** Number of records of a sealed piece; one that grows beyond twice this number is divided. */
export const PIECE_RECORDS = 1_024;

/** Maximum number of records of a part, so that a damaged count is rejected before memory is allocated. */
const MAX_PART_RECORDS = 4 * PIECE_RECORDS;

/** Minimum number of records of a piece that is a part of its own; smaller pieces share parts. */
const OWN_PART_FROM = PIECE_RECORDS / 2;

/** Maximum number of records of a shared part: reading one of its pieces decodes all of them. */
const SHARED_PART_RECORDS = 4 * PIECE_RECORDS;

/** Maximum number of pieces of a pack: more would not fit its head, whose damage would also affect too many. */
export const MAX_PIECES = 4_096;

const LAYOUT = 2;
const HEADER_BYTES = 12;

/** Consecutive records of one series that are to be encoded in a pack. */
export interface Piece {
  /** The number of the series. */
  readonly series: number;
  readonly columns: Columns;
}

interface Part {
  readonly firstPiece: number;
  /** Number of records of each piece of the part. */
  readonly counts: Counts;
  readonly records: number;
  readonly data: Uint8Array;
}

/** Creates columns that can be reused for every piece, so that a scan of many pieces allocates no memory. */
export function getScratchColumns(): Columns {
  return createEmptyColumns(MAX_PART_RECORDS);
}

/** Decoded head of a pack, and its encoded parts. */
export interface OpenPack {
  /** Series number of each piece. */
  readonly series: Float64Array;
  /** Number of records of each piece. */
  readonly records: Float64Array;
  readonly clock: PollClock;
  readonly parts: readonly Part[];
}

const writer = new ByteWriter();
const joined = new ColumnBuilder(SHARED_PART_RECORDS);

/** Encodes pieces into one pack, in the order given (layout: docs/formats/history.md, "Pack"). */
export function encodePack(pieces: readonly Piece[]): Uint8Array {
  const clock = buildClock(pieces.map(({ columns }) => columns));
  const groups = groupPieces(pieces);
  const parts = groups.map((group) => {
    const all = group.length === 1 ? group[0]!.columns : concatenate(group);
    return encodePart(all, toCounts(group), clock);
  });
  writer.rewind(0);
  for (let i = 0; i < HEADER_BYTES; i++) writer.u8(0);
  writer.varint(pieces.length);
  writer.varint(groups.length);
  writeIntegers(
    writer,
    Float64Array.from(pieces, ({ series }) => series),
  );
  writeIntegers(writer, toCounts(pieces));
  writeIntegers(
    writer,
    Float64Array.from(groups, ({ length }) => length),
  );
  writeIntegers(
    writer,
    Float64Array.from(parts, ({ length }) => length),
  );
  writer.varint(clock.length);
  if (clock.length > 0) writeIntegers(writer, clock);
  writer.align4();
  const headBytes = writer.length;
  writer.setU32(4, headBytes);
  writer.setU32(8, LAYOUT);
  writer.setU32(0, crc32(writer.written(4)));
  for (const part of parts) writer.bytes(part);
  return writer.written().slice();
}

/** Decodes the head of a pack. @throws {RangeError} when the head is damaged. */
export function openPack(data: Uint8Array): OpenPack {
  const input = new ByteReader(data);
  const expected = input.u32();
  const headBytes = input.u32();
  if (headBytes < HEADER_BYTES || headBytes > data.length) throw new RangeError('the pack ends too early');
  if (crc32(data.subarray(4, headBytes)) !== expected)
    throw new RangeError('the checksum of the pack does not match');
  const layout = input.u32();
  if (layout !== LAYOUT) throw new RangeError(`the pack has the unknown layout ${layout}`);
  const pieceCount = input.varint();
  const partCount = input.varint();
  if (pieceCount > MAX_PIECES || partCount > pieceCount)
    throw new RangeError(`the pack states ${pieceCount} pieces, which is out of range`);
  const column = (length: number) => {
    const values = new Float64Array(length);
    readIntegers(input, length, values);
    return values;
  };
  const series = column(pieceCount);
  const records = column(pieceCount);
  const piecesOfPart = column(partCount);
  const bytesOfPart = column(partCount);
  const clockLength = input.varint();
  if (clockLength > MAX_PART_RECORDS * MAX_PIECES)
    throw new RangeError('the poll clock states a length that is out of range');
  const clock = clockLength > 0 ? column(clockLength) : new Float64Array(0);

  const parts: Part[] = [];
  let firstPiece = 0;
  let at = headBytes;
  for (let i = 0; i < partCount; i++) {
    const counts = records.subarray(firstPiece, firstPiece + piecesOfPart[i]!);
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum > MAX_PART_RECORDS) throw new RangeError(`a part states ${sum} records, which is out of range`);
    parts.push({ firstPiece, counts, records: sum, data: data.subarray(at, at + bytesOfPart[i]!) });
    firstPiece += piecesOfPart[i]!;
    at += bytesOfPart[i]!;
  }
  return { series, records, clock, parts };
}

/** Finds the index of the first piece of a series in a pack; -1 when there is none. */
export function findSlot({ series }: OpenPack, id: number): number {
  return series.indexOf(id);
}

/** Finds the part of a piece. @throws {RangeError} when there is no such piece. */
function getPart({ parts }: OpenPack, slot: number): Part {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (parts[middle]!.firstPiece + parts[middle]!.counts.length <= slot) low = middle + 1;
    else high = middle;
  }
  const part = parts[low];
  if (part === undefined || slot < 0) throw new RangeError('the pack has no such piece');
  return part;
}

/**
 * Decodes one piece into columns from index `at` on.
 *
 * @returns Number of records.
 * @throws {RangeError} when its part is damaged.
 */
export function decodePieceInto(pack: OpenPack, slot: number, target: Columns, at: number): number {
  const part = getPart(pack, slot);
  if (part.counts.length === 1) {
    decodePart(part.data, part.counts, pack.clock, target, at);
    return part.records;
  }
  const all = decodeShared(part, pack.clock);
  let from = 0;
  for (let i = part.firstPiece; i < slot; i++) from += pack.records[i]!;
  const to = from + pack.records[slot]!;
  copyInto(target, at, viewColumns(all, from, to));
  return to - from;
}

/**
 * Number of shared parts that are cached decoded: adjacent pieces are read one after the other, and reading one decodes
 * its whole part.
 */
const MAX_SHARED = 4;
const shared = new BoundedMap<Part, Columns>(MAX_SHARED);

function decodeShared(part: Part, clock: PollClock): Columns {
  const known = shared.get(part);
  if (known !== undefined) return known;
  const columns = createEmptyColumns(part.records);
  decodePart(part.data, part.counts, clock, columns, 0);
  shared.set(part, columns);
  return columns;
}

/** Decodes one piece. @throws {RangeError} when its part is damaged. */
export function decodePiece(pack: OpenPack, slot: number): Columns {
  const columns = createEmptyColumns(pack.records[slot] ?? 0);
  decodePieceInto(pack, slot, columns, 0);
  return columns;
}

/** Groups adjacent pieces into parts. */
function groupPieces(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let records = 0;
  for (const piece of pieces) {
    const { length } = piece.columns;
    const group = groups.at(-1);
    const hasRoom = length < OWN_PART_FROM && records + length <= SHARED_PART_RECORDS;
    if (group === undefined || !hasRoom) {
      groups.push([piece]);
      // After a piece that is a part of its own, no other piece is added.
      records = length < OWN_PART_FROM ? length : SHARED_PART_RECORDS;
    } else {
      group.push(piece);
      records += length;
    }
  }
  return groups;
}

function toCounts(pieces: readonly Piece[]): Counts {
  return Float64Array.from(pieces, ({ columns }) => columns.length);
}

/** Joins the records of pieces in shared columns, which are valid until the next call. */
function concatenate(pieces: readonly Piece[]): Columns {
  joined.clear();
  for (const { columns } of pieces) joined.pushAll(columns);
  return joined;
}
