import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { copyFromServer, copyToServer } from '../../src/app/stores/copy-database.ts';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { openServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';
import { giveCredit } from '../../test/support/credit.ts';

/**
 * `crosstape copy database` of a ledger into a server that syncs, and back. Bar: ten minutes for a million transfers
 * there and back, equal rows, equal last hash. Needs `npm ci` in test/servers, or Debian's PostgreSQL.
 *
 * Usage: node bin/with-node24 bench/postgres/copy.ts [transfers, default 1000000] [version of the server, default: the first found]
 */
const TRANSFERS = Number(process.argv[2] ?? 1_000_000);
const WANTED = process.argv[3];
const OWNERS = 1_000;
const POSTS_AT_ONCE = 512;

const programs = findPostgres().find(({ name }) => WANTED === undefined || name === `PostgreSQL ${WANTED}`);
if (programs === undefined) throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
const server = await PostgresServer.start(programs, { fsync: true });
const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'crosstape-copy-bench-')));
try {
  const [from = '', back = ''] = folders;
  await fill(from);
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE bench_copy');
  await client.end();
  const url = server.url('bench_copy');
  const onTable = () => undefined;
  const there = await time(() => copyToServer({ dataDir: from, url, kind: null, again: false, onTable }));
  const home = await time(() =>
    copyFromServer({ dataDir: back, url, markAs: async () => undefined, onTable }),
  );
  const [sent, got] = [there.result, home.result];
  const isEqual =
    sent.audit.lastHash === got.audit.lastHash && JSON.stringify(sent.tables) === JSON.stringify(got.tables);
  console.log(
    `${programs.name}: ${got.audit.transfers} transfers there ${seconds(there.ms)} s, back ${seconds(home.ms)} s, together ${seconds(there.ms + home.ms)} s; rows, values and last hash ${isEqual ? 'equal' : 'NOT EQUAL'}`,
  );
  if (!isEqual) process.exitCode = 1;
} finally {
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

async function fill(dataDir: string): Promise<void> {
  const database = await openServiceDatabase({ dataDir, procedures: PROCEDURES });
  const ledger = openLedger(database, wallClock);
  for (let posted = 0; posted < TRANSFERS; posted += POSTS_AT_ONCE) {
    const count = Math.min(POSTS_AT_ONCE, TRANSFERS - posted);
    await Promise.all(
      Array.from({ length: count }, (_, i) =>
        giveCredit(ledger, `owner-${(posted + i) % OWNERS}`, 1_000 + i, `reference ${posted + i}`),
      ),
    );
  }
  await database.close();
}

async function time<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const from = performance.now();
  return { result: await work(), ms: performance.now() - from };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
