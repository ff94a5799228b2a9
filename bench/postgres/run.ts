import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { copyFromServer, copyToServer } from '../../src/app/stores/copy-database.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { openTestPostgres } from '../../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';
import { giveCredit } from '../../test/support/credit.ts';

/**
 * Debits on PostgreSQL with every commit synced: one at a time, in groups of 64, and by three processes; then a copy of
 * what was posted into a file and back. Needs `npm ci` in test/servers, or Debian's PostgreSQL.
 *
 * Usage: node bin/with-node24 bench/postgres/run.ts [seconds of each measurement, default 5] [rounds, default 3]
 */
const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = Number(process.argv[3] ?? 3);
const WRITER = path.join(import.meta.dirname, 'writer.ts');

const found = findPostgres();
if (found.length === 0) throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
for (const programs of found) {
  const server = await PostgresServer.start(programs, { fsync: true });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
}

async function measure(server: PostgresServer): Promise<void> {
  const rows: { one: number; groups: number; three: number }[] = [];
  let url = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    url = await createDatabase(server, `bench_${round}`);
    const one = await debit(url, ['alice'], 1);
    const groups = await debit(url, ['alice'], 64);
    const three = await debit(url, ['alice', 'bob', 'carol'], 64);
    rows.push({ one, groups, three });
    await requireWhole(url);
  }
  const median = (name: 'one' | 'groups' | 'three') =>
    rows.map((row) => row[name]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  const [one, groups, three] = [median('one'), median('groups'), median('three')];
  console.log(
    `${server.name}: one at a time ${one.toFixed(0)} debits/s, groups of 64 ${groups.toFixed(0)} (${(groups / one).toFixed(1)} times)`,
  );
  console.log(
    `${server.name}: three processes together ${three.toFixed(0)}, ${(three / groups).toFixed(2)} of one`,
  );
  await measureCopy(server, url);
}

async function debit(url: string, owners: readonly string[], size: number): Promise<number> {
  const results = await Promise.all(
    owners.map(async (owner) => {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', WRITER, url, owner, String(SECONDS), String(size)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += String(chunk);
      });
      await once(child, 'exit');
      return JSON.parse(said) as { posted: number; ms: number };
    }),
  );
  return results.reduce((sum, { posted, ms }) => sum + (posted * 1_000) / ms, 0);
}

async function requireWhole(url: string): Promise<void> {
  const database = await openTestPostgres({ url });
  const { findings } = await openLedger(database, wallClock).audit({ whole: true });
  await database.close();
  if (findings.length > 0) throw new Error(`the ledger is broken: ${findings[0]?.message}`);
}

async function createDatabase(server: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const database = await openTestPostgres({ url: server.url(name) });
  const ledger = openLedger(database, wallClock);
  for (const owner of ['alice', 'bob', 'carol'])
    await giveCredit(ledger, owner, 9_000_000_000, `start ${owner}`);
  await database.close();
  return server.url(name);
}

async function measureCopy(server: PostgresServer, url: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
  const onTable = () => undefined;
  try {
    let from = performance.now();
    const { audit } = await copyFromServer({ dataDir: folder, url, markAs: async () => undefined, onTable });
    const outMs = performance.now() - from;
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query('CREATE DATABASE bench_copy');
    await client.end();
    from = performance.now();
    const back = await copyToServer({
      dataDir: folder,
      url: server.url('bench_copy'),
      kind: null,
      again: false,
      onTable,
    });
    const backMs = performance.now() - from;
    const isEqual = back.audit.lastHash === audit.lastHash;
    console.log(
      `${server.name}: copy of ${audit.transfers} transfers out ${(outMs / 1_000).toFixed(1)} s, back ${(backMs / 1_000).toFixed(1)} s, last hash ${isEqual ? 'equal' : 'NOT EQUAL'}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
