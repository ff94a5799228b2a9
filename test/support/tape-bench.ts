import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type AssetRef, isPerpKind } from '../../src/domain/index.ts';
import type { TakenTrade } from '../../src/history/tape/contract/tape-writer.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import type { TapeAccess } from '../../src/http/parameters/tape-access.ts';
import type { ApiChanges } from './api-server.ts';
import { ELECTION, NOW, ONE_OF_EACH } from './fixed-feed.ts';
import { startBench } from './service-bench.ts';
import { type Event, toFrames } from './tape/frame-columns.ts';

export const NUMBERS: ReadonlyMap<string, number> = new Map(ONE_OF_EACH.map(({ asset }, i) => [asset, i]));
/** Number of the market that most tests record. */
export const MARKET = NUMBERS.get(ELECTION.asset) ?? 0;

/** Starts a tape that is written and read in its own directory, and a server over it whose clock stands at `NOW`. */
export async function startTape(
  t: TestContext,
  {
    beganMs = NOW - 3_600_000,
    changes = {},
  }: {
    /** Start of the writer. */
    readonly beganMs?: number;
    /** Parts of the server. */
    readonly changes?: ApiChanges;
  } = {},
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-tape-'));
  const writer = new SqliteTapeWriter({ dataDir, store: 'ab'.repeat(16), nowMs: beganMs });
  writer.nameMarkets(
    ONE_OF_EACH.map((ref, number) => ({
      number,
      venue: ref.venue,
      storeKey: ref.storeKey,
      asset: ref.asset,
      sendsChanges: true,
      isBinary: !isPerpKind(ref.kind),
    })),
  );
  const reader = new SqliteTapeReader(dataDir);
  let isStopped = false;
  const stop = (atMs: number) => {
    if (!isStopped) writer.stop(atMs);
    isStopped = true;
  };
  t.after(async () => {
    stop(NOW);
    await reader.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  let exclusion: (ref: AssetRef, content: string) => string | null = () => null;
  const tape: TapeAccess = {
    isThere: () => true,
    waitFor: () => reader.findNewestMs(),
    findExclusion: async (ref, content) => exclusion(ref, content),
  };
  const bench = await startBench(t, { tape, tapeReader: reader, ...changes });
  return {
    ...bench,
    writer,
    reader,
    tapeDir: dataDir,
    /** Takes events and commits everything up to a moment. */
    record(events: readonly Event[], committedMs: number) {
      writer.addFrames(toFrames(events));
      writer.flush(committedMs);
    },
    /** Takes trades and commits everything up to a moment. */
    trade(trades: readonly Partial<TakenTrade>[], committedMs: number) {
      writer.addTrades(trades.map(buildTrade));
      writer.flush(committedMs);
    },
    stop,
    exclude(find: typeof exclusion) {
      exclusion = find;
    },
    /** Requests the answer of a call, which must have this status. */
    async get(url: string, status = 200) {
      const answer = await bench.app.inject(url);
      if (answer.statusCode !== status) throw new Error(`${url} is ${answer.statusCode}: ${answer.body}`);
      return { ...answer, body: answer.json() };
    },
  };
}

export type TapeBench = Awaited<ReturnType<typeof startTape>>;

/** Builds a trade of the market of most tests, a second ago. */
export function buildTrade(changes: Partial<TakenTrade> = {}): TakenTrade {
  return {
    market: MARKET,
    t: NOW - 1_000,
    venueTime: changes.t ?? NOW - 1_000,
    receivedAt: NOW - 900,
    side: 'buy',
    isBlock: false,
    source: 'stream',
    price: 0.42,
    size: 10,
    id: null,
    ...changes,
  };
}

/** Two levels a side around 0.42. */
export const WHOLE = {
  kind: 'whole',
  market: MARKET,
  bids: [
    [0.41, 100],
    [0.4, 250],
  ],
  asks: [
    [0.43, 80],
    [0.44, 10],
  ],
} as const;
