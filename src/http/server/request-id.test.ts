import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequestId } from './request-id.ts';

test('a short and plain id of the caller is kept', () => {
  assert.equal(getRequestId({ headers: { 'x-request-id': 'job-42.retry_1' } }), 'job-42.retry_1');
});

test('an id that could forge a log line, or is too short or too long, is replaced', () => {
  for (const given of ['a\nb-12345678', 'x'.repeat(65), 'short', 'with space', '"quoted-id"']) {
    assert.notEqual(getRequestId({ headers: { 'x-request-id': given } }), given);
  }
});

test('our own ids differ', () => {
  assert.notEqual(getRequestId({ headers: {} }), getRequestId({ headers: {} }));
});
