import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BinaryState, epochMs, readFacts, type VenuePoll } from '../src/domain/index.ts';
import { KnownFacts } from '../src/feed/local/known-facts.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { ReadMarkets } from '../src/links/read-markets.ts';
import { getBuiltInVocabulary } from '../src/links/vocabulary/built-in.ts';
import { ListedMarkets } from '../src/recording/listed-markets.ts';
import { PollRecorder } from '../src/recording/poll-recorder.ts';
import { identify, normaliseMarket } from '../src/venues/polymarket/normalise.ts';
import type { GammaMarket } from '../src/venues/polymarket/wire.ts';

/**
 * The cost of the register: processor time of a poll of 2,000 markets with and without it, and what markets cost that have
 * ended. The argument is how many of those.
 */
const LISTING = '../../shared/recordings/polymarket/gamma-markets-1.json';
const MARKETS = 2_000;
const POLLS = 60;
const WARM_UP = 10;
const START = 1_770_000_000_000;

const listing = readFileSync(join(import.meta.dirname, LISTING), 'utf8');

/** Parses a venue's listing of this many markets, again for each poll; each row has its own slug. */
function parseListing(count: number): GammaMarket[] {
  const rows: GammaMarket[] = [];
  for (let copy = 0; rows.length < count; copy++) {
    const some = (JSON.parse(listing) as GammaMarket[]).filter((row) => identify(row) !== null);
    rows.push(...some.map((row) => (copy === 0 ? row : { ...row, slug: `${row.slug}-${copy}` })));
  }
  return rows.slice(0, count);
}

function normalise(rows: readonly GammaMarket[]): BinaryState[] {
  return rows.flatMap((row) => {
    const identity = identify(row);
    return identity === null ? [] : [{ ...normaliseMarket(row, identity, epochMs(START)).state, price: 0.5 }];
  });
}

let polls = 0;
const toPoll = (markets: readonly BinaryState[]): VenuePoll => ({
  venue: 'polymarket',
  receivedAt: epochMs(START + ++polls * 30_000),
  markets,
  emptyBooks: 0,
});

const dataDir = mkdtempSync(join(tmpdir(), 'bench-register-'));
const history = await openSqliteHistory({ dataDir });
const recorder = new PollRecorder({ history, clock: () => epochMs(START), intervalMs: () => 30_000 });
const listed = new ListedMarkets();
const facts = new KnownFacts();
const boards = {
  marked: new ReadMarkets(getBuiltInVocabulary),
  plain: new ReadMarkets(getBuiltInVocabulary),
};
const noPauses = { isDue: () => false, pause: async () => undefined };

async function measure(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const first = toPoll(normalise(parseListing(MARKETS)));
await facts.mark(first);
const registered = await measure(() => recorder.record(first));
console.log(`the first poll records ${MARKETS} markets and registers them: ${registered.toFixed(1)} ms`);
const spent = { normalise: 0, marking: 0, record: 0, review: 0, linked: 0, compared: 0 };
for (let i = 0; i < POLLS + WARM_UP; i++) {
  if (i === WARM_UP) for (const part in spent) spent[part as keyof typeof spent] = 0;
  const rows = parseListing(MARKETS);
  let poll = first;
  spent.normalise += await measure(() => {
    poll = toPoll(normalise(rows));
  });
  spent.compared += await measure(() => boards.plain.update(poll.markets, noPauses));
  spent.marking += await measure(() => facts.mark(poll));
  spent.record += await measure(() => recorder.record(poll));
  spent.review += await measure(() => {
    listed.review(poll);
    listed.confirm();
  });
  spent.linked += await measure(() => boards.marked.update(poll.markets, noPauses));
}
await history.close();
const ms = (sum: number) => `${(sum / POLLS).toFixed(2)} ms`;
const append = spent.record - spent.review;
const before = append + spent.compared;
const now = spent.marking + spent.record + spent.linked;
const times = (one: number, two: number) => `${(one / two).toFixed(2)} times`;
console.log('a poll without news, with a register beside without one:');
console.log(`  recording: ${ms(spent.record)} beside ${ms(append)}, ${times(spent.record, append)}`);
console.log(
  `  comparing facts: ${ms(spent.marking)}; links: ${ms(spent.linked)} beside ${ms(spent.compared)}`,
);
console.log(`  recording, facts and links: ${times(now, before)}`);
console.log(
  `  with normalising (${ms(spent.normalise)}): ${times(now + spent.normalise, before + spent.normalise)}`,
);

rmSync(dataDir, { recursive: true, force: true });

await measureEnded(Number(process.argv[2] ?? 20_000));

/** Fills a register with markets that have ended: bytes of each, and what the writer's memory gains by them. */
async function measureEnded(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-register-'));
  const store = await openSqliteHistory({ dataDir: folder });
  const states = normalise(parseListing(500));
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  // Ids of chains are unlike each other, and neighbours by key ask different questions.
  const endMarket = (i: number) => {
    const facts = readFacts(states[i % states.length]!);
    const storeKey = `${hex(4)}-${facts.storeKey}`;
    const tokens = {
      yesTokenId: BigInt(`0x1${hex(31)}`).toString(),
      noTokenId: BigInt(`0x1${hex(31)}`).toString(),
    };
    const nativeIds = { ...facts.nativeIds, conditionId: `0x${hex(32)}`, ...tokens };
    const url = `https://polymarket.com/event/${storeKey}/${storeKey}`;
    return { ...facts, storeKey, asset: `pm-${storeKey}`, nativeIds, url, rules: null };
  };
  const readMemory = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  const memoryBefore = readMemory();
  const writing = await measure(async () => {
    for (let from = 0; from < count; from += 500) {
      const at = epochMs(START + from * 1_000);
      const changed = Array.from({ length: Math.min(500, count - from) }, (_, i) => endMarket(from + i));
      await store.append([], { venue: 'polymarket', at, changed });
    }
    await store.sealAll();
  });
  console.log(`${count} markets that have ended: ${((writing / count) * 1_000).toFixed(0)} us each`);
  console.log(`  memory: ${(readMemory() - memoryBefore).toFixed(1)} MiB more (exact with --expose-gc)`);
  const known = await store.listMarkets({ limit: 1_000 });
  const finding = await measure(async () => {
    for (const market of known.markets) await store.findMarket(market);
  });
  console.log(`  found by key: ${((finding / known.markets.length) * 1_000).toFixed(0)} us each, neighbours`);
  await store.close();
  const db = new DatabaseSync(join(folder, 'history.sqlite'), { readOnly: true });
  const pages = db.prepare(
    "SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name IN ('market', 'market_page') GROUP BY name",
  );
  for (const { name, bytes } of pages.all()) {
    console.log(`  ${name}: ${(Number(bytes) / count).toFixed(0)} B a market, without rules`);
  }
  db.close();
  rmSync(folder, { recursive: true, force: true });
}
