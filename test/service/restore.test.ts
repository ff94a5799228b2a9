import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import {
  addKey,
  addRecord,
  assertRefused,
  auditDirectory,
  credit,
  crosstape,
  makeDataDir,
  readTree,
  succeed,
} from '../support/backup-bench.ts';
import { isLong } from '../support/long-tests.ts';
import { emptyDirectory, MAIN, startCommand } from '../support/run-command.ts';

const KILL_AT_STEP = path.join(import.meta.dirname, '../simulation/kill-at-step.ts');

const TIMEOUT = { timeout: 240_000 };

async function makeBackup(t: TestContext, dataDir: string): Promise<string> {
  const copy = path.join(await emptyDirectory(t), 'copy');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  return copy;
}

const restore = (copy: string, dataDir: string) => succeed(['restore', copy, '--data-dir', dataDir]);

const findAside = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^before-restore-\d{8}T\d{6}Z(-\d+)?$/.test(name));

function readRows(dataDir: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'), { readOnly: true });
  try {
    return db.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    db.close();
  }
}

test('a restore brings the backup, keeps what was there, and says what is lost', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const revoked = await addKey(dataDir, 'leaked');
  await writeFile(path.join(dataDir, 'links.json'), '[]');
  await writeFile(path.join(dataDir, 'deposit-addresses.jsonl'), '{"n":1}\n');
  await writeFile(path.join(dataDir, 'search.sqlite'), '');
  const copy = await makeBackup(t, dataDir);
  assert.equal(existsSync(path.join(copy, 'search.sqlite')), false);

  await credit(dataDir, 'ann', 7, 'since');
  await succeed(['keys', 'revoke', revoked, '--data-dir', dataDir]);
  const issued = await addKey(dataDir, 'bob');
  await addRecord(dataDir, 1_700_000_001_000);
  await appendFile(path.join(dataDir, 'deposit-addresses.jsonl'), '{"n":2}\n');
  await mkdir(path.join(dataDir, 'export'));
  await writeFile(path.join(dataDir, 'export', 'part'), '');
  await writeFile(path.join(dataDir, 'ledger-audit.mark'), '2 00\n');
  await writeFile(path.join(dataDir, 'backfill.jsonl'), '{}\n');
  const before = readTree(dataDir);
  const { out } = await restore(copy, dataDir);

  assert.match(out, /ledger in order: 1 transfers/);
  assert.match(out, /records: lost after 2023-11-14T22:13:20\.000Z up to 2023-11-14T22:13:21\.000Z/);
  assert.match(out, /transfers: 1 lost, .*ends with 1, it ended with 2/);
  assert.match(out, /admin_credit 7 USD adjust:admin -> owner:ann ref since/);
  assert.match(out, /keys: 1 that were revoked since stay revoked/);
  assert.match(out, new RegExp(`keys: 1 issued since are unknown.*${issued.slice(0, 8)} of bob`, 's'));

  const [aside] = findAside(dataDir);
  const kept = readTree(path.join(dataDir, String(aside)));
  assert.equal(kept['search.sqlite'], undefined);
  for (const name of [
    'history.sqlite',
    'service.sqlite',
    'ledger-audit.mark',
    'data-kind',
    'links.json',
    'backfill.jsonl',
    'deposit-addresses.jsonl',
  ]) {
    assert.equal(kept[name], before[name], name);
  }
  assert.equal(existsSync(path.join(dataDir, 'export')), false);
  assert.equal(existsSync(path.join(dataDir, 'search.sqlite')), false);
  assert.equal(existsSync(path.join(dataDir, 'backfill.jsonl')), false);
  assert.equal(existsSync(path.join(dataDir, 'restore.json')), false);
  assert.equal(readFileSync(path.join(dataDir, 'deposit-addresses.jsonl'), 'utf8'), '{"n":1}\n{"n":2}\n');
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
  const keys = readRows(dataDir, 'SELECT hash, revoked_at FROM api_key ORDER BY created_at');
  assert.equal(keys.length, 2);
  assert.ok(keys.find(({ hash }) => hash === revoked)?.revoked_at != null);
  const actions = readRows(dataDir, "SELECT * FROM admin_action WHERE action = 'ledger.accept'");
  assert.equal(actions.length, 1);
  assert.equal(actions[0]?.address, 'command line');
  assert.match(
    String(actions[0]?.detail),
    /put back .*, which ends with transfer 1, .* ended with transfer 2/,
  );
  assert.equal(readRows(dataDir, "SELECT * FROM review_item WHERE kind = 'ledger_restored'").length, 1);
  // What is restored is used and backed up as ever.
  await credit(dataDir, 'ann', 7, 'since');
  await succeed(['backup', path.join(path.dirname(copy), 'next'), '--data-dir', dataDir]);
});

test(
  'addresses that owners were told since are named, and which of them nothing brings back',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const copy = await makeBackup(t, dataDir);
    const [told, lost] = ['0x11', '0x22'].map((start) => start.padEnd(42, 'a')) as [string, string];
    const db = new DatabaseSync(path.join(dataDir, 'service.sqlite'));
    for (const [owner, address] of [
      ['ann', told],
      ['bob', lost],
    ] as const) {
      db.prepare(
        `INSERT INTO deposit_address (scope, owner, address, salt, factory, implementation, created_at)
       VALUES ('chain:8453', ?, ?, '0x00', '0x01', '0x02', 1)`,
      ).run(owner, address);
    }
    db.close();
    await writeFile(path.join(dataDir, 'deposit-addresses.jsonl'), `${JSON.stringify({ address: told })}\n`);
    const { out } = await restore(copy, dataDir);
    assert.match(out, /deposit addresses: 2 given since are not in the backup/);
    assert.match(out, new RegExp(`chain:8453 ${lost} of bob`));
    assert.equal(out.includes(told), false);
  },
);

test('twice, and back again: each keeps what was there', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const copy = await makeBackup(t, dataDir);
  await credit(dataDir, 'ann', 7, 'since');
  await restore(copy, dataDir);
  await restore(copy, dataDir);
  const [first] = findAside(dataDir);
  assert.equal(findAside(dataDir).length, 2);
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
  // The folder of the first restore has no manifest: it is taken with a warning.
  const { out } = await restore(path.join(dataDir, String(first)), dataDir);
  assert.match(out, /warning: the copy has no backup\.json/);
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 2 });
  assert.equal(findAside(dataDir).length, 3);
});

test(
  'onto an empty directory and an unused one every backup is put, also of simulated data',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const copy = await makeBackup(t, dataDir);
    const place = await emptyDirectory(t);
    const [fresh, empty, unused] = ['fresh/deep', 'empty', 'unused'].map((name) =>
      path.join(place, name),
    ) as [string, string, string];
    await mkdir(empty);
    // Only looked at: its accounts hold nothing yet.
    await succeed(['keys', 'list', '--data-dir', unused]);
    for (const target of [fresh, empty, unused]) {
      await restore(copy, target);
      assert.deepEqual(await auditDirectory(target), { ok: true, transfers: 1 });
      const { out } = await succeed(['verify', '--data-dir', target]);
      assert.match(out, /1 series and 1 records read/);
    }
    // The same installation: its backups go on.
    await restore(copy, fresh);
    await succeed(['backup', copy, '--data-dir', fresh]);
  },
);

test(
  'a backup of another installation or kind is refused over one that holds something',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const copy = await makeBackup(t, dataDir);
    const other = await makeDataDir(t);
    const args = ['restore', copy, '--data-dir', other];
    await assertRefused(args, 2, /another installation/, copy, other);
    // Accounts alone tell as well, and so does the history of a directory of version 1.1.0.
    await rm(path.join(other, 'installation'));
    await assertRefused(args, 2, /another installation/, copy, other);
    for (const name of readdirSync(other).filter((each) => each.startsWith('history.'))) {
      await rm(path.join(other, name));
    }
    await rm(path.join(copy, 'backup.json'));
    await rm(path.join(copy, 'installation'));
    await assertRefused(args, 2, /another installation/, copy, other);

    const simulated = await makeDataDir(t);
    const real = await makeBackup(t, simulated);
    await writeFile(path.join(simulated, 'data-kind'), 'simulated\n');
    const pretended = await makeBackup(t, simulated);
    await assertRefused(
      ['restore', real, '--data-dir', simulated],
      2,
      /of real data and .* holds simulated/,
      simulated,
    );
    await writeFile(path.join(simulated, 'data-kind'), 'real\n');
    await assertRefused(
      ['restore', pretended, '--data-dir', simulated],
      2,
      /of simulated data and .* holds real/,
      simulated,
      pretended,
    );
    const { code, err } = await crosstape(['restore', pretended]);
    assert.deepEqual([code, /simulated data: name the directory with --data-dir/.test(err)], [2, true], err);
    await assertRefused(['backup', pretended, '--data-dir', simulated], 2, /of simulated data/, pretended);
  },
);

test('a restore is refused into itself, beside a service and of a data directory', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const copy = await makeBackup(t, dataDir);
  const link = path.join(await emptyDirectory(t), 'link');
  await symlink(dataDir, link);
  for (const [source, target] of [
    [dataDir, dataDir],
    [link, dataDir],
    [dataDir, link],
    [copy, copy],
  ] as const) {
    await assertRefused(
      ['restore', source, '--data-dir', target],
      2,
      /is the data directory itself|is a data directory/,
      dataDir,
      copy,
    );
  }
  const other = await makeDataDir(t);
  await assertRefused(['restore', other, '--data-dir', dataDir], 2, /is a data directory/, other, dataDir);
  await assertRefused(
    ['restore', `${copy}/nowhere`, '--data-dir', dataDir],
    2,
    /there is no backup/,
    dataDir,
  );
  for (const file of ['writer.lock', 'service.lock']) {
    const lock = lockDirectory(dataDir, file);
    await assertRefused(
      ['restore', copy, '--data-dir', dataDir],
      3,
      /in use by another process/,
      dataDir,
      copy,
    );
    lock.release();
  }
  await restore(copy, dataDir);
});

test('a backup that was made by hand is audited, and refused when it is damaged', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const byHand = path.join(await emptyDirectory(t), 'by-hand');
  await mkdir(byHand);
  for (const name of ['history.sqlite', 'service.sqlite', 'data-kind']) {
    await copyFile(path.join(dataDir, name), path.join(byHand, name));
  }
  await credit(dataDir, 'ann', 7, 'since');
  const { out } = await restore(byHand, dataDir);
  assert.match(out, /warning: the copy has no backup\.json/);
  assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });

  const change = async (file: string, sql: string) => {
    const copy = path.join(await emptyDirectory(t), 'copy');
    await cp(byHand, copy, { recursive: true });
    const db = new DatabaseSync(path.join(copy, file));
    db.exec(sql);
    db.close();
    return copy;
  };
  const changes: readonly [string, string, RegExp][] = [
    [
      'service.sqlite',
      "UPDATE account SET balance = balance + 1 WHERE kind = 'owner'",
      /the ledger of .* is broken/,
    ],
    ['history.sqlite', 'UPDATE journal SET data = zeroblob(length(data))', /the history is damaged/],
  ];
  for (const [file, sql, message] of changes) {
    const copy = await change(file, sql);
    await assertRefused(['restore', copy, '--data-dir', dataDir], 7, message, dataDir);
  }
});

test(
  'what was there may be damaged: it is kept, and what that means for keys is said',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const revoked = await addKey(dataDir, 'leaked');
    const copy = await makeBackup(t, dataDir);
    await succeed(['keys', 'revoke', revoked, '--data-dir', dataDir]);
    await writeFile(path.join(dataDir, 'service.sqlite'), Buffer.alloc(8_192, 7));
    await writeFile(path.join(dataDir, 'history.sqlite'), '');
    const { out } = await restore(copy, dataDir);
    assert.match(out, /what was there cannot be read: /);
    assert.match(out, /keys that were revoked, .* are alive again: "crosstape keys list/);
    const [aside] = findAside(dataDir);
    assert.equal(readFileSync(path.join(dataDir, String(aside), 'service.sqlite'))[0], 7);
    assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 1 });
  },
);

test('a copy put over a crashed directory by hand is refused, and a restore mends it', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const copy = await makeBackup(t, dataDir);
  // A kill leaves the newest commits in the log.
  const crashed = path.join(await emptyDirectory(t), 'crashed');
  const held = new DatabaseSync(path.join(dataDir, 'service.sqlite'), { readOnly: true });
  held.exec('BEGIN');
  held.prepare('SELECT COUNT(*) FROM owner').get();
  await credit(dataDir, 'ann', 7, 'since');
  await cp(dataDir, crashed, { recursive: true });
  held.close();
  assert.deepEqual(await auditDirectory(crashed), { ok: true, transfers: 2 });
  await copyFile(path.join(copy, 'service.sqlite'), path.join(crashed, 'service.sqlite'));
  await assertRefused(
    ['ledger', 'audit', '--data-dir', crashed],
    2,
    /service\.sqlite-wal does not belong/,
    crashed,
  );
  const { out } = await restore(copy, crashed);
  assert.match(out, /what was there cannot be read: .*service\.sqlite-wal does not belong/);
  assert.deepEqual(await auditDirectory(crashed), { ok: true, transfers: 1 });
});

test('with accounts on a server only files are copied and put back, which is said', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  const settings = { CROSSTAPE_DATABASE_URL: 'postgres://crosstape@127.0.0.1:1/none' };
  const copy = path.join(await emptyDirectory(t), 'copy');
  const made = await crosstape(['backup', copy, '--data-dir', dataDir], settings);
  assert.deepEqual(
    [made.code, /on the server of CROSSTAPE_DATABASE_URL/.test(made.err)],
    [0, true],
    made.err,
  );
  assert.equal(existsSync(path.join(copy, 'service.sqlite')), false);
  await writeFile(path.join(dataDir, 'ledger-audit.mark'), '1 00\n');
  const before = readTree(dataDir);
  const put = await crosstape(['restore', copy, '--data-dir', dataDir], settings);
  assert.deepEqual([put.code, /on the server of CROSSTAPE_DATABASE_URL/.test(put.err)], [0, true], put.err);
  const after = readTree(dataDir);
  for (const name of ['service.sqlite', 'ledger-audit.mark']) assert.equal(after[name], before[name], name);
});

/** Runs a restore that is killed before its n-th change of files. */
async function killRestore(copy: string, dataDir: string, step: number): Promise<NodeJS.Signals | null> {
  const args = ['--disable-warning=ExperimentalWarning', '--import', KILL_AT_STEP, MAIN, 'restore', copy];
  const child = spawn(process.execPath, [...args, '--data-dir', dataDir], {
    env: { PATH: process.env.PATH, KILL_AT_STEP: String(step) },
    stdio: 'ignore',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

test('killed in the middle, nothing else starts until the same command has ended it', TIMEOUT, async (t) => {
  const dataDir = await makeDataDir(t);
  await writeFile(path.join(dataDir, 'links.json'), '[]');
  const copy = await makeBackup(t, dataDir);
  await credit(dataDir, 'ann', 7, 'since');
  const phases = new Set<string>();
  for (const step of isLong ? [6, 20, 26, 32] : [6, 20, 32]) {
    const target = path.join(await emptyDirectory(t), 'data');
    await cp(dataDir, target, { recursive: true });
    assert.equal(await killRestore(copy, target, step), 'SIGKILL', `step ${step}`);
    phases.add(JSON.parse(readFileSync(path.join(target, 'restore.json'), 'utf8')).phase);
    const commands = [
      ['serve', '--port', '0', '--bot-port', '0'],
      ['keys', 'list'],
      ['ledger', 'audit'],
      ['verify'],
      ['backup', path.join(target, '..', 'other')],
      ['import', '--list'],
    ];
    for (const command of isLong || phases.size === 1 ? commands : commands.slice(0, 1)) {
      await assertRefused(
        [...command, '--data-dir', target],
        2,
        /a restore into .* was not finished: run "crosstape restore .*" again, which ends it/,
        target,
      );
    }
    await restore(copy, target);
    assert.deepEqual(await auditDirectory(target), { ok: true, transfers: 1 });
    assert.equal(findAside(target).length, 1);
    const { out } = await succeed(['verify', '--data-dir', target]);
    assert.match(out, /1 series and 1 records read/);
    for (const left of ['restore.json', 'restore.part'])
      assert.equal(existsSync(path.join(target, left)), false);
  }
  assert.deepEqual([...phases].sort(), ['copying', 'placing', 'putting_aside']);
});

test(
  'a restore that had only copied may be given up, and one of another backup ends it too',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const copy = await makeBackup(t, dataDir);
    await credit(dataDir, 'ann', 7, 'since');
    const other = await makeBackup(t, dataDir);
    await credit(dataDir, 'ann', 8, 'last');
    assert.equal(await killRestore(copy, dataDir, 6), 'SIGKILL');
    await rm(path.join(dataDir, 'restore.json'));
    assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 3 });
    for (const step of [6, 24]) {
      assert.equal(await killRestore(copy, dataDir, step), 'SIGKILL');
      await restore(other, dataDir);
      assert.deepEqual(await auditDirectory(dataDir), { ok: true, transfers: 2 });
    }
    await writeFile(path.join(dataDir, 'restore.json'), '{"phase":"what"}');
    await assertRefused(['keys', 'list', '--data-dir', dataDir], 2, /restore\.json is damaged/, dataDir);
  },
);

/** A small disk at a place of its own; null where none can be mounted. */
async function mountDisk(t: TestContext, size: string): Promise<string | null> {
  const disk = await mkdtemp(path.join(tmpdir(), 'crosstape-disk-'));
  t.after(async () => {
    spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status !== 0) {
    t.skip('a small disk cannot be mounted here: run as root on Linux');
    return null;
  }
  return disk;
}

test('too little room is told with its directory, and nothing is left of the try', TIMEOUT, async (t) => {
  const disk = await mountDisk(t, '3m');
  if (disk === null) return;
  const dataDir = await makeDataDir(t);
  const copy = await makeBackup(t, dataDir);
  const target = path.join(disk, 'data');
  await cp(dataDir, target, { recursive: true });
  await assertRefused(
    ['restore', copy, '--data-dir', target],
    1,
    /no room in .*data: .* are needed/,
    target,
    copy,
  );
  await assertRefused(['restore', copy, '--data-dir', path.join(disk, 'new')], 1, /no room in .*new/, disk);
  await writeFile(path.join(disk, 'ballast'), Buffer.alloc(2_200_000));
  await assertRefused(
    ['backup', path.join(disk, 'copy'), '--data-dir', dataDir],
    1,
    /no room in .*copy/,
    dataDir,
  );
  assert.deepEqual(readTree(path.join(disk, 'copy')), { '.': '' });
  await assertRefused(
    ['backup', disk, '--keep', '3', '--data-dir', dataDir],
    1,
    /no room in /,
    dataDir,
    disk,
  );
  assert.deepEqual(await auditDirectory(target), { ok: true, transfers: 1 });
});

test('a backup on a disk that takes no writes is verified and put back', TIMEOUT, async (t) => {
  const disk = await mountDisk(t, '16m');
  if (disk === null) return;
  const dataDir = await makeDataDir(t);
  const copy = path.join(disk, 'copy');
  await succeed(['backup', copy, '--data-dir', dataDir]);
  assert.equal(spawnSync('mount', ['-o', 'remount,ro', disk]).status, 0);
  await succeed(['verify', copy]);
  await restore(copy, dataDir);
  const empty = path.join(await emptyDirectory(t), 'empty');
  await restore(copy, empty);
  for (const args of [
    ['backup', copy, '--data-dir', dataDir],
    ['backup', path.join(disk, 'root'), '--keep', '2', '--data-dir', dataDir],
    ['restore', copy, '--data-dir', path.join(disk, 'data')],
  ]) {
    await assertRefused(args, 1, /cannot be written \(EROFS\)/, copy, dataDir);
  }
});

test('a disk that is full at the first start is told with its directory', TIMEOUT, async (t) => {
  const disk = await mountDisk(t, '64k');
  if (disk === null) return;
  for (const left of isLong ? [64, 40, 24, 8, 0] : [40, 0]) {
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc((64 - left) * 1_024)).catch(() => undefined);
    const directory = path.join(disk, `data-${left}`);
    const args = ['serve', '--simulate', '--port', '0', '--bot-port', '0', '--data-dir', directory];
    const { code, err } = await startCommand(args, { CROSSTAPE_LOG_LEVEL: 'fatal' });
    assert.deepEqual([code, err.includes(`no room in ${directory}`)], [1, true], `${left}: ${err}`);
    await rm(directory, { recursive: true, force: true });
  }
});

test(
  'a tree of what a restore took away is refused until it is imported, and a later one is continued',
  TIMEOUT,
  async (t) => {
    const dataDir = await makeDataDir(t);
    const tree = path.join(await emptyDirectory(t), 'tree');
    const copy = await makeBackup(t, dataDir);
    await addRecord(dataDir, 1_700_000_001_000);
    const all = ['export', '--all', '-o', tree, '--data-dir', dataDir];
    await succeed(all);
    const before = readTree(tree);
    await restore(copy, dataDir);
    // As many records as before the restore, and more: no number is below that of the tree.
    for (const s of [2, 3, 4]) await addRecord(dataDir, 1_700_000_000_000 + s * 100_000_000);

    await assertRefused(all, 2, /the tree is newer than this history .*crosstape import/, tree);
    await assertRefused([...all, '--dry-run'], 2, /the tree is newer than this history/, tree);
    const dry = await succeed([...all, '--dry-run', '--force']);
    assert.match(dry.out, /^kalshi 2023-11-14: the tree loses 1 row$/m);
    assert.deepEqual(readTree(tree), before);

    await succeed(['import', tree, '--data-dir', dataDir]);
    await succeed(all);
    const { out } = await succeed([...all, '--dry-run']);
    assert.match(out, /^0 days to make, /m);
    const file = await succeed(['export', 'kalshi', 'kx', '--data-dir', dataDir]);
    assert.equal(file.out.trim().split('\n').length, 1 + 5, file.out);
  },
);
