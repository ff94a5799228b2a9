import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../client/generate.ts';
import { listChanges } from '../src/http/pages/changelog.ts';

const ROOT = path.join(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('packages, lock file, changelog and the served document state one version', async () => {
  const { version } = JSON.parse(readText('package.json'));
  const [, newestHeading] = /^## (\S+)$/m.exec(readText('CHANGELOG.md')) ?? [];
  assert.deepEqual(
    {
      lock: JSON.parse(readText('package-lock.json')).version,
      lockedRoot: JSON.parse(readText('package-lock.json')).packages[''].version,
      client: JSON.parse(readText('client/package.json')).version,
      file: newestHeading,
      endpoint: listChanges()[0]?.version,
      document: (await readDocument()).info?.version,
    },
    {
      lock: version,
      lockedRoot: version,
      client: version,
      file: version,
      endpoint: version,
      document: version,
    },
  );
});

test('the commands of the pages install the clients of this version', () => {
  const { version } = JSON.parse(readText('package.json'));
  const pages = ['docs/quickstart.md', 'clients/python/README.md', 'client/README.md', 'CHANGELOG.md'];
  const named = pages.flatMap((page) => [
    ...readText(page).matchAll(/\/clients\/crosstape-(?:client-)?(\d+\.\d+\.\d+)/g),
  ]);
  assert.ok(named.length >= 4);
  assert.deepEqual(new Set(named.map(([, stated]) => stated)), new Set([version]));
});
