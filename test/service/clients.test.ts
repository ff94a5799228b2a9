import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateDeclarations } from '../../client/generate.ts';
import { VERSION } from '../../src/version.ts';
import { startBench } from '../support/service-bench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WHEEL = `crosstape-${VERSION}-py3-none-any.whl`;
const PACKAGE = `crosstape-client-${VERSION}.tgz`;

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-clients-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

test('the page lists both clients with their digests and how to install them from this very address', async (t) => {
  const { app } = await startBench(t);
  const page = await app.inject({ url: '/clients/', headers: { host: 'tape.example:8443' } });
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  for (const name of [WHEEL, PACKAGE]) {
    assert.ok(page.body.includes(`install http://tape.example:8443/clients/${name}`), page.body);
    const [, digest] = new RegExp(`href="/clients/${name}#sha256=([0-9a-f]{64})"`).exec(page.body) ?? [];
    const { rawPayload } = await app.inject(`/clients/${name}`);
    const { createHash } = await import('node:crypto');
    assert.equal(createHash('sha256').update(rawPayload).digest('hex'), digest);
  }
  const hostile = await app.inject({ url: '/clients/', headers: { host: '"><script>' } });
  assert.ok(!hostile.body.includes('<script'), hostile.body);
});

test('the files are the same bytes from each process, and no name leads elsewhere', async (t) => {
  const [first, second] = [await startBench(t), await startBench(t)];
  for (const name of [WHEEL, PACKAGE]) {
    const [one, other] = await Promise.all([first, second].map(({ app }) => app.inject(`/clients/${name}`)));
    assert.equal(one?.statusCode, 200);
    assert.ok(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0)), name);
  }
  for (const name of [
    'crosstape-0.0.1-py3-none-any.whl',
    '..%2f..%2fpackage.json',
    '%2e%2e/package.json',
    '../LICENSE',
    `..%2fclients%2f${WHEEL}`,
    'constructor',
    '%00',
  ]) {
    const { statusCode, body } = await first.app.inject(`/clients/${name}`);
    assert.ok([400, 404].includes(statusCode), `${name}: ${statusCode}`);
    assert.equal(JSON.parse(body).ok, false, name);
  }
});

test('npm installs the package without a network, Node imports it, and its types hold for a strict caller', async (t) => {
  const { app } = await startBench(t);
  const folder = makeFolder(t);
  writeFileSync(path.join(folder, PACKAGE), (await app.inject(`/clients/${PACKAGE}`)).rawPayload);
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${PACKAGE}`], folder);
  const program = `
    import { CrosstapeClient, pages } from '@crosstape/client';
    const client = new CrosstapeClient({ fetch: async () => Response.json({ ok: true, uptimeMs: 5 }) });
    const { uptimeMs } = await client.getHealth();
    console.log(uptimeMs, typeof pages);
  `;
  writeFileSync(path.join(folder, 'program.mjs'), program);
  assert.equal(run(process.execPath, ['program.mjs'], folder), '5 function\n');
  writeFileSync(
    path.join(folder, 'program.ts'),
    `import { CrosstapeClient, type GetQuoteAnswer } from '@crosstape/client';
const quote: GetQuoteAnswer = await new CrosstapeClient().getQuote({ asset: 'hl-BTC' });
console.log(quote.price.last);
// @ts-expect-error No such member: a package without its types would accept it.
console.log(quote.nothing);
`,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', ''];
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [compiler, ...options, 'program.ts'], folder);
});

test('the declarations of the TypeScript client are those of its sources', { timeout: 120_000 }, async () => {
  for (const [name, text] of Object.entries(await generateDeclarations())) {
    const committed = readFileSync(path.join(ROOT, name), 'utf8');
    assert.ok(committed === text, `${name} is old; run: node bin/with-node24 client/generate.ts`);
  }
});

test('the packages declare what the manifests of their sources do', async (t) => {
  const { app } = await startBench(t);
  const folder = makeFolder(t);
  writeFileSync(path.join(folder, PACKAGE), (await app.inject(`/clients/${PACKAGE}`)).rawPayload);
  run('tar', ['-xzf', PACKAGE], folder);
  const packed = JSON.parse(readFileSync(path.join(folder, 'package/package.json'), 'utf8'));
  const {
    files: _,
    scripts: __,
    ...source
  } = JSON.parse(readFileSync(path.join(ROOT, 'client/package.json'), 'utf8'));
  assert.deepEqual(packed, source);
});
