import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRetryAfter, readCappedText } from './answers.ts';

test('Retry-After is seconds or an HTTP date, at most five minutes, and nothing else', () => {
  assert.equal(findRetryAfter('2'), 2_000);
  assert.equal(findRetryAfter('0.5'), 500);
  assert.equal(findRetryAfter('-3'), 0);
  assert.equal(findRetryAfter('86400'), 300_000);
  assert.equal(findRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  assert.equal(findRetryAfter(new Date(Date.now() + 3_600_000).toUTCString()), 300_000);
  for (const text of [null, '', ' ', 'soon']) assert.equal(findRetryAfter(text), null);
});

test('an answer is read up to its limit, whether it states its length or not', async () => {
  const inPieces = (...pieces: string[]) =>
    new Response(ReadableStream.from(pieces.map((one) => Buffer.from(one))));
  assert.equal(await readCappedText(inPieces('abc', 'de'), 5), 'abcde');
  assert.equal(await readCappedText(new Response(null), 0), '');
  await assert.rejects(readCappedText(inPieces('abc', 'de'), 4), /larger than 4 bytes/);
  const stated = new Response('a', { headers: { 'content-length': '6' } });
  await assert.rejects(readCappedText(stated, 5), RangeError);
});
