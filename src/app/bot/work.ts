import type { Bot } from '../../bot/bot.ts';
import type { OpenMarket } from '../../bot/orders/order-store.ts';
import { closeEndedPositions, type MarketEnd } from '../../bot/positions/position-closer.ts';
import type { OrderResolver } from '../../bot/trade/order-resolver.ts';
import { SECOND_MS } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { BotOptions } from './options.ts';

/** Interval of the check for orders whose state is due to be read; each order has an interval of its own. */
const RESOLVE_EVERY_MS = SECOND_MS;
const CLOSE_EVERY_MS = 10 * SECOND_MS;
/** A credential is checked within this time after it was stored. */
const CHECK_CREDENTIALS_EVERY_MS = 2 * SECOND_MS;
/** Interval at which the engine decides the pairs of bot and asset that are undecided in the current minute. */
const ENGINE_EVERY_MS = 5 * SECOND_MS;

interface WorkParts extends Pick<Bot, 'orders' | 'credentials' | 'engine'> {
  readonly resolver: OrderResolver;
}

/** Periodic work beside the calls of bots. */
export interface BotWork {
  /** Markets whose end could not be booked in the last round. */
  listUnsettled(): readonly OpenMarket[];
}

/** Starts the periodic work. @param lifecycle Receives its stop, after which no order is read from a venue. */
export function startBotWork(
  { history, log }: Pick<BotOptions, 'history' | 'log'>,
  { orders, resolver, credentials, engine }: WorkParts,
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
  const repeat = (everyMs: number, run: () => Promise<void>, fault: string) =>
    new PeriodicTask({ everyMs, run, onError: (error) => log.error({ err: error }, fault) });
  const tasks = [
    repeat(RESOLVE_EVERY_MS, () => resolver.runRound(), 'open orders could not be read'),
    repeat(CLOSE_EVERY_MS, closePositions, 'positions could not be closed'),
    repeat(CHECK_CREDENTIALS_EVERY_MS, () => credentials.runRound(), 'credentials could not be looked at'),
  ];
  if (engine !== null) {
    tasks.push(repeat(ENGINE_EVERY_MS, () => engine.runRound(), 'the engine could not read its bots'));
  }
  lifecycle.defer(async () => {
    await Promise.all(tasks.map((task) => task.stop()));
    await resolver.stop();
  });
  for (const task of tasks) task.start();
  return { listUnsettled: () => unsettled };
}

/** Payout of one Yes share by the recorded resolution. */
async function findEnd(history: HistoryReader, { venue, storeKey }: OpenMarket): Promise<MarketEnd | null> {
  const resolution = await history.findResolution({ venue, storeKey });
  if (resolution === null) return null;
  const { outcome, payout } = resolution;
  // Void without a payout: the venue paid every buyer back.
  return { value: payout ?? { yes: 1, no: 0, void: null }[outcome] };
}
