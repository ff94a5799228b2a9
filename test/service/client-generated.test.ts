import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { generateFiles } from '../../client/generate.ts';

const CLIENT = path.join(import.meta.dirname, '..', '..', 'client');

test('the generated part of the client is what the running service describes', {
  timeout: 60_000,
}, async () => {
  for (const [name, text] of Object.entries(await generateFiles())) {
    const committed = readFileSync(path.join(CLIENT, 'src', 'generated', name), 'utf8');
    // A comparison of thousands of lines would print all of them.
    assert.ok(
      committed === text,
      `client/src/generated/${name} is old; run: node bin/with-node24 client/generate.ts`,
    );
  }
});

test('the client is built without the types of Node and runs as plain modules', {
  timeout: 60_000,
}, async (t) => {
  const built = mkdtempSync(path.join(tmpdir(), 'crosstape-client-'));
  t.after(() => rmSync(built, { recursive: true, force: true }));
  const compiler = path.join(CLIENT, '..', 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [compiler, '-p', CLIENT, '--outDir', built], {
    encoding: 'utf8',
  });
  assert.equal(result.status, 0, result.stdout);

  const { CrosstapeClient, CrosstapeError } = await import(pathToFileURL(path.join(built, 'index.js')).href);
  const client = new CrosstapeClient({ fetch: async () => Response.json({ ok: true, uptimeMs: 5 }) });
  assert.deepEqual(await client.getHealth(), { ok: true, uptimeMs: 5 });
  assert.equal(new CrosstapeError({ code: 'network', message: 'x' }).isRetryable, true);
  assert.match(readFileSync(path.join(built, 'index.d.ts'), 'utf8'), /CrosstapeClient/);
});

test('the client depends on no package', () => {
  const manifest = JSON.parse(readFileSync(path.join(CLIENT, 'package.json'), 'utf8'));
  assert.equal('dependencies' in manifest, false);
  assert.equal('peerDependencies' in manifest, false);
});
