import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { VERSION } from '../../version.ts';
import { listChanges } from './changelog.ts';

const CHANGES = listChanges();

test('every line of the file is an entry, the newest version first', () => {
  assert.equal(CHANGES[0]?.version, VERSION);
  const versions = CHANGES.map(({ version }) => version);
  // The entries of each version stay together.
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

test('each change of the newest version is below the heading of its kind', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  const [, newest = ''] = text.split(/^## /m);
  const kinds = newest.split(/^### /m).slice(1);
  assert.deepEqual(
    kinds.map((one) => one.slice(0, one.indexOf('\n'))),
    ['Breaking', 'Added', 'Changed', 'Fixed'],
  );
  for (const one of kinds) {
    const heading = one.slice(0, one.indexOf('\n'));
    for (const [, kind = '', breaking] of one.matchAll(/<!-- (\w+)(!?) /g)) {
      const expected = breaking === '!' ? 'breaking' : kind;
      assert.equal(heading.toLowerCase(), expected, one.slice(0, 60));
    }
  }
});

test('days of a version come newest first', () => {
  for (const [i, { version, date }] of CHANGES.entries()) {
    const before = CHANGES[i - 1];
    if (before?.version === version) assert.ok(before.date >= date, `${before.date} ${date}`);
  }
});
