import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { buildPerpAsset } from '../../src/domain/index.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const PAGES = ['client/README.md', 'docs/quickstart.md'];
const ENTRY = path.join(ROOT, 'client', 'src', 'index.ts');

interface Example {
  readonly name: string;
  readonly source: string;
}

/** The TypeScript of the pages, with the client of this tree in place of the package. */
function examples(): Example[] {
  return PAGES.flatMap((page) => {
    const blocks = [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)];
    return blocks.map(([, source], i) => ({
      name: `${path.basename(page, '.md').toLowerCase()}-${i + 1}`,
      source: (source as string).replace('@crosstape/client', ENTRY),
    }));
  });
}

/** The example as it is, for a service that runs elsewhere than on its usual port. */
function pointedAt(baseUrl: string, source: string): string {
  return source.replace(
    /new CrosstapeClient\((?:\{ (.*) \})?\)/,
    (_, options = '') => `new CrosstapeClient({ baseUrl: '${baseUrl}', ${options} })`,
  );
}

function directory(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'crosstape-examples-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('there are five examples in the README and one in the quick start', () => {
  assert.deepEqual(
    examples().map(({ name }) => name),
    ['readme-1', 'readme-2', 'readme-3', 'readme-4', 'readme-5', 'quickstart-1'],
  );
});

test('the examples fit the types', { timeout: 60_000 }, (t) => {
  const folder = directory(t);
  for (const { name, source } of examples()) writeFileSync(path.join(folder, `${name}.ts`), source);
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      typeRoots: [path.join(ROOT, 'node_modules', '@types')],
      tsBuildInfoFile: path.join(folder, 'types.tsbuildinfo'),
    },
    include: ['*.ts'],
  };
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  assert.equal(result.status, 0, result.stdout);
});

test('the examples run as they are', { timeout: 120_000 }, async (t) => {
  const service = await startSimulatedService(t);
  await allVenuesPolled(service);
  await eventually(
    async () => (await service.app.history.findLast(buildPerpAsset('BTC'))) !== null,
    'a record of the asset in the examples',
  );
  const folder = directory(t);
  const expected: Record<string, RegExp> = {
    'readme-1': /bitcoin.*\d+ ms old/is,
    'readme-2': /^(gap .*\n)*[1-9]\d* records\n$/,
    'readme-3': /^(\d+ \d+ ms in the service\n){3}$/,
    'readme-4': /^asset_not_found 404 .*hl-NOPE/,
    'readme-5': /^(hl-\S+ (LONG|SHORT|NEUTRAL) [\d.]+\n){10}$/,
    'quickstart-1': /init \d+ (LONG|SHORT|NEUTRAL)\n(pulse|idle) \d+/,
  };
  for (const { name, source } of examples()) {
    await t.test(name, async () => {
      const file = path.join(folder, `${name}.mts`);
      writeFileSync(file, pointedAt(service.app.apiUrl, source));
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 30_000,
      });
      const [printed, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
      assert.equal(problems, '');
      assert.match(printed, expected[name]!);
    });
  }
});
