import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION } from '../../version.ts';
import { listChanges } from './changelog.ts';

const CHANGES = listChanges();

test('every line of the file is an entry, the newest version first', () => {
  assert.equal(CHANGES[0]?.version, VERSION);
  const versions = CHANGES.map(({ version }) => version);
  // Each version's lines stand together.
  assert.deepEqual(
    versions.filter((version, i) => version !== versions[i - 1]),
    [VERSION, '1.1.0', '1.0.0'],
  );
  assert.deepEqual(CHANGES.at(-1), {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'The catalogue, the OpenAPI document, this changelog, and llms.txt.',
    paths: ['/api', '/api/openapi.json', '/api/changelog', '/llms.txt'],
  });
});

test('no line is there twice, none holds the marks of a comment, and some are breaking', () => {
  const summaries = CHANGES.map(({ summary }) => summary);
  assert.deepEqual(
    summaries.filter((summary, i) => summaries.indexOf(summary) !== i || /<!--|-->/.test(summary)),
    [],
  );
  assert.ok(CHANGES.some(({ breaking }) => breaking));
});
