import { crc32 } from 'node:zlib';
import { readBars, writeBars } from './bars.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { MAX_PIECES } from './pack.ts';

const writer = new ByteWriter();

/**
 * Encodes the minute bars of the pieces of one pack (layout: docs/formats/history.md, "Minutes").
 *
 * @param bars By the piece's place in the pack; pieces without minute bars are left out.
 */
export function encodeMinutes(bars: ReadonlyMap<number, Float64Array>): Uint8Array {
  writer.rewind(0);
  writer.u32(0);
  writer.varint(bars.size);
  for (const [slot, ofPiece] of bars) {
    writer.varint(slot);
    writeBars(writer, ofPiece);
  }
  writer.setU32(0, crc32(writer.written(4)));
  return writer.written().slice();
}

/** @throws {RangeError} when the bytes are damaged. */
export function decodeMinutes(data: Uint8Array): Map<number, Float64Array> {
  const input = new ByteReader(data);
  if (input.u32() !== crc32(data.subarray(4))) throw new RangeError('the checksum does not match');
  const count = input.varint();
  if (count > MAX_PIECES) throw new RangeError(`minutes of ${count} pieces`);
  const bars = new Map<number, Float64Array>();
  for (let i = 0; i < count; i++) {
    const slot = input.varint();
    bars.set(slot, readBars(input));
  }
  return bars;
}
