import type { ByteWriter } from './byte-writer.ts';
import { decompress } from './planes.ts';

/** Magic number of a zstd frame. */
const MAGIC = 0xfd2fb528;

/** Frame header descriptor: single segment, content size in four bytes, no checksum, no dictionary. */
const DESCRIPTOR = 0xa0;
const SIZE_AT = 5;
const HEADER_BYTES = 9;
const BLOCK_HEADER_BYTES = 3;

/** Maximum size of a zstd block. */
const MAX_BLOCK = 128 * 1024;

const RAW = 0;
const REPEATED = 1;

/**
 * Writes a zstd frame with raw and RLE blocks only.
 *
 * A journal row waits for the disk, and lives until its records are sealed. Compressing it would cost more time than
 * the rest of an append, and most of the savings are constant byte planes, which RLE blocks save too.
 */
export class PlainFrame {
  readonly #out: ByteWriter;
  readonly #start: number;
  #lastBlock = 0;
  #size = 0;

  constructor(out: ByteWriter) {
    this.#out = out;
    this.#start = out.length;
    out.u32(MAGIC);
    out.u8(DESCRIPTOR);
    out.u32(0);
  }

  /** Writes raw blocks. @param fill Writes the bytes from one position up to another to the start of a target. */
  bytes(length: number, fill: (target: Uint8Array, from: number, to: number) => void): void {
    for (let from = 0; from < length; from += MAX_BLOCK) {
      const to = Math.min(length, from + MAX_BLOCK);
      this.#begin(RAW, to - from);
      fill(this.#out.take(to - from), from, to);
    }
  }

  /** Writes RLE blocks. @param length Number of repetitions of the byte. */
  repeated(byte: number, length: number): void {
    for (let from = 0; from < length; from += MAX_BLOCK) {
      this.#begin(REPEATED, Math.min(length - from, MAX_BLOCK));
      this.#out.u8(byte);
    }
  }

  end(): void {
    this.#out.setU32(this.#start + SIZE_AT, this.#size);
    this.#out.setU8(this.#lastBlock, this.#out.written(this.#lastBlock)[0]! | 1);
  }

  #begin(type: number, length: number): void {
    this.#size += length;
    this.#lastBlock = this.#out.length;
    const header = (length << 3) | (type << 1);
    this.#out.u8(header & 255);
    this.#out.u8((header >>> 8) & 255);
    this.#out.u8(header >>> 16);
  }
}

let room = new Uint8Array(0);

/**
 * Reads a zstd frame; one that a {@link PlainFrame} wrote is read without zstd.
 *
 * @param maxBytes Maximum size after decompression.
 * @returns Bytes that are valid until the next call.
 * @throws {Error} when the frame is malformed or too large.
 */
export function readFrame(data: Uint8Array, maxBytes: number): Uint8Array {
  return readPlain(data, maxBytes) ?? decompress(data, maxBytes);
}

/** Reads a frame of raw and RLE blocks; null when it has other blocks or is damaged: then zstd reads it or throws. */
function readPlain(data: Uint8Array, maxBytes: number): Uint8Array | null {
  if (data.length < HEADER_BYTES || data[4] !== DESCRIPTOR) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = view.getUint32(SIZE_AT, true);
  if (view.getUint32(0, true) !== MAGIC || size > maxBytes) return null;
  if (room.length < size) room = new Uint8Array(size);
  let filled = 0;
  for (let at = HEADER_BYTES; at + BLOCK_HEADER_BYTES < data.length; ) {
    const header = view.getUint16(at, true) | (data[at + 2]! << 16);
    const type = (header >>> 1) & 3;
    const length = header >>> 3;
    at += BLOCK_HEADER_BYTES;
    if (type > REPEATED || filled + length > size) return null;
    const end = at + (type === RAW ? length : 1);
    if (end > data.length) return null;
    if (type === RAW) room.set(data.subarray(at, end), filled);
    else room.fill(data[at]!, filled, filled + length);
    filled += length;
    at = end;
    if ((header & 1) !== 0) return filled === size && at === data.length ? room.subarray(0, size) : null;
  }
  return null;
}
