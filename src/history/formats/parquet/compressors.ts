import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** Limit of a page, also where its header states more. */
const MAX_PAGE_BYTES = 256 << 20;

/**
 * The codecs that the reading package lacks: it brings Snappy alone. A page that is larger than its header says is
 * refused.
 */
export const PARQUET_COMPRESSORS = {
  GZIP: (data: Uint8Array, size: number) => gunzipSync(data, limitTo(size)),
  ZSTD: (data: Uint8Array, size: number) => zstdDecompressSync(data, limitTo(size)),
};

function limitTo(size: number) {
  return { maxOutputLength: Math.min(Math.max(size, 1), MAX_PAGE_BYTES) };
}
