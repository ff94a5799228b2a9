import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** What the reading package lacks: it brings Snappy alone. */
export const PARQUET_COMPRESSORS = {
  GZIP: (data: Uint8Array) => gunzipSync(data),
  ZSTD: (data: Uint8Array) => zstdDecompressSync(data),
};
