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

test('the client is built without the types of Node and runs without its globals', {
  timeout: 60_000,
}, async (t) => {
  const built = mkdtempSync(path.join(tmpdir(), 'crosstape-client-'));
  t.after(() => rmSync(built, { recursive: true, force: true }));
  const compiler = path.join(CLIENT, '..', 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [compiler, '-p', CLIENT, '--outDir', built], {
    encoding: 'utf8',
  });
  assert.equal(result.status, 0, result.stdout);

  assert.match(readFileSync(path.join(built, 'index.d.ts'), 'utf8'), /CrosstapeClient/);

  // What a browser does not have is taken away before the modules are loaded.
  const page = `
    const say = globalThis.console.log;
    Response.json({}); // Node makes its own fetch at first use, and needs its globals for that.
    for (const name of ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate']) delete globalThis[name];
    const { CrosstapeClient, CrosstapeError } = await import(${JSON.stringify(pathToFileURL(path.join(built, 'index.js')).href)});
    const answers = [Response.json({ ok: true, uptimeMs: 5 }), new Response('id: a\\ndata: {"price":1}\\n\\n', {
      headers: { 'content-type': 'text/event-stream' },
    })];
    const client = new CrosstapeClient({ fetch: async () => answers.shift() });
    say((await client.getHealth()).uptimeMs);
    for await (const event of client.streamAsset({ asset: 'hl-BTC' })) {
      say(event.id, event.data.price);
      break;
    }
    say(new CrosstapeError({ code: 'network', message: 'x' }).isRetryable);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', page], { encoding: 'utf8' });
  assert.equal(run.stdout, '5\na 1\ntrue\n', run.stderr);
});

test('the client depends on no package', () => {
  const manifest = JSON.parse(readFileSync(path.join(CLIENT, 'package.json'), 'utf8'));
  assert.equal('dependencies' in manifest, false);
  assert.equal('peerDependencies' in manifest, false);
});
