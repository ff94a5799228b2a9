import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import {
  appendFile,
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import {
  addRecord,
  assertRefused,
  auditDirectory,
  credit,
  crosstape,
  makeDataDir,
  readTree,
  succeed,
} from '../support/backup-bench.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { toFrames } from '../support/tape/frame-columns.ts';

const TIMEOUT = { timeout: 240_000 };

const readManifest = async (directory: string) =>
  JSON.parse(await readFile(path.join(directory, 'backup.json'), 'utf8'));

test('a backup names its files, and verify reads every byte of it', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  await writeFile(path.join(dataDir, 'links.json'), '[]');
  await writeFile(path.join(dataDir, 'deposit-addresses.jsonl'), '{"owner":"ann"}\n');
  await writeFile(path.join(dataDir, 'ledger-audit.mark'), '0 00\n');
  const copy = path.join(await emptyDirectory(t), 'copy');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  const manifest = await readManifest(copy);
  const names = [
    'data-kind',
    'deposit-addresses.jsonl',
    'history.sqlite',
    'installation',
    'links.json',
    'service.sqlite',
  ];
  assert.deepEqual(
    manifest.files.map(({ name }: { name: string }) => name),
    names,
  );
  assert.deepEqual((await readdir(copy)).sort(), ['backup.json', ...names]);
  assert.equal(manifest.formatVersion, 1);
  assert.equal(manifest.kind, 'real');
  assert.equal(manifest.ledger.lastTransfer, 1);
  assert.equal(manifest.history.lastRecordMs, 1_700_000_000_000);
  assert.equal(manifest.installation, (await readFile(path.join(dataDir, 'installation'), 'utf8')).trim());
  const before = readTree(copy);
  for (const way of [[copy], ['--data-dir', copy]]) {
    const { out } = await succeed(['verify', ...way]);
    assert.match(
      out,
      /: 6 files as they were copied\nledger in order: 1 transfers.*\n1 series and 1 records read\n$/,
    );
  }
  assert.deepEqual(readTree(copy), before);
});

test(
  'a copy has the tape: closed days once, the running one as of the moment, and both are put back',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const [noon, day] = [Date.UTC(2026, 10, 28, 12), 86_400_000];
    const market = {
      number: 1,
      venue: 'polymarket',
      storeKey: 'm',
      asset: 'pm-m',
      sendsChanges: true,
      isBinary: true,
    } as const;
    const writer = new SqliteTapeWriter({ dataDir, store: '0'.repeat(32), nowMs: noon });
    writer.nameMarkets([market]);
    const record = (at: number, size: number) => {
      writer.addFrames(toFrames([{ kind: 'whole', market: 1, t: at, bids: [[0.4, size]], asks: [] }]));
      writer.flush(at + 1_000);
    };
    record(noon, 1);
    record(noon + day, 2);
    const copy = path.join(await emptyDirectory(t), 'copy');
    await succeed(['backup', copy, '--data-dir', dataDir]);
    const closed = path.join(copy, 'tape', '2026-11-28.sqlite');
    const { ino } = await stat(closed);
    record(noon + day + 5_000, 3);
    await succeed(['backup', copy, '--data-dir', dataDir]);
    assert.equal((await stat(closed)).ino, ino, 'a closed day that the copy has is not copied again');
    writer.addTrades([
      {
        market: 1,
        t: noon + 7,
        venueTime: noon,
        receivedAt: null,
        price: 0.5,
        size: 3,
        side: 'buy',
        isBlock: false,
        source: 'backfill',
        id: null,
      },
    ]);
    writer.flush(noon + day + 7_000);
    await succeed(['backup', copy, '--data-dir', dataDir]);
    assert.notEqual((await stat(closed)).ino, ino, 'one that was added to is');
    record(noon + day + 9_000, 4);
    const { out } = await succeed(['verify', copy]);
    assert.match(out, /2 closed files of the tape read: 2 changes, 1 trades\n/);
    writer.stop(noon + day + 10_000);
    await succeed(['restore', copy, '--data-dir', dataDir]);
    const reader = new SqliteTapeReader(dataDir);
    const found = await reader.findBook(market, noon + day + 6_000);
    assert.equal(found.book?.bids.size(0), 3);
    assert.equal((await reader.findBook(market, noon + day + 9_500)).book, null);
    await reader.close();
    const file = path.join(copy, 'tape', '2026-11-29.sqlite');
    await truncate(file, 4_096);
    await assertRefused(['verify', copy], 7, /2026-11-29\.sqlite has 4096 bytes/, copy);
  },
);

test('verify finds what is cut, changed, missing, half copied or newer', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const whole = path.join(await emptyDirectory(t), 'whole');
  await succeed(['backup', whole, '--data-dir', dataDir]);
  const place = await emptyDirectory(t);
  let n = 0;
  const change = async (work: (copy: string) => Promise<unknown>) => {
    const copy = path.join(place, String(n++));
    await cp(whole, copy, { recursive: true });
    await work(copy);
    return copy;
  };
  const writeManifest = (changes: object) => async (copy: string) =>
    writeFile(path.join(copy, 'backup.json'), JSON.stringify({ ...(await readManifest(copy)), ...changes }));
  const flip = async (file: string, at: number) => {
    const bytes = await readFile(file);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
  };
  const rows: [what: (copy: string) => Promise<unknown>, code: number, message: RegExp][] = [
    [
      (copy) => flip(path.join(copy, 'service.sqlite'), 40_000),
      7,
      /service\.sqlite was changed after it was copied/,
    ],
    [
      (copy) => flip(path.join(copy, 'history.sqlite'), 99),
      7,
      /history\.sqlite was changed after it was copied/,
    ],
    [(copy) => flip(path.join(copy, 'data-kind'), 0), 7, /data-kind was changed after it was copied/],
    [(copy) => truncate(path.join(copy, 'history.sqlite'), 4_096), 7, /history\.sqlite has 4096 bytes/],
    [(copy) => appendFile(path.join(copy, 'service.sqlite'), 'x'), 7, /service\.sqlite has \d+ bytes/],
    [(copy) => rm(path.join(copy, 'history.sqlite')), 7, /history\.sqlite is missing/],
    [writeManifest({ files: [] }), 7, /names no files/],
    [
      writeManifest({ files: [{ name: '../data/secret', bytes: 1, sha256: 'a'.repeat(64) }] }),
      7,
      /is damaged/,
    ],
    [writeManifest({ installation: 5 }), 7, /backup\.json is damaged: \/installation/],
    [(copy) => truncate(path.join(copy, 'backup.json'), 30), 7, /backup\.json is not JSON/],
    [writeManifest({ formatVersion: 2 }), 2, /made by version .* and this is/],
    [writeManifest({ version: '2.10.0' }), 2, /made by version 2\.10\.0/],
    [writeManifest({ version: '3.0.0-next', files: null }), 2, /made by version 3\.0\.0-next/],
    [
      (copy) => copyFile(path.join(copy, 'data-kind'), path.join(copy, 'writer.lock')),
      2,
      /is a data directory/,
    ],
    [(copy) => rm(copy, { recursive: true }), 2, /there is no backup in/],
    [
      async (copy) => {
        await mkdir(path.join(copy, '.part-20261128T000000Z'));
        await rm(path.join(copy, 'backup.json'));
      },
      7,
      /the backup was not finished/,
    ],
  ];
  for (const [work, code, message] of rows) {
    const copy = await change(work);
    await assertRefused(['verify', copy], code, message, copy);
    const target = path.join(place, `target-${n}`);
    await assertRefused(['restore', copy, '--data-dir', target], code, message, copy, place);
    assert.equal(existsSync(target), false);
  }
});

test('a backup replaces an older one of its installation and nothing else', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const copy = path.join(await emptyDirectory(t), 'copy');
  await writeFile(path.join(dataDir, 'links.json'), '[]');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  await rm(path.join(dataDir, 'links.json'));
  await credit(dataDir, 'ann', 1, 'second');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  assert.equal((await readManifest(copy)).ledger.lastTransfer, 2);
  assert.equal(existsSync(path.join(copy, 'links.json')), false);
  await succeed(['verify', copy]);

  const older = path.join(await emptyDirectory(t), 'older');
  await cp(dataDir, older, { recursive: true });
  for (const advance of [
    () => credit(dataDir, 'ann', 1, 'third'),
    () => addRecord(dataDir, 1_700_000_001_000),
  ]) {
    await advance();
    await succeed(['backup', copy, '--data-dir', dataDir]);
    await assertRefused(['backup', copy, '--data-dir', older], 2, /holds a newer copy/, copy, older);
  }
  const other = await makeDataDir(t);
  await assertRefused(['backup', copy, '--data-dir', other], 2, /another installation/, copy, other);
  // One of version 1.1.0, which had no manifest, is known by its history.
  await rm(path.join(copy, 'backup.json'));
  await assertRefused(['backup', copy, '--data-dir', other], 2, /another installation/, copy, other);
  await succeed(['backup', copy, '--data-dir', dataDir]);
  await succeed(['verify', copy]);
});

test('a backup never goes into a data directory, whichever path leads there', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const place = await emptyDirectory(t);
  const link = path.join(place, 'link');
  await symlink(dataDir, link);
  await symlink(path.dirname(dataDir), path.join(place, 'above'));
  for (const target of [
    dataDir,
    link,
    path.join(dataDir, 'copy'),
    path.join(link, 'a', 'b'),
    path.join(place, 'above', 'data'),
    `${dataDir}/../data/x`,
  ]) {
    for (const keep of [[], ['--keep', '2']]) {
      await assertRefused(
        ['backup', target, ...keep, '--data-dir', dataDir],
        2,
        /must not go into the data directory itself/,
        dataDir,
        place,
      );
      await assertRefused(['backup', target, ...keep, '--data-dir', link], 2, /must not go into/, dataDir);
    }
  }
  const other = await makeDataDir(t);
  await assertRefused(['backup', other, '--data-dir', dataDir], 2, /is a data directory/, other, dataDir);
  await assertRefused(
    ['backup', other, '--keep', '1', '--data-dir', dataDir],
    2,
    /is itself a backup or a data directory/,
    other,
  );
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
});

test('a backup of one moment beside a recorder holds whole commits', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const recorder = await openSqliteHistory({ dataDir });
  t.after(() => recorder.close());
  let isOver = false;
  const poll = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX', p: 0.5, v: null, s: 'poll' } as const;
  const recording = (async () => {
    for (let i = 0; !isOver; i++) {
      await recorder.append([{ ...poll, t: epochMs(1_700_000_002_000 + i) }]);
      await setImmediate();
    }
  })();
  const copies = await emptyDirectory(t);
  for (let i = 0; i < 3; i++) {
    await succeed(['backup', path.join(copies, String(i)), '--data-dir', dataDir]);
    await succeed(['verify', path.join(copies, String(i))]);
  }
  isOver = true;
  await recording;
  const positions = await Promise.all(
    [0, 1, 2].map(async (i) => (await readManifest(path.join(copies, String(i)))).history.position),
  );
  assert.ok(positions[0] < positions[1] && positions[1] < positions[2], positions.join(' '));
});

test('--keep makes a folder a run and removes the oldest of this installation alone', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const root = path.join(await emptyDirectory(t), 'root');
  const keep = (directory = dataDir) => succeed(['backup', root, '--keep', '2', '--data-dir', directory]);
  const list = () =>
    readdirSync(root)
      .filter((name) => !name.startsWith('other'))
      .sort();
  await keep();
  await keep();
  const [first, second] = list();
  assert.match(String(first), /^\d{8}T\d{6}Z(-2)?$/);
  // None of these is a backup of this installation, and a part that is left is one of a killed run.
  const strange = ['20200101T000000Z', '20200101T000001Z', 'notes'];
  await mkdir(path.join(root, strange[0]!));
  await cp(path.join(root, String(first)), path.join(root, strange[1]!), { recursive: true });
  const manifest = await readManifest(path.join(root, strange[1]!));
  await writeFile(
    path.join(root, strange[1]!, 'backup.json'),
    JSON.stringify({ ...manifest, installation: 'another' }),
  );
  await mkdir(path.join(root, 'notes'));
  await mkdir(path.join(root, '.part-20200101T000000Z'));
  await writeFile(path.join(root, '.part-20200101T000000Z', 'history.sqlite'), 'half');
  const { out } = await keep();
  assert.match(out, new RegExp(`removed ${path.join(root, String(first))}\n`));
  const left = list();
  assert.equal(left.length, 5);
  assert.ok(left.includes(String(second)) && !left.includes(String(first)));
  for (const name of strange) assert.ok(left.includes(name), name);
  for (const name of left.filter((each) => !strange.includes(each))) {
    await succeed(['verify', path.join(root, name)]);
    assert.equal((await stat(path.join(root, name))).mode & 0o777, 0o700);
  }
  // Another installation may use the same folder.
  await keep(await makeDataDir(t));
  assert.equal(list().length, 6);
  // A part that another run is making stays.
  const growing = path.join(root, '.part-20200101T000009Z');
  const lock = lockDirectory(growing, 'backup.lock');
  await keep();
  assert.equal(existsSync(growing), true);
  lock.release();
  await keep();
  assert.equal(existsSync(growing), false);
  for (const wrong of ['0', '-1', 'x', '1.5']) {
    assert.equal((await crosstape(['backup', root, '--keep', wrong, '--data-dir', dataDir])).code, 2);
  }
});

test('a backup whose last step was cut short is known as unfinished, and made again', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const copy = path.join(await emptyDirectory(t), 'copy');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  const part = path.join(copy, '.part-20261128T000000Z');
  await mkdir(part);
  for (const name of ['backup.json', 'service.sqlite'])
    await rename(path.join(copy, name), path.join(part, name));
  await assertRefused(['verify', copy], 7, /was not finished/, copy);
  await succeed(['backup', copy, '--data-dir', dataDir]);
  assert.deepEqual(
    readdirSync(copy).filter((name) => name.startsWith('.part')),
    [],
  );
  await succeed(['verify', copy]);
});

test('a folder that takes no writes is named, and nothing is left', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  if (process.getuid?.() === 0) {
    // Root writes everywhere but below /proc and /sys.
    const { code, err } = await crosstape(['backup', '/sys/crosstape', '--data-dir', dataDir]);
    assert.deepEqual([code, err.includes('/sys/crosstape cannot be written')], [1, true], err);
    return;
  }
  const place = await emptyDirectory(t);
  await chmod(place, 0o500);
  const { code, err } = await crosstape(['backup', path.join(place, 'copy'), '--data-dir', dataDir]);
  assert.deepEqual([code, err.includes('cannot be written (EACCES)')], [1, true], err);
});
