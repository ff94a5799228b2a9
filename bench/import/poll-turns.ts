import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type MarketState, type VenuePoll, wallClock } from '../../src/domain/index.ts';
import { LocalFeed } from '../../src/feed/local/local-feed.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { PollRecorder } from '../../src/recording/poll-recorder.ts';
import { FakeAdapter } from '../../test/support/fake-adapter.ts';
import { sampleMarket } from '../../test/support/sample-markets.ts';
import { TurnLog } from './turn-log.ts';

/**
 * Polls of one venue with many markets, from the answer to the last listener: compared with the list before, recorded and
 * shown. For each poll the turn of the event loop that took most of a processor, collection of garbage included: a time
 * that says the same beside other work.
 *
 *     bin/with-node24 bench/import/poll-turns.ts [markets] [polls]
 *
 * Exit code 1 when a turn took more than 25 ms.
 */
const MARKETS = Number(process.argv[2] ?? 5_000);
const POLLS = Number(process.argv[3] ?? 10);
const BAR_MS = 25;
/** Polls that compile the code and store the markets. */
const WARM_UP = 4;
/** Number of listeners that a service adds to its feed. */
const LISTENERS = 6;

const dataDir = mkdtempSync(join(tmpdir(), 'crosstape-bench-'));
const history = await openSqliteHistory({ dataDir });
const recorder = new PollRecorder({ history, clock: wallClock, intervalMs: () => 1_000 });
const adapter = new FakeAdapter('kalshi');
let markets: readonly MarketState[] = [];
adapter.polls = [
  async (): Promise<VenuePoll> => ({
    venue: 'kalshi',
    receivedAt: wallClock(),
    markets,
    emptyBooks: 0,
    statesTotals: true,
  }),
];
const feed = new LocalFeed({
  adapters: [adapter],
  pollMs: () => 60_000,
  clock: wallClock,
  random: () => 0.5,
  record: (poll) => recorder.record(poll),
  onFailure: (_, error) => {
    throw error;
  },
  onFault: (error) => {
    throw error;
  },
});
for (let i = 0; i < LISTENERS; i++) {
  feed.onSnapshot((snapshot) => {
    for (const market of snapshot.markets) {
      if (snapshot.byAsset.get(market.ref.asset) !== market) throw new Error(market.ref.asset);
    }
  });
}
const spent: number[] = [];
try {
  for (let poll = 0; poll < WARM_UP + POLLS; poll++) {
    markets = await makeMarkets(poll);
    const turns = new TurnLog();
    const told = Promise.withResolvers<void>();
    const stopListening = feed.onSnapshot(() => told.resolve());
    feed.start();
    await told.promise;
    await sleep(5);
    const { busiest } = await turns.stop(1);
    stopListening();
    await feed.stop();
    if (poll >= WARM_UP) spent.push(busiest?.ranMs ?? 0);
  }
} finally {
  await history.close();
  rmSync(dataDir, { recursive: true, force: true });
}
spent.sort((a, b) => a - b);
const [median, most] = [spent[Math.floor(spent.length / 2)]!, spent.at(-1)!];
console.log(
  `the busiest turn of a poll of ${MARKETS} markets: ${median.toFixed(1)} ms of processor time, ${most.toFixed(1)} at most of ${spent.length}`,
);
process.exitCode = most <= BAR_MS ? 0 : 1;

/** States that nothing else holds, as an adapter builds them, whose prices move from poll to poll. */
async function makeMarkets(poll: number): Promise<readonly MarketState[]> {
  const made: MarketState[] = [];
  for (let i = 0; i < MARKETS; i++) {
    const title = `Will the number ${i} come up before the end of the year?`;
    made.push(
      structuredClone(sampleMarket(`kalshi-kxb-${i}`, { title, yesPrice: 0.3 + ((i + poll) % 40) / 100 })),
    );
    if (i % 50 === 0) await nextTurn();
  }
  return made;
}
