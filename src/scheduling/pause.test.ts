import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from './pause.ts';

test('a pause ends when its signal aborts, and rejects in no case', async () => {
  const stopping = new AbortController();
  const long = pause(60_000, { signal: stopping.signal });
  stopping.abort(new Error('stop'));
  assert.equal(await long, undefined);
  assert.equal(await pause(60_000, { signal: AbortSignal.abort() }), undefined);
  assert.equal(await pause(0, { signal: undefined }), undefined);
});
