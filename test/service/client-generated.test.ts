import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { generateFiles, readDocument } from '../../client/generate.ts';

const CLIENT = path.join(import.meta.dirname, '..', '..', 'client');

/** Loads the built modules where only what browsers have is there, and uses them. */
const PAGE = `
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const web = { fetch, Response, URL, URLSearchParams, AbortController, AbortSignal, TextDecoder, setTimeout, clearTimeout };
const context = vm.createContext(web);
const modules = new Map();
function load(file) {
  if (!modules.has(file)) {
    modules.set(file, new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file }));
  }
  return modules.get(file);
}
const entry = load(path.join(import.meta.dirname, 'index.js'));
await entry.link((specifier, from) => load(path.resolve(path.dirname(from.identifier), specifier)));
await entry.evaluate();

const { CrosstapeClient, CrosstapeError } = entry.namespace;
const stream = new Response('id: a\\ndata: {"price":1}\\n\\n', { headers: { 'content-type': 'text/event-stream' } });
const answers = [Response.json({ ok: true, uptimeMs: 5 }), stream];
const client = new CrosstapeClient({ fetch: async () => answers.shift() });
console.log((await client.getHealth()).uptimeMs);
for await (const event of client.streamAsset({ asset: 'hl-BTC' })) {
  console.log(event.id, event.data.price);
  break;
}
console.log(new CrosstapeError({ code: 'network', message: 'x' }).isRetryable);
`;

test('the generated parts of the clients are what the running service describes, in one document of at most 4,250 bytes an operation', {
  timeout: 60_000,
}, async () => {
  const document = await readDocument();
  const bytes = Buffer.byteLength(JSON.stringify(document));
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
  assert.ok(operations >= 70, `${operations} operations`);
  assert.ok(
    bytes <= 4_250 * operations,
    `the document of all servers has ${bytes} bytes for ${operations} operations: name what it repeats`,
  );
  for (const [name, text] of Object.entries(await generateFiles(document))) {
    const committed = readFileSync(path.join(CLIENT, '..', name), 'utf8');
    // A comparison of thousands of lines would print all of them.
    assert.ok(committed === text, `${name} is old; run: node bin/with-node24 client/generate.ts`);
  }
});

test('the client is built without the types of Node and runs where only web globals are', {
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

  const file = path.join(built, 'page.mjs');
  writeFileSync(file, PAGE);
  const run = spawnSync(process.execPath, ['--experimental-vm-modules', '--no-warnings', file], {
    encoding: 'utf8',
  });
  assert.equal(run.stdout, '5\na 1\ntrue\n', run.stderr);
});

test('the client depends on no package', () => {
  const manifest = JSON.parse(readFileSync(path.join(CLIENT, 'package.json'), 'utf8'));
  assert.equal('dependencies' in manifest, false);
  assert.equal('peerDependencies' in manifest, false);
});
