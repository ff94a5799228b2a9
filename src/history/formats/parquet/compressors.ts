import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** Maximum size of a decompressed page, whatever its header states. */
const MAX_PAGE_BYTES = 256 << 20;

/** Codecs that the package for reading lacks: it only has Snappy. A page larger than its header states is rejected. */
export const PARQUET_COMPRESSORS = {
  GZIP: (data: Uint8Array, size: number) => gunzipSync(data, limitTo(size)),
  ZSTD: (data: Uint8Array, size: number) => zstdDecompressSync(data, limitTo(size)),
};

function limitTo(size: number) {
  return { maxOutputLength: Math.min(Math.max(size, 1), MAX_PAGE_BYTES) };
}
