import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { emptyDirectory, runCommand, startCommand } from '../support/run-command.ts';

const ROWS = 20_000;

const QUIET = { CROSSTAPE_LOG_LEVEL: 'error' };
const crosstape = (args: readonly string[]) => runCommand(args, QUIET);
/** As a process of its own, until it ends or `enough` characters have come. */
const start = (args: readonly string[], settings: NodeJS.ProcessEnv = {}, enough?: number) =>
  startCommand(args, { ...QUIET, ...settings }, enough);

/** What an import prints first, once it has stored anything of its file. */
const BATCH = String.raw`batch \d{8}-\d{4}-[0-9a-f]{4}\n`;

test('a start that fails ends the process, also beside the simulator', { timeout: 120_000 }, async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const dataDir = await emptyDirectory(t);

  const { code, err } = await start([
    'serve',
    '--simulate',
    '--port',
    String(port),
    '--bot-port',
    '0',
    '--data-dir',
    dataDir,
  ]);
  assert.equal(code, 1, err);
  assert.match(err, /is in use; choose another port/);
});

test('what is wrong with a call stands last, below one line that leads to the help', async () => {
  const rows: [args: string[], help: string, last: RegExp][] = [
    [['serve', '--prot', '1'], 'crosstape serve', /unknown option '--prot'\n\(Did you mean --port\?\)\n$/],
    [['ledger', 'audt'], 'crosstape ledger', /unknown command 'audt'\n\(Did you mean audit\?\)\n$/],
    [['srve'], 'crosstape', /unknown command 'srve'\n\(Did you mean serve\?\)\n$/],
    [['vouchers', 'isue'], 'crosstape vouchers', /unknown command 'isue'\n\(Did you mean issue\?\)\n$/],
  ];
  for (const [args, help, last] of rows) {
    const { code, err } = await crosstape(args);
    assert.equal(code, 2, err);
    assert.match(err, last);
    assert.equal(err.split('\n')[0], `"${help} --help" lists what can be given.`);
    assert.ok(err.split('\n').length <= 4, err);
  }
});

test('a data directory that cannot be written is named', { timeout: 120_000 }, async (t) => {
  const file = path.join(await emptyDirectory(t), 'a-file');
  await writeFile(file, '');
  for (const command of [
    ['serve', '--port', '0', '--bot-port', '0'],
    ['import', 'kalshi', 'x', '-'],
  ]) {
    const { code, err } = await start([...command, '--data-dir', file]);
    assert.deepEqual([code, err.includes(`the data directory ${file} cannot be written`)], [2, true], err);
  }
});

test('a data directory below /proc ends the start instead of trying forever', {
  timeout: 60_000,
}, async (t) => {
  if (process.platform !== 'linux') return t.skip('needs /proc');
  const { code, err } = await start(['serve', '--port', '0', '--data-dir', '/proc/crosstape/data']);
  assert.deepEqual([code, /cannot be written \(ENOENT\)/.test(err)], [2, true], err);
});

test('export needs a history that exists, and makes none', { timeout: 120_000 }, async (t) => {
  const dataDir = path.join(await emptyDirectory(t), 'nowhere');
  const { code, err } = await crosstape(['export', 'kalshi', 'x', '--data-dir', dataDir]);
  assert.deepEqual([code, err.includes(`no history that can be read in ${dataDir}`)], [2, true], err);
  assert.equal(existsSync(dataDir), false);
});

test('export reads beside a recorder, what came last included', { timeout: 120_000 }, async (t) => {
  const dataDir = await emptyDirectory(t);
  const recorder = await openSqliteHistory({ dataDir });
  t.after(() => recorder.close());
  const series = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' } as const;
  await recorder.append([{ ...series, t: epochMs(1_700_000_000_000), p: 0.25, v: null, s: 'poll' }]);
  const { code, out, err } = await crosstape(['export', 'kalshi', 'kx', '--data-dir', dataDir]);
  assert.deepEqual([code, out], [0, 't,p,v,s\r\n1700000000000,0.25,,poll\r\n'], err);
});

test('backup copies what was recorded up to now, and verify reads every checksum', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const copy = path.join(await emptyDirectory(t), 'copy');
  const recorder = await openSqliteHistory({ dataDir });
  t.after(() => recorder.close());
  const series = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' } as const;
  const poll = (i: number) => ({
    ...series,
    t: epochMs(1_700_000_000_000 + i),
    p: i,
    v: null,
    s: 'poll' as const,
  });
  for (let i = 0; i < 3_000; i++) await recorder.append([poll(i)]);
  const { code, err } = await crosstape(['backup', copy, '--data-dir', dataDir]);
  assert.equal(code, 0, err);
  await recorder.append([poll(3_000)]);

  const whole = await crosstape(['verify', '--data-dir', copy]);
  assert.equal(whole.code, 0, whole.err);
  assert.match(whole.out, /\n1 series and 3000 records read\n$/);
  assert.equal((await crosstape(['verify', '--data-dir', dataDir])).out, '1 series and 3001 records read\n');

  const db = new DatabaseSync(path.join(copy, 'history.sqlite'));
  db.exec('UPDATE pack SET data = zeroblob(length(data)) WHERE id = 1');
  db.close();
  const changed = await crosstape(['verify', '--data-dir', copy]);
  assert.deepEqual([changed.code, changed.err.includes('history.sqlite')], [7, true], changed.err);
  // A copy of version 1.1.0 has no manifest: its checksums alone tell.
  await rm(path.join(copy, 'backup.json'));
  const broken = await crosstape(['verify', '--data-dir', copy]);
  assert.equal(broken.code, 6);
  assert.match(broken.out, /^damaged: kalshi kx, 2023-11-14T22:13:20.000Z to /);
  const nowhere = await crosstape(['verify', '--data-dir', path.join(dataDir, 'nowhere')]);
  assert.equal(nowhere.code, 2);
  const itself = await crosstape(['backup', dataDir, '--data-dir', dataDir]);
  assert.deepEqual([itself.code, itself.err.includes('must not go into')], [2, true]);
});

test('a backup is readable by its user alone, also over one that others could read', async (t) => {
  const dataDir = await emptyDirectory(t);
  const copy = path.join(await emptyDirectory(t), 'all', 'copy');
  const issued = await crosstape([
    'keys',
    'issue',
    '--owner',
    'alice',
    '--tier',
    'pro',
    '--data-dir',
    dataDir,
  ]);
  assert.equal(issued.code, 0, issued.err);
  await writeFile(path.join(dataDir, 'links.json'), '[]', { mode: 0o644 });
  const backup = () => crosstape(['backup', copy, '--data-dir', dataDir]);
  const modes = async () => {
    const names = await readdir(copy);
    const found = await Promise.all(names.map((name) => stat(path.join(copy, name))));
    return new Map(names.map((name, i) => [name, (found[i]?.mode ?? 0) & 0o777]));
  };
  const first = await backup();
  assert.equal(first.code, 0, first.err);
  const files = await modes();
  assert.ok(files.has('service.sqlite') && files.has('links.json'));
  for (const [name, mode] of files) assert.equal(mode, 0o600, name);
  for (const directory of [copy, path.dirname(copy)]) {
    assert.equal((await stat(directory)).mode & 0o777, 0o700, directory);
  }
  for (const name of files.keys()) await chmod(path.join(copy, name), 0o644);
  assert.equal((await backup()).code, 0);
  for (const [name, mode] of await modes()) assert.equal(mode, 0o600, name);
  const audited = await crosstape(['ledger', 'audit', '--data-dir', copy]);
  assert.equal(audited.code, 0, audited.err);
});

test('what is imported is exported as it was, and a reader may stop early', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const rows = Array.from(
    { length: ROWS },
    (_, i) => `${1_700_000_000_000 + i * 250},${70_000 + i / 8},${i % 3 === 0 ? '' : i / 4},import`,
  );
  const csv = ['t,p,v,s', ...rows, ''].join('\r\n');
  const file = path.join(dataDir, 'rows.csv');
  await writeFile(file, csv);
  const series = ['hyperliquid', 'perp-btc'];
  const store = ['--data-dir', path.join(dataDir, 'store')];

  const first = await crosstape(['import', ...series, file, '--new', ...store]);
  assert.equal(first.code, 0);
  assert.match(first.out, new RegExp(`^${BATCH}rows read ${ROWS}, stored ${ROWS}, skipped 0, bad 0\n$`));
  const again = await crosstape(['import', ...series, file, ...store]);
  assert.match(again.out, new RegExp(`^${BATCH}rows read ${ROWS}, stored 0, skipped ${ROWS}, bad 0\n$`));

  const copy = path.join(dataDir, 'copy.csv');
  assert.equal((await crosstape(['export', ...series, '-o', copy, ...store])).code, 0);
  assert.equal(await readFile(copy, 'utf8'), csv);

  const check = ['export', ...series, '-o', copy, '--verify', ...store];
  const same = `${ROWS} rows in the file, ${ROWS} records in the store up to the last of them\n`;
  const verified = await crosstape(check);
  assert.deepEqual([verified.code, verified.out], [0, same], verified.err);
  await writeFile(copy, csv.replace(`${rows[7]}\r\n`, ''));
  const lacking = await crosstape(check);
  const time = new Date(1_700_000_000_000 + 7 * 250).toISOString();
  assert.equal(lacking.code, 6);
  assert.match(
    lacking.err,
    new RegExp(`1 stored and not in the file, from ${time} to ${time}; 0 in the file`),
  );
  const noFile = await crosstape(['export', ...series, '--verify', ...store]);
  assert.deepEqual([noFile.code, noFile.err.includes('name it with -o')], [2, true]);

  const head = await start(['export', ...series, ...store], {}, 1);
  assert.deepEqual([head.code, head.err], [0, '']);
  const backwards = await crosstape([
    'export',
    ...series,
    '--from',
    '2026-11-02',
    '--to',
    '2026-11-01',
    ...store,
  ]);
  assert.deepEqual([backwards.code, backwards.err], [2, 'crosstape: --from must not be after --to\n']);
});

test('export writes a tree, brings it up to date, checks and mends it, and says what is wrong with its use', {
  timeout: 180_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const file = path.join(dataDir, 'rows.csv');
  await writeFile(file, 't,p\n1700000000000,0.1\n1700000001000,0.2\n');
  const store = ['--data-dir', path.join(dataDir, 'store')];
  assert.equal((await crosstape(['import', 'kalshi', 'kx', file, '--new', ...store])).code, 0);
  const tree = path.join(dataDir, 'tree');
  const all = ['export', '--all', '-o', tree, ...store];

  const dry = await crosstape([...all, '--dry-run']);
  assert.deepEqual([dry.code, dry.out], [0, 'kalshi 2023-11-14\n1 days to make, 0 parts stay\n'], dry.err);
  const first = await crosstape(all);
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /1 parts made, 10 files with 2 rows/);
  assert.match((await crosstape(all)).out, /^0 parts made/);
  const part = path.join(tree, 'observations/venue=kalshi/date=2023-11-14/part-0.parquet');
  const bytes = await readFile(part);
  await writeFile(part, Buffer.from(bytes).fill(0, 10, 20));
  const differs = await crosstape([...all, '--verify']);
  assert.equal(differs.code, 6);
  assert.match(differs.err, /differ from the manifest: observations\/venue=kalshi/);
  assert.equal((await crosstape([...all, '--verify', '--repair'])).code, 0);
  assert.deepEqual(await readFile(part), bytes);
  // A copy without --delete leaves such files: they are not ours, and a repair that passes over them is none.
  const stray = path.join(tree, 'observations/venue=kalshi/date=2023-11-14/part-9.parquet');
  await writeFile(stray, bytes);
  for (const mending of [[], ['--repair']]) {
    const { code, err } = await crosstape([...all, '--verify', ...mending]);
    assert.equal(code, 6, err);
    assert.match(err, /in no manifest.*part-9\.parquet/);
  }
  await rm(stray);
  const manifest = path.join(tree, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.slice(0, 200));
  const cut = await crosstape(all);
  assert.deepEqual(
    [cut.code, /is not JSON .*remove this file and export again/.test(cut.err)],
    [2, true],
    cut.err,
  );
  await rm(manifest);
  assert.equal((await crosstape(all)).code, 0);
  assert.equal((await crosstape([...all, '--verify'])).code, 0);

  for (const [args, message] of [
    [['--all', '--venue', 'kalshi', '-o', tree], /exclude each other/],
    [['--all'], /name the directory of the tree with -o/],
    [['--all', '-o', path.join(dataDir, 'store')], /must not go into the data directory itself/],
    [['--all', '-o', dataDir], /holds files that are no tree/],
    [['--venue', 'kalshi', '-o', tree], /a tree with a different selection \(venues\)/],
    [['--all', '-o', tree, '--layout', 'tardis'], /--layout tardis is not written yet/],
    [['--all', '-o', tree, '--tables', 'bookSpans'], /bookSpans comes with books: name books/],
    [['--all', '-o', tree, '--tables', 'trade'], /must be some of observations,.* books, trades/],
    [['--asset', 'kalshi-none', '-o', tree], /nothing is recorded of kalshi-none/],
    [['kalshi', 'kx', '--dry-run'], /--dry-run is of a tree/],
    [[], /name what to export/],
  ] as const) {
    const { code, err } = await crosstape(['export', ...args, ...store]);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, message);
  }
});

test('bad rows are reported by line, and refuse the whole file where that is requested', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const file = path.join(dataDir, 'rows.csv');
  await writeFile(file, 't,p\n1700000000000,1\nnever,2\n1700000000001,\n');
  const store = path.join(dataDir, 'store');
  const args = ['import', 'kalshi', 'some-market', file, '--new', '--data-dir', store];

  const strict = await crosstape([...args, '--strict']);
  assert.deepEqual([strict.code, strict.out], [4, 'rows read 3, stored 0, skipped 0, bad 2\n']);
  const lenient = await crosstape(args);
  assert.equal(lenient.code, 6);
  assert.match(lenient.out, new RegExp(`^${BATCH}rows read 3, stored 1, skipped 0, bad 2\n$`));
  assert.match(lenient.err, /^line 3: .*\nline 4: /);
});

test('simulated prices are kept out of a directory of real records', { timeout: 120_000 }, async (t) => {
  const dataDir = await emptyDirectory(t);
  const file = path.join(dataDir, 'rows.csv');
  await writeFile(file, 't,p\n1700000000000,0.5\n');
  const store = path.join(dataDir, 'store');
  const imported = await crosstape(['import', 'kalshi', 'x', file, '--new', '--data-dir', store]);
  assert.equal(imported.code, 0, imported.err);
  const demo = await start(['serve', '--simulate', '--port', '0', '--bot-port', '0'], {
    CROSSTAPE_DATA_DIR: store,
  });
  assert.deepEqual([demo.code, /it holds real records/.test(demo.err)], [2, true], demo.err);
});

test('wrong use ends with code 2 and says what is allowed', { timeout: 120_000 }, async () => {
  const uses: [args: string[], said: RegExp][] = [
    [['serve', '--port', '99999'], /from 0 to 65535/],
    [['export', 'nowhere', 'x'], /hyperliquid, polymarket, kalshi, limitless/],
    [['frobnicate'], /unknown command/],
  ];
  for (const [args, said] of uses) {
    const { code, err } = await crosstape(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, said);
  }
});
