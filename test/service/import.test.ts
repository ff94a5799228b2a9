import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ImportFileOptions, importFile } from '../../src/cli/data/import.ts';
import { type BatchCallOptions, callBatches } from '../../src/cli/data/import-batches.ts';
import { EXIT, toExitCode } from '../../src/cli/exit-codes.ts';
import { buildKalshiAsset, buildPerpAsset, epochMs, type VenueId } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';

/** A time at which every venue was open. */
const T = Date.UTC(2026, 5, 1);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process over a store that knows hl-BTC and kalshi-kxhigh. */
async function openImporter(t: TestContext) {
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-import-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const dataDir = path.join(directory, 'data');
  const file = path.join(directory, 'rows.csv');
  const withStore = async <T>(
    use: (history: Awaited<ReturnType<typeof openSqliteHistory>>) => Promise<T>,
  ) => {
    const history = await openSqliteHistory({ dataDir });
    try {
      return await use(history);
    } finally {
      await history.close();
    }
  };
  await mkdir(dataDir);
  await withStore(async (history) => {
    const record = (p: number) => toColumns([{ t: epochMs(T - 86_400_000), p, v: null, s: 'poll' }]);
    await history.insert(buildPerpAsset('BTC'), record(87_000));
    await history.insert(buildKalshiAsset('kxhigh'), record(0.5));
  });
  return {
    dataDir,
    stored: () => withStore(async (history) => (await history.readStats()).observations - 2),
    async run(
      venue: VenueId,
      key: string,
      content: string,
      options: ImportFileOptions = {},
    ): Promise<Outcome> {
      await writeFile(file, content);
      const said = { out: '', err: '' };
      const sink = (name: 'out' | 'err') => ({ write: (text: string) => (said[name] += text) });
      try {
        await importFile(venue, key, file, { dataDir, ...options }, { out: sink('out'), err: sink('err') });
        return { code: EXIT.done, ...said };
      } catch (error) {
        return { code: toExitCode(error), out: said.out, err: `${said.err}${(error as Error).message}\n` };
      }
    },
  };
}

const csv = (...rows: string[]) => `t,p,v,s\n${rows.map((row) => `${row}\n`).join('')}`;

type Target = readonly [venue: VenueId, key: string];
const BTC: Target = ['hyperliquid', 'perp-btc'];
const HIGH: Target = ['kalshi', 'kxhigh'];

interface WrongFile {
  readonly name: string;
  readonly target: Target;
  readonly content: string;
  readonly options?: ImportFileOptions;
  readonly code: number;
  readonly says: RegExp;
  /** Rows that are stored all the same. Default: none. */
  readonly stored?: number;
}

const S = T / 1_000;
const good = `${T},87000`;
const fair = `${T},0.5`;

const WRONG_FILES: readonly WrongFile[] = [
  // Whole files that mean something else.
  {
    name: 'seconds',
    target: BTC,
    content: csv(`${S},87000`, `${S + 1},87001`),
    code: 4,
    says: /line 2: 1780272000 looks like seconds; add --time-unit s/,
  },
  {
    name: 'seconds of a probability',
    target: HIGH,
    content: csv(`${S},0.5`),
    code: 4,
    says: /looks like seconds/,
  },
  {
    name: 'seconds with a fraction',
    target: BTC,
    content: csv(`${S}.5,87000`),
    code: 4,
    says: /looks like seconds/,
  },
  {
    name: 'seconds in most rows',
    target: BTC,
    content: csv(good, `${S},87000`, `${S + 1},87000`),
    code: 4,
    says: /line 3: .* looks like seconds/,
  },
  {
    name: 'microseconds',
    target: BTC,
    content: csv(`${T}000,87000`),
    code: 4,
    says: /microseconds; add --time-unit us/,
  },
  {
    // 2^53 + 1, which no number holds: another one would be quoted.
    name: 'microseconds beyond whole numbers',
    target: BTC,
    content: csv('9007199254740993,87000'),
    code: 4,
    says: /line 2: its time looks like microseconds; add --time-unit us/,
  },
  {
    name: 'nanoseconds',
    target: BTC,
    content: csv(`${T}000000,87000`),
    code: 4,
    says: /nanoseconds; add --time-unit ns/,
  },
  {
    name: 'percent',
    target: HIGH,
    content: csv(`${T},57`, `${T + 1},58`),
    code: 4,
    says: /line 2: 57 looks like percent.*add --scale 0\.01/,
  },
  {
    name: 'percent in most rows',
    target: HIGH,
    content: csv(fair, `${T},57`, `${T + 1},58`),
    code: 4,
    says: /line 3: 57/,
  },
  { name: 'seconds and percent', target: HIGH, content: csv(`${S},57`), code: 4, says: /seconds/ },
  { name: 'no header', target: BTC, content: `${good}\n`, code: 4, says: /first line must name the columns/ },
  { name: 'a header without p', target: BTC, content: 't,price\n1,2\n', code: 4, says: /t,p\[,v\]\[,s\]/ },
  { name: 'an empty file', target: BTC, content: '', code: 4, says: /first line must name the columns/ },
  {
    name: 'JSON',
    target: BTC,
    content: '[{"t":1,"p":2}]',
    code: 4,
    says: /first line must name the columns/,
  },
  { name: 'every row bad', target: BTC, content: csv('x,1', 'y,2'), code: 4, says: /every row is bad/ },
  {
    name: 'the wrong time unit named',
    target: BTC,
    content: csv(good),
    options: { timeUnit: 's' },
    code: 4,
    says: /in the future/,
  },
  {
    name: 'the wrong scale named',
    target: HIGH,
    content: csv(fair),
    options: { scale: 100 },
    code: 4,
    says: /no probability from 0 to 1: 50/,
  },
  // Single bad rows.
  {
    name: 'a perpetual price of 0',
    target: BTC,
    content: csv(good, `${T + 1},0`),
    code: 6,
    says: /line 3: p is no price above 0: 0/,
    stored: 1,
  },
  {
    name: 'a negative perpetual price',
    target: BTC,
    content: csv(good, `${T + 1},-5`),
    code: 6,
    says: /line 3: p is no price/,
    stored: 1,
  },
  {
    name: 'a probability above 1',
    target: HIGH,
    content: csv(fair, `${T + 1},1.01`),
    code: 6,
    says: /line 3: p is no probability/,
    stored: 1,
  },
  {
    name: 'a negative probability',
    target: HIGH,
    content: csv(fair, `${T + 1},-0.01`),
    code: 6,
    says: /line 3/,
    stored: 1,
  },
  {
    name: 'a negative volume',
    target: BTC,
    content: csv(good, `${T + 1},1,-2`),
    code: 6,
    says: /line 3: v is negative/,
    stored: 1,
  },
  {
    name: 'NaN',
    target: BTC,
    content: csv(good, `${T + 1},NaN`),
    code: 6,
    says: /line 3: p is not a number/,
    stored: 1,
  },
  {
    name: 'infinity',
    target: BTC,
    content: csv(good, `${T + 1},Infinity`),
    code: 6,
    says: /line 3: p is not a number/,
    stored: 1,
  },
  {
    name: 'a number too large',
    target: BTC,
    content: csv(good, `${T + 1},1e999`),
    code: 6,
    says: /line 3/,
    stored: 1,
  },
  { name: 'no price', target: BTC, content: csv(good, `${T + 1},`), code: 6, says: /line 3/, stored: 1 },
  {
    name: 'no time',
    target: BTC,
    content: csv(good, ',1'),
    code: 6,
    says: /line 3: t is not a time/,
    stored: 1,
  },
  {
    name: 'a fraction of a millisecond',
    target: BTC,
    content: csv(good, `${T}.5,1`),
    code: 6,
    says: /no whole number/,
    stored: 1,
  },
  {
    name: 'a time before the venue',
    target: BTC,
    content: csv(good, `${Date.UTC(2019, 0, 1)},1`),
    code: 6,
    says: /before the venue opened in 2023/,
    stored: 1,
  },
  {
    name: 'a negative time',
    target: BTC,
    content: csv(good, '-1,1'),
    code: 6,
    says: /before the venue/,
    stored: 1,
  },
  {
    name: 'a time in the future',
    target: BTC,
    content: csv(good, `${T + 1e12},1`),
    code: 6,
    says: /in the future/,
    stored: 1,
  },
  {
    name: 'one row in seconds',
    target: BTC,
    content: csv(good, `${T + 1},87000`, `${S},87000`),
    code: 6,
    says: /line 4: .*before the venue/,
    stored: 2,
  },
  {
    name: 'an unknown source',
    target: BTC,
    content: csv(good, `${T + 1},1,,guess`),
    code: 6,
    says: /s is none of/,
    stored: 1,
  },
  {
    name: 'an open quote',
    target: BTC,
    content: csv(good, `"${T}`),
    code: 6,
    says: /quote is not closed/,
    stored: 1,
  },
  {
    name: 'a line of 70,000 characters',
    target: BTC,
    content: csv(good, '1'.repeat(70_000)),
    code: 6,
    says: /longer than 65536/,
    stored: 1,
  },
  // Odd rows.
  {
    name: 'a price ten times off',
    target: BTC,
    content: csv(good, `${T + 1},8.7`),
    code: 0,
    says: /line 3: warning: p is 8\.7/,
    stored: 2,
  },
  {
    name: 'a price ten times off, strictly',
    target: BTC,
    content: csv(good, `${T + 1},8.7`),
    options: { strict: true },
    code: 4,
    says: /1 rows are bad or odd/,
  },
  {
    name: 'a bad row, strictly',
    target: BTC,
    content: csv(good, 'x,1'),
    options: { strict: true },
    code: 4,
    says: /line 3/,
  },
  {
    name: 'a bad row, dry',
    target: BTC,
    content: csv(good, 'x,1'),
    options: { dryRun: true },
    code: 6,
    says: /would be left out/,
  },
  // Series that nobody could find.
  {
    name: 'a key of a path',
    target: ['kalshi', '../../etc/x'],
    content: csv(fair),
    options: { new: true },
    code: 2,
    says: /is not a store key of kalshi/,
  },
  {
    name: 'a key with a space',
    target: ['kalshi', 'kx high'],
    content: csv(fair),
    options: { new: true },
    code: 2,
    says: /is not a store key/,
  },
  {
    name: 'a key of 300 letters',
    target: ['kalshi', 'k'.repeat(300)],
    content: csv(fair),
    options: { new: true },
    code: 2,
    says: /is not a store key/,
  },
  {
    name: 'an empty key',
    target: ['polymarket', ''],
    content: csv(fair),
    options: { new: true },
    code: 2,
    says: /is not a store key/,
  },
  {
    name: 'a key of another venue',
    target: ['hyperliquid', 'kalshi-kxhigh'],
    content: csv(fair),
    code: 2,
    says: /is not a store key of hyperliquid/,
  },
  {
    name: 'a mistyped asset',
    target: ['hyperliquid', 'hl-BTX'],
    content: csv(good),
    code: 2,
    says: /hl-BTX was never listed nor recorded; did you mean hl-BTC\?/,
  },
  {
    name: 'an unknown market',
    target: ['limitless', 'will-it-rain'],
    content: csv(fair),
    code: 2,
    says: /never listed nor recorded; --new/,
  },
];

test('wrong files are refused or reported as the documents say', { timeout: 120_000 }, async (t) => {
  assert.ok(WRONG_FILES.length >= 40);
  for (const { name, target, content, options, code, says, stored = 0 } of WRONG_FILES) {
    await t.test(name, async (t) => {
      const importer = await openImporter(t);
      const outcome = await importer.run(...target, content, options);
      assert.equal(outcome.code, code, outcome.err);
      assert.match(outcome.err, says);
      assert.equal(await importer.stored(), stored);
    });
  }
});

test('what a refusal asks for makes the file go through', async (t) => {
  const { run } = await openImporter(t);
  const seconds = await run(...BTC, csv(`${S},87000`), { timeUnit: 's' });
  assert.equal(seconds.code, 0);
  assert.match(seconds.out, /^batch \S+\nrows read 1, stored 1, skipped 0, bad 0\n$/);
  const percent = await run(...HIGH, csv(`${T},57`), { scale: 0.01 });
  assert.equal(percent.code, 0);
  const unknown = await run('limitless', 'will-it-rain', csv(fair), { new: true });
  assert.equal(unknown.code, 0);
  const known = await run('limitless', 'will-it-rain', csv(fair));
  assert.equal(known.code, 0);
  assert.match(known.out, /^batch \S+\nrows read 1, stored 0, skipped 1, bad 0\n$/);
});

test('reference prices are never taken from a file, however they are named', async (t) => {
  const dataDir = await emptyDirectory(t);
  const file = path.join(await emptyDirectory(t), 'rows.csv');
  await writeFile(file, `t,p\n${Date.UTC(2026, 5, 1)},50000\n`);
  for (const [venue, key] of [
    ['ref', 'twap60-btc'],
    ['REF', 'Ref-Twap60-BTC'],
    ['kalshi', 'ref-twap60-btc'],
    ['hyperliquid', 'REF-TWAP60-BTC'],
    ['ref', 'anything'],
  ] as const) {
    const { code, err } = await runCommand(['import', venue, key, file, '--new', '--data-dir', dataDir], {});
    assert.equal(code, EXIT.wrongUse, `${venue} ${key}`);
    assert.match(err, /imported with a tree, never from a CSV file/);
  }
  assert.ok(!existsSync(path.join(dataDir, 'history.sqlite')));
});

test('a directory in place of the file is wrong use, and a file of bytes shows none of them', async (t) => {
  const { dataDir, run } = await openImporter(t);
  const sink = { write: () => true };
  await assert.rejects(
    importFile('kalshi', 'kxhigh', dataDir, { dataDir }, { out: sink, err: sink }),
    (error: Error) => toExitCode(error) === EXIT.wrongUse && /is a directory/.test(error.message),
  );
  const esc = String.fromCharCode(27);
  const bytes = await run(...HIGH, `${esc}]0;title${esc}[2J`);
  assert.deepEqual([bytes.code, bytes.err.includes(esc)], [4, false]);
});

test('a dry run ends as the import would, and says span and overlap', async (t) => {
  const { run, stored } = await openImporter(t);
  const dry = await run(...BTC, csv(`${T - 86_400_000},87000`, good), { dryRun: true });
  assert.equal(dry.code, 0);
  assert.match(
    dry.out,
    /2026-05-31T00:00:00.000Z to 2026-06-01T00:00:00.000Z, where 1 records are stored already/,
  );
  assert.equal(await stored(), 0);
});

test('an import needs a directory of real data, and makes an unmarked one real', async (t) => {
  const { run, dataDir } = await openImporter(t);
  assert.equal((await run(...BTC, csv(good))).code, 0);
  assert.equal(await readFile(path.join(dataDir, 'data-kind'), 'utf8'), 'real\n');
  await writeFile(path.join(dataDir, 'data-kind'), 'simulated\n');
  const refused = await run(...BTC, csv(good));
  assert.deepEqual([refused.code, /it holds simulated data/.test(refused.err)], [2, true]);
});

test('a wrong import is found and undone by its name, and is not put back', async (t) => {
  const importer = await openImporter(t);
  const imported = await importer.run('kalshi', 'kxhigh', csv(`${T},0.5`, `${T + 1},0.6`));
  const id = /^batch (\S+)$/m.exec(imported.out)?.[1] ?? '';
  assert.match(id, /^\d{8}-\d{4}-[\da-f]{4}$/);
  const call = async (options: BatchCallOptions) => {
    let said = '';
    const sink = { write: (text: string) => (said += text) };
    await callBatches({ dataDir: importer.dataDir, ...options }, sink);
    return said;
  };
  assert.match(
    await call({ list: true }),
    new RegExp(`^${id} .* in-force .* rows 2, stored 2, skipped 0\n$`),
  );
  assert.equal(await call({ undo: id }), `batch ${id}: 2 records withdrawn\n`);
  assert.equal(await importer.stored(), 0);
  assert.match(await call({ undo: id }), /is withdrawn already; nothing was done/);
  assert.equal(JSON.parse(await call({ list: true, json: true }))[0].state, 'withdrawn');
  const redone = await runCommand(['import', '--redo', id, '--data-dir', importer.dataDir], {});
  assert.deepEqual([redone.code, /import the file again/.test(redone.err)], [2, true]);
  assert.equal(await importer.stored(), 0);
  await assert.rejects(call({ undo: '20260101-0000-0000' }), (error) => toExitCode(error) === EXIT.wrongUse);
});
