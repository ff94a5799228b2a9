import type { Bot } from '../../bot/bot.ts';
import type { OpenMarket } from '../../bot/orders/order-figures.ts';
import { closeEndedPositions, type MarketEnd } from '../../bot/positions/position-closer.ts';
import { type KnownResolution, reopenSettledPositions } from '../../bot/positions/position-reopener.ts';
import type { OrderResolver } from '../../bot/trade/order-resolver.ts';
import { DAY_MS, epochMs, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { BotOptions } from './options.ts';

/** Interval at which due orders are searched. Each order has its own interval for reading its state. */
const RESOLVE_EVERY_MS = SECOND_MS;
const CLOSE_EVERY_MS = 10 * SECOND_MS;
/**
 * Interval at which withdrawn resolutions are searched. Venues withdraw few, and other parts notice first that a market
 * trades again.
 */
const REOPEN_EVERY_MS = MINUTE_MS;
/** Time after which a settlement is final. */
const FINAL_AFTER_MS = 60 * DAY_MS;
/** Interval at which due accounts are searched. Each account is due once a minute. */
const READ_ACCOUNTS_EVERY_MS = 5 * SECOND_MS;
/** Interval at which new credentials are searched and checked. */
const CHECK_CREDENTIALS_EVERY_MS = 2 * SECOND_MS;
/** Interval at which the engine decides about pairs of bot and asset that it has not decided in the current minute. */
const ENGINE_EVERY_MS = 5 * SECOND_MS;

/** Longest time between two decisions about exits. Every pulse triggers one too. */
const EXIT_WATCH_EVERY_MS = 5 * SECOND_MS;

interface WorkParts extends Pick<Bot, 'orders' | 'credentials' | 'engine' | 'exitWatch' | 'readings'> {
  readonly resolver: OrderResolver;
}

/** Periodic work of the bots. */
export interface BotWork {
  /** Lists the markets that could not be settled in the last round. */
  listUnsettled(): readonly OpenMarket[];
}

/** Starts the periodic work. @param lifecycle Receives its stop, after which no order is read from a venue. */
export function startBotWork(
  { history, feed, log, clock }: Pick<BotOptions, 'history' | 'feed' | 'log' | 'clock'>,
  { orders, resolver, credentials, engine, exitWatch, readings }: WorkParts,
  lifecycle: AsyncDisposableStack,
): BotWork {
  let unsettled: readonly OpenMarket[] = [];
  const closePositions = async () => {
    unsettled = await closeEndedPositions({
      orders,
      findEnd: (market) => findEnd(history, market),
      onFault: (error, market) => log.error({ err: error, market }, 'a market could not be settled'),
    });
  };
  const reopenPositions = () =>
    reopenSettledPositions({
      orders,
      findResolutions: (markets) => findResolutions(history, markets),
      since: epochMs(Math.max(0, clock() - FINAL_AFTER_MS)),
      onFault: (error, market) => log.error({ err: error, market }, 'a market could not be reopened'),
    });
  const repeat = (everyMs: number, run: () => Promise<void>, fault: string) =>
    new PeriodicTask({ everyMs, run, onError: (error) => log.error({ err: error }, fault) });
  const tasks = [
    repeat(RESOLVE_EVERY_MS, () => resolver.runRound(), 'open orders could not be read'),
    repeat(CLOSE_EVERY_MS, closePositions, 'positions could not be closed'),
    repeat(REOPEN_EVERY_MS, reopenPositions, 'positions could not be reopened'),
    repeat(CHECK_CREDENTIALS_EVERY_MS, () => credentials.runRound(), 'credentials could not be looked at'),
    repeat(READ_ACCOUNTS_EVERY_MS, () => readings.runRound(), 'accounts could not be read'),
  ];
  if (engine !== null) {
    tasks.push(repeat(ENGINE_EVERY_MS, () => engine.runRound(), 'the engine could not read its bots'));
  }
  tasks.push(
    repeat(EXIT_WATCH_EVERY_MS, async () => exitWatch.wake(), 'the exit watch could not look at positions'),
  );
  const unsubscribe = [feed.onSnapshot(() => exitWatch.pulse()), feed.onUpdate(() => exitWatch.pulse())];
  lifecycle.defer(async () => {
    for (const end of unsubscribe) end();
    await Promise.all(tasks.map((task) => task.stop()));
    await exitWatch.stop();
    await resolver.stop();
  });
  for (const task of tasks) task.start();
  return { listUnsettled: () => unsettled };
}

/** Finds the payout of one Yes share in the recorded resolution; null without one. */
export async function findEnd(
  history: HistoryReader,
  { venue, storeKey }: OpenMarket,
): Promise<MarketEnd | null> {
  const resolution = await history.findResolution({ venue, storeKey });
  if (resolution === null) return null;
  const { outcome, payout, recordedAt } = resolution;
  // A void resolution without a payout means that the venue refunded every buyer.
  return { value: payout ?? { yes: 1, no: 0, void: null }[outcome], recordedAt };
}

/** Finds resolutions: one query for all resolutions in force, and one query each for the few others. */
async function findResolutions(
  history: HistoryReader,
  markets: readonly OpenMarket[],
): Promise<(KnownResolution | null)[]> {
  const inForce = await history.findResolutionMany(markets);
  return Promise.all(
    markets.map(async (market, i) => {
      const newest = inForce[i] ?? (await history.findNewestResolution(market));
      if (newest === null) return null;
      const { asset, recordedAt, reopenedAt, earlier } = newest;
      return { asset, recordedAt, hasEarlier: earlier !== undefined, isTakenBack: reopenedAt !== undefined };
    }),
  );
}
