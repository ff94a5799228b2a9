import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzip,
  gzip,
  zstdCompress,
  zstdDecompress,
} from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type Encoding = 'identity' | 'zstd' | 'br' | 'gzip';

/** Preferred when the caller ranks none: about the size of brotli at a fraction of its time. */
const PREFERENCE: readonly Encoding[] = ['zstd', 'br', 'gzip'];

/** Bytes below which compression is not worth its time. */
export const COMPRESS_FROM_BYTES = 1_024;

/** Compression level while a caller waits. */
export const BROTLI_QUALITY = 4;
/** Encodings in order of preference; `identity` when a request accepts no other. */
const SENDABLE: readonly Encoding[] = [...PREFERENCE, 'identity'];

const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_CHARS = 200;
const remembered = new LRUCache<string, Encoding>({ max: MAX_REMEMBERED });

/** The encoding to send for an `Accept-Encoding` field. */
export function negotiateEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = remembered.get(accepted);
  if (known !== undefined) return known;
  const encoding = readAccepted(accepted.toLowerCase());
  if (accepted.length <= MAX_REMEMBERED_CHARS) remembered.set(accepted, encoding);
  return encoding;
}

function readAccepted(accepted: string): Encoding {
  // The library takes `*` for the first of the list, so an encoding that is refused by name must not be in it.
  const sendable = SENDABLE.filter((encoding) => !isRefused(accepted, encoding));
  return negotiate(accepted, sendable) ?? 'identity';
}

function isRefused(accepted: string, encoding: Encoding): boolean {
  return new RegExp(`(^|,)\\s*${encoding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted);
}

const compressors = {
  zstd: promisify(zstdCompress),
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
} as const;

/** Compresses on the thread pool, so that the answers of others do not wait. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return body;
    case 'zstd':
      return compressors.zstd(body);
    case 'br':
      return compressors.br(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });
    case 'gzip':
      return compressors.gzip(body);
  }
}

const decompressors = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
} as const;

/** The text of a body that this process has encoded. */
export async function decompress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? body : decompressors[encoding](body);
}

const DECOMPRESSING: Readonly<Record<Exclude<Encoding, 'identity'>, () => Transform>> = {
  zstd: createZstdDecompress,
  br: createBrotliDecompress,
  gzip: createGunzip,
};

/** Decompresses lazily, as the reader consumes. */
export function decompressParts(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
): AsyncIterable<Uint8Array> {
  const stream = DECOMPRESSING[encoding]();
  stream.end(body);
  return stream as AsyncIterable<Uint8Array>;
}
