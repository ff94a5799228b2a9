/**
 * A child process of `debits-beside.ts`: the ledger of one checkout, which debits when its parent says so.
 *
 * Usage: debits-of.ts <checkout>
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Clock = () => number;

/** Modules that hold the ledger in each version, newest first; the oldest has operations of holds as methods. */
const LEDGERS: readonly [file: string, open: (file: string, database: Database) => Promise<Ledger>][] = [
  ['src/billing/ledger/sql/ledger.ts', openWithSteps],
  ['src/billing/sql/ledger.ts', openWithSteps],
  [
    'src/billing/sqlite/sqlite-ledger.ts',
    async (file, database) => {
      const { SqliteLedger }: { SqliteLedger: new (database: Database, clock: Clock) => Ledger } =
        await load(file);
      return new SqliteLedger(database, Date.now);
    },
  ],
];

async function openWithSteps(file: string, database: Database): Promise<Ledger> {
  const { openLedger }: { openLedger: (database: Database, clock: Clock) => object } = await load(file);
  const { withSteps }: { withSteps: (ledger: object, clock: Clock) => Ledger } = await load(
    'test/support/ledger-steps.ts',
  );
  return withSteps(openLedger(database, Date.now), Date.now);
}

/** The members of the ledger that this bench calls. Both checkouts have them. */
interface Ledger {
  post(posting: object): Promise<{ readonly status: string }>;
  hold(request: object): Promise<{ readonly status: string }>;
  capture(request: object): Promise<{ readonly status: string }>;
}

interface Database {
  close(): Promise<void>;
}

interface Support {
  openSqliteDatabase?: (options: object) => Promise<Database>;
  openTestDatabase: (options: object) => Promise<Database>;
}

export type Work = 'debits' | 'credits' | 'one commit each' | 'holds captured';

export interface Slice {
  readonly work: Work;
  readonly count: number;
}

export interface SliceResult {
  readonly ms: number;
  /** Processor time, µs: of the thread that calls, and of all others together, which is the one that writes. */
  readonly callingMicros: number;
  readonly writingMicros: number;
}

const OWNERS = 1_000;
const CALLERS: Readonly<Record<Work, number>> = {
  debits: 1_024,
  credits: 1_024,
  'one commit each': 64,
  'holds captured': 1_024,
};

const root = path.resolve(process.argv[2]!);
const load = async (file: string): Promise<never> =>
  (await import(pathToFileURL(path.join(root, file)).href)) as never;

async function openLedger(database: Database): Promise<Ledger> {
  for (const [file, open] of LEDGERS) {
    if (existsSync(path.join(root, file))) return await open(file, database);
  }
  throw new Error(`${root} has no ledger that this bench knows`);
}

const support: Support = await load('test/support/service-database.ts');
const openDatabase = support.openSqliteDatabase ?? support.openTestDatabase;

/** Opens a ledger with a file of its own for each queue: groups as large as they become, or of one call. */
async function open(limits: object) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-bench-'));
  const database = await openDatabase({ dataDir, thread: true, limits });
  const ledger = await openLedger(database);
  for (let i = 0; i < OWNERS; i++) {
    const [src, dst] = ['adjust:admin', `owner:owner_${i}`];
    const credit = { scope: 'admin.credit', idem: String(i), type: 'admin_credit', src, dst };
    await ledger.post({ ...credit, amount: 1_000_000_000_000, ref: null });
  }
  return { dataDir, database, ledger };
}

const grouped = await open({});
const single = await open({ maxGroup: 1, maxGroupsAhead: 1, maxWaiting: 20_000 });

let next = 0;
function require(outcome: { readonly status: string }, status: string): void {
  if (outcome.status !== status) throw new Error(outcome.status);
}

async function debit(ledger: Ledger): Promise<void> {
  const id = next++;
  const [src, dst] = [`owner:owner_${id % OWNERS}`, 'revenue:stream'];
  const key = { scope: 'stream', idem: `conn_${id}`, ref: `conn_${id}` };
  require(await ledger.post({ ...key, type: 'stream_fee', src, dst, amount: 1_000 }), 'posted');
}

async function credit(ledger: Ledger): Promise<void> {
  const id = next++;
  const [src, dst] = ['adjust:admin', `owner:owner_${id % OWNERS}`];
  const key = { scope: 'admin.credit', idem: `credit_${id}`, ref: `credit_${id}` };
  require(await ledger.post({ ...key, type: 'admin_credit', src, dst, amount: 1_000 }), 'posted');
}

async function holdAndCapture(ledger: Ledger): Promise<void> {
  const id = next++;
  const key = { scope: 'bot.order', idem: `order_${id}` };
  const owner = `owner_${id % OWNERS}`;
  require(await ledger.hold({ ...key, owner, amount: 2_000, expiresAt: Date.now() + 60_000 }), 'held');
  const posting = { scope: 'bot.fee', idem: `order_${id}`, type: 'bot_fee', dst: 'revenue:bot' };
  require(await ledger.capture({ hold: key, ...posting, amount: 1_000, ref: null }), 'captured');
}

async function run({ work, count }: Slice): Promise<SliceResult> {
  const { ledger } = work === 'one commit each' ? single : grouped;
  const one = { debits: debit, credits: credit, 'one commit each': debit, 'holds captured': holdAndCapture }[
    work
  ];
  let left = count;
  const [all, calling, from] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  await Promise.all(
    Array.from({ length: CALLERS[work] }, async () => {
      while (left-- > 0) await one(ledger);
    }),
  );
  const ms = performance.now() - from;
  const sum = ({ user, system }: { user: number; system: number }) => user + system;
  const callingMicros = sum(process.threadCpuUsage(calling));
  const writingMicros = sum(process.cpuUsage(all)) - callingMicros;
  return { ms, callingMicros, writingMicros };
}

process.on('message', async (slice: Slice) => process.send?.(await run(slice)));
process.on('disconnect', async () => {
  for (const { database, dataDir } of [grouped, single]) {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
process.send?.('ready');
