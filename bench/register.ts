import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BinaryState, epochMs, type VenuePoll } from '../src/domain/index.ts';
import { openSqliteHistory } from '../src/history/sqlite/index.ts';
import { ListedMarkets } from '../src/recording/listed-markets.ts';
import { Recorder } from '../src/recording/recorder.ts';
import { identify, normaliseMarket } from '../src/venues/polymarket/normalise.ts';
import type { GammaMarket } from '../src/venues/polymarket/wire.ts';

/**
 * The cost of the register: bytes per market of a real listing, and processor time of a poll of 2,000 markets with and
 * without it.
 */
const LISTING = '../../shared/recordings/polymarket/gamma-markets-1.json';
const MARKETS = 2_000;
const POLLS = 60;
const START = 1_770_000_000_000;

const listing = JSON.parse(readFileSync(join(import.meta.dirname, LISTING), 'utf8')) as GammaMarket[];
const real = listing.flatMap((market) => {
  const identity = identify(market);
  return identity === null ? [] : [normaliseMarket(market, identity, epochMs(START)).state];
});
const markets: BinaryState[] = Array.from({ length: MARKETS }, (_, i) => {
  const state = real[i % real.length]!;
  const storeKey = `${state.ref.storeKey}-${i}`;
  return { ...state, price: 0.5, ref: { ...state.ref, storeKey, asset: `pm-${storeKey}` } };
});

let polls = 0;
const makePoll = (): VenuePoll => ({
  venue: 'polymarket',
  receivedAt: epochMs(START + ++polls * 30_000),
  markets: markets.map((market) => structuredClone(market)),
  emptyBooks: 0,
});

const dataDir = mkdtempSync(join(tmpdir(), 'bench-register-'));
const history = await openSqliteHistory({ dataDir });
const recorder = new Recorder({ history, clock: () => epochMs(START), intervalMs: () => 30_000 });
const listed = new ListedMarkets();

async function measure(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

for (let i = 0; i < 5; i++) {
  const poll = makePoll();
  console.log(`poll ${i + 1}: ${(await measure(() => recorder.record(poll))).toFixed(1)} ms`);
  listed.review(poll);
  listed.confirm();
}
let whole = 0;
let review = 0;
for (let i = 0; i < POLLS; i++) {
  const poll = makePoll();
  whole += await measure(() => recorder.record(poll));
  review += await measure(() => {
    listed.review(poll);
    listed.confirm();
  });
}
await history.close();
console.log(
  `a poll without news: ${(whole / POLLS).toFixed(2)} ms, of them ${(review / POLLS).toFixed(2)} ms for the register: ${(whole / (whole - review)).toFixed(2)} times`,
);
const db = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
const pages = db.prepare(
  "SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name IN ('market', 'rules') GROUP BY name",
);
for (const { name, bytes } of pages.all()) {
  console.log(`${name}: ${(Number(bytes) / MARKETS).toFixed(0)} B a market`);
}
db.close();
rmSync(dataDir, { recursive: true, force: true });
