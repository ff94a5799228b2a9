import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compress, negotiateEncoding } from './encodings.ts';

test('the encoding is the one that the caller ranks highest, ours first among equals', () => {
  const rows: [accepted: string | undefined, expected: string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
    ['*', 'zstd'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['GZIP', 'gzip'],
    ['br;q=nonsense', 'identity'],
    ['zstd;q=0, *', 'br'],
    ['zstd ; q=0.000 , br;q=0, *;q=0.1', 'gzip'],
    ['zstd;q=0.5, *;q=0', 'zstd'],
    ['*;q=0', 'identity'],
    ['zstd;q=0,br;q=0,gzip;q=0,*', 'identity'],
    ['gzip;q=0.2,\tzstd;q=0.8', 'zstd'],
    ['x-gzip, brotli', 'identity'],
  ];
  for (const [accepted, expected] of rows)
    assert.equal(negotiateEncoding(accepted), expected, String(accepted));
});

test('every encoding gives the body back', async () => {
  const body = Buffer.from('{"ok":true}'.repeat(500));
  assert.deepEqual(gunzipSync(await compress(body, 'gzip')), body);
  assert.deepEqual(brotliDecompressSync(await compress(body, 'br')), body);
  assert.deepEqual(zstdDecompressSync(await compress(body, 'zstd')), body);
});
