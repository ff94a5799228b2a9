import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { HistoryUnavailableError } from '../../history/contract/unavailable.ts';
import { StorageUnavailableError } from '../../storage/service-database.ts';
import { ApiError, ERRORS, type ErrorCode, SENT_CODES, toApiError, writeErrorBody } from './errors.ts';

test('docs/errors.md lists exactly the codes that are sent, by status, with their meaning', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)].map(
    ([, code, status, meaning]) => [code, [Number(status), meaning]],
  );
  const sent = SENT_CODES.map((code) => [code, ERRORS[code]]);
  assert.deepEqual(documented, sent);
  const statuses = SENT_CODES.map((code) => ERRORS[code][0]);
  assert.deepEqual(
    statuses,
    statuses.toSorted((one, other) => one - other),
  );
});

test('a code is called unused exactly as long as nothing throws it', () => {
  const src = path.join(import.meta.dirname, '../..');
  const thrown = new Set(
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const text = readFileSync(path.join(src, file), 'utf8');
        // Errors are thrown by code, through a table of codes and sentences, or as a refusal with a code.
        const named = text.matchAll(/new ApiError\(\s*'(\w+)'/g);
        const others = file.startsWith('http')
          ? [...text.matchAll(/: \[\s*'([a-z_]+)',\s*['`]/g), ...text.matchAll(/\bcode: '([a-z_]+)'/g)]
          : [];
        return [...named, ...others].map(([, code]) => code);
      }),
  );
  const codes = Object.keys(ERRORS) as ErrorCode[];
  assert.deepEqual(
    codes.filter((code) => !thrown.has(code)),
    [],
  );
});

test('an unforeseen failure shows the client nothing of itself', () => {
  const failure = toApiError(new Error('password is hunter2'));
  assert.equal(failure.statusCode, 500);
  assert.doesNotMatch(writeErrorBody(failure, 'id-1'), /hunter2/);
});

test('a service database that is away is no defect of this service', () => {
  const failure = toApiError(new StorageUnavailableError('connect ECONNREFUSED 10.0.0.7:5432'));
  assert.deepEqual([failure.code, failure.statusCode], ['ledger_unavailable', 503]);
  const history = toApiError(new HistoryUnavailableError('ClickHouse: connect ECONNREFUSED 10.0.0.7:8123'));
  assert.deepEqual([history.code, history.statusCode], ['store_unavailable', 503]);
  assert.equal(history.headers['retry-after'], '5');
  assert.doesNotMatch(history.message, /10\.0\.0\.7/);
  assert.deepEqual(failure.headers, { 'retry-after': '5' });
  assert.doesNotMatch(writeErrorBody(failure, 'id-1'), /10\.0\.0\.7/);
});

test("the framework's failures become codes of the table", () => {
  const rows: [code: string, expected: string, status: number][] = [
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'payload_too_large', 413],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type', 415],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'validation_failed', 400],
    ['FST_ERR_BAD_URL', 'validation_failed', 400],
    ['FST_ERR_HANDLER_TIMEOUT', 'handler_timeout', 503],
  ];
  for (const [code, expected, status] of rows) {
    const failure = toApiError(Object.assign(new Error('x'), { code }));
    assert.deepEqual([failure.code, failure.statusCode], [expected, status], code);
  }
});

test('extra members stand beside the code', () => {
  const body = JSON.parse(
    writeErrorBody(new ApiError('ref_conflict', 'no', { extra: { ref: 'a' } }), 'id-1'),
  );
  assert.deepEqual(body, { ok: false, error: 'ref_conflict', message: 'no', requestId: 'id-1', ref: 'a' });
});
