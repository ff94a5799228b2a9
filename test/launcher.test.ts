import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { MALLOC_SETTINGS, NODE_FLAGS, ROOT } from '../bin/runtime.js';

test('the service takes the settings of malloc from the launcher, and those of its user before', () => {
  const code = `const { runNode, MALLOC_SETTINGS } = require('${ROOT}/bin/runtime.js');
    runNode(['-p', 'JSON.stringify([process.env.MALLOC_ARENA_MAX, process.env.MALLOC_TRIM_THRESHOLD_])'], MALLOC_SETTINGS);`;
  const started = execFileSync(process.execPath, ['-e', code], {
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '7' },
    encoding: 'utf8',
  });

  assert.deepEqual(JSON.parse(started), ['7', MALLOC_SETTINGS.MALLOC_TRIM_THRESHOLD_]);
});

test('the image starts Node as the launcher does', () => {
  const image = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');

  for (const flag of NODE_FLAGS) assert.ok(image.includes(`"${flag}"`), flag);
  for (const [name, value] of Object.entries(MALLOC_SETTINGS))
    assert.ok(image.includes(` ${name}=${value} `), name);
});
