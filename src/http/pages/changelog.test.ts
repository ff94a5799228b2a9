import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { VERSION } from '../../version.ts';
import { CHANGELOG } from './changelog.ts';

const file = readFileSync(path.join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');

/** The bullets below each version's heading, line breaks removed. */
function listBullets(version: string): string[] {
  const section = file.split(/^## /m).find((part) => part.startsWith(`${version}\n`)) ?? '';
  return section
    .split(/^- /m)
    .slice(1)
    .map((bullet) => bullet.trim().replace(/\s+/g, ' '));
}

test('the file and the endpoint state the same changes', () => {
  const versions = [...new Set(CHANGELOG.map(({ version }) => version))];
  assert.ok(versions.includes(VERSION));
  for (const version of versions) {
    const listed = CHANGELOG.filter((entry) => entry.version === version).map(({ summary }) => summary);
    assert.deepEqual(listBullets(version).toSorted(), listed.toSorted());
  }
});
