import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, zstdCompress } from 'node:zlib';
import { BROTLI_QUALITY, type Encoding } from './encodings.ts';

/** A compressed body without its last bytes: the long head is compressed once, and different tails can complete it. */
export interface OpenBody {
  readonly head: Buffer;
  /** Builds the end of the stream from a tail of 1 to 65,535 bytes. */
  tail(text: string): Buffer;
}

/**
 * Compresses a body except for its end, which is appended uncompressed: each format has blocks for plain bytes.
 *
 * @see docs/decisions/0012-age-at-the-end-of-a-body.md
 */
export function openCompressed(start: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<OpenBody> {
  return { zstd: openZstd, br: openBrotli, gzip: openGzip }[encoding](start);
}

const [deflate, brotli, zstd] = [promisify(deflateRaw), promisify(brotliCompress), promisify(zstdCompress)];
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Opens a gzip body. The tail is a stored block, the last one of the stream (RFC 1951, 3.2.4). */
async function openGzip(start: Buffer): Promise<OpenBody> {
  const deflated = await deflate(start, { finishFlush: constants.Z_SYNC_FLUSH });
  const startCrc = crc32(start);
  return {
    head: Buffer.concat([GZIP_HEADER, deflated]),
    tail(text) {
      const bytes = Buffer.from(text);
      const block = Buffer.alloc(5 + bytes.length + 8);
      block.writeUInt8(1, 0);
      block.writeUInt16LE(bytes.length, 1);
      block.writeUInt16LE(bytes.length ^ 0xffff, 3);
      bytes.copy(block, 5);
      block.writeUInt32LE(crc32(bytes, startCrc), 5 + bytes.length);
      block.writeUInt32LE((start.length + bytes.length) >>> 0, 9 + bytes.length);
      return block;
    },
  };
}

/** Opens a brotli body. The tail is an uncompressed meta-block, followed by an empty last one (RFC 7932, 9.2). */
async function openBrotli(start: Buffer): Promise<OpenBody> {
  const head = await brotli(start, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  return {
    head,
    tail(text) {
      const bytes = Buffer.from(text);
      const block = Buffer.alloc(3 + bytes.length + 1);
      // Bit 0: not the last block. Bits 1 and 2: the length has four nibbles. Bits 3 to 18: length minus 1. Bit 19:
      // uncompressed.
      block.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
      bytes.copy(block, 3);
      block.writeUInt8(3, 3 + bytes.length);
      return block;
    },
  };
}

/** Opens a zstd body. The tail is a raw block, the last one of the frame (RFC 8878, 3.1.1.2). */
async function openZstd(start: Buffer): Promise<OpenBody> {
  const head = await zstd(start, {
    finishFlush: constants.ZSTD_e_flush,
    // A checksum would have to cover the tail, which is not known yet.
    params: { [constants.ZSTD_c_checksumFlag]: 0 },
  });
  return {
    head,
    tail(text) {
      const bytes = Buffer.from(text);
      const block = Buffer.alloc(3 + bytes.length);
      block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
      bytes.copy(block, 3);
      return block;
    },
  };
}
