import { crc32 } from 'node:zlib';
import { BAR_FIELDS } from '../columns/buckets.ts';
import { readBars, writeBars } from './bars.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { MAX_PIECES } from './pack.ts';

const writer = new ByteWriter();

/**
 * Encodes the minute bars of the pieces of one pack (layout: docs/formats/history.md, "Minutes").
 *
 * @param bars By the index of the piece in the pack; pieces without minute bars are left out.
 */
export function encodeMinutes(bars: ReadonlyMap<number, Float64Array>): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writer.varint(bars.size);
  let length = 0;
  for (const [slot, ofPiece] of bars) {
    writer.varint(slot);
    writer.varint(ofPiece.length / BAR_FIELDS);
    length += ofPiece.length;
  }
  // The bars of all pieces are joined, one column per field: decoding many columns costs more than their values.
  const all = new Float64Array(length);
  let at = 0;
  for (const ofPiece of bars.values()) {
    all.set(ofPiece, at);
    at += ofPiece.length;
  }
  writeBars(writer, all);
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/** Decodes the minute bars of a pack, by the index of the piece. @throws {RangeError} when the bytes are damaged. */
export function decodeMinutes(data: Uint8Array): Map<number, Float64Array> {
  const input = new ByteReader(data);
  if (input.u32() !== crc32(data.subarray(4)))
    throw new RangeError('the checksum of the minute block does not match');
  const count = input.varint();
  if (count > MAX_PIECES)
    throw new RangeError(`the minute block states ${count} pieces, which is out of range`);
  const lengths: (readonly [slot: number, length: number])[] = [];
  for (let i = 0; i < count; i++) lengths.push([input.varint(), input.varint() * BAR_FIELDS]);
  const all = readBars(input);
  const bars = new Map<number, Float64Array>();
  let at = 0;
  for (const [slot, length] of lengths) {
    if (at + length > all.length) throw new RangeError('the block has fewer minutes than it states');
    bars.set(slot, all.subarray(at, at + length));
    at += length;
  }
  return bars;
}
