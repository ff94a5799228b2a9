import { epochMs, VENUES } from '../../src/domain/index.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { HourVolumes } from '../../src/recording/tape/hour-volumes.ts';
import type { NumberedTrade } from '../../src/recording/tape/messages.ts';
import { restoreTrades } from '../../src/recording/tape/stored-trades.ts';
import { TapeDesk } from '../../src/recording/tape/tape-desk.ts';
import { TradeDesk, type TradeTraits } from '../../src/recording/tape/trade-desk.ts';
import { toFrames } from '../support/tape/frame-columns.ts';
import { beginOf, endOf, eventsOf, MARKET_NUMBERS, toMarket, tradeOf } from './tape-story.ts';

export const STORE = '0123456789abcdef'.repeat(2);

/**
 * Child process: what the thread of the tape does, for batches of the story from the given one on. Each number is printed
 * once its batch is committed.
 */
async function write(dataDir: string, from: number): Promise<void> {
  const startMs = beginOf(from);
  const writer = new SqliteTapeWriter({ dataDir, store: STORE, nowMs: startMs });
  const reader = new SqliteTapeReader(dataDir);
  const traits = Object.fromEntries(VENUES.map((venue) => [venue, { openedMs: 0, ids: 'transaction' }]));
  const trades = new TradeDesk(traits as Record<(typeof VENUES)[number], TradeTraits>);
  let failure: string | null = null;
  const desk = new TapeDesk({
    writer,
    trades,
    reader,
    bookDays: 0,
    // The desk commits when it is told.
    now: () => 0,
    report: (report) => {
      failure = report.failure;
    },
    onError: (error) => {
      throw error;
    },
  });
  await restoreTrades({
    reader,
    desk: trades,
    volumes: new HourVolumes(),
    traits: traits as Record<string, TradeTraits>,
    nowMs: startMs,
  });
  for (let batch = from; ; batch++) {
    const isFirst = batch === from;
    desk.receive({
      kind: 'batch',
      atMs: endOf(batch),
      markets: isFirst ? MARKET_NUMBERS.map(toMarket) : [],
      forgotten: [],
      frames: toFrames(eventsOf(batch, isFirst)),
      breakAll: null,
      classes: [],
      trades: MARKET_NUMBERS.map((market) => toTrade(market, batch)),
      heard: isFirst
        ? MARKET_NUMBERS.map((market) => ({
            kind: 'begin' as const,
            key: { venue: 'polymarket' as const, market },
            fromMs: startMs,
            polledToMs: null,
          }))
        : [],
    });
    if (!desk.flush(endOf(batch))) throw new Error(`batch ${batch}: ${failure}`);
    process.stdout.write(`${batch}\n`);
    await new Promise((turn) => setImmediate(turn));
  }
}

function toTrade(market: number, batch: number): NumberedTrade {
  const trade = tradeOf(market, batch);
  const venueTime = epochMs(trade.t);
  return { ...trade, sideSource: 'venue', venueTime, receivedAt: epochMs(trade.t + 5) };
}

if (import.meta.main) await write(process.argv[2]!, Number(process.argv[3]));
