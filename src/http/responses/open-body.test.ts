import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { openCompressed } from './open-body.ts';

test('a body left open takes any tail, again and again, in every encoding', async () => {
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const length of [0, 5_000, 200_000]) {
    const start = `{"list":[${'1,'.repeat(length)}1],"age":`;
    for (const encoding of ['gzip', 'br', 'zstd'] as const) {
      const { head, tail } = await openCompressed(Buffer.from(start), encoding);
      for (const end of ['0}', '999}', '12345678901}']) {
        const read = decoders[encoding](Buffer.concat([head, tail(end)])).toString();
        assert.equal(read, start + end, `${encoding} of ${length}`);
      }
    }
  }
});
