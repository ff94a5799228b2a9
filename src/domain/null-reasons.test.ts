import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { NULL_REASONS } from './null-reasons.ts';

test('docs/errors.md explains exactly the reasons that are sent', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const explained = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|$/gm)].map(([, reason]) => reason);
  assert.deepEqual(explained, [...NULL_REASONS]);
  assert.ok(NULL_REASONS.length <= 50);
});
