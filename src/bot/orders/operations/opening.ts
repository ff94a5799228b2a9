import { type EpochMs, epochMs, MINUTE_MS, NO_MONEY } from '../../../domain/index.ts';
import type { BotControl } from '../../control/control.ts';
import { toControl } from '../../control/control-row.ts';
import { readHalt } from '../../control/halt.ts';
import { bindsOpenings, findLimitsInForce, type LimitCeilings } from '../../limits/limits.ts';
import { decideOpening, type OpeningDecision, type OpeningFacts } from '../../limits/opening-decision.ts';
import type { BotOrder } from '../order.ts';
import type { NewOrder } from '../order-store.ts';
import type { TradingRows } from '../rows.ts';

/** Facts for the limits of a reservation that no row contains. */
export interface LimitContext {
  readonly ceilings: LimitCeilings;
  readonly now: EpochMs;
}

/**
 * Decides how much of a new order may open a position. Positions are read only if something restricts the bot's
 * openings.
 */
export function readOpening(rows: TradingRows, request: NewOrder, context: LimitContext): OpeningDecision {
  if (request.isClose) return { kind: 'open', opensMicroUsd: NO_MONEY };
  const control = readControl(rows, request.botId);
  const isFree = isUnbound(control, context) && !isMismatched(rows, request);
  if (isFree) return { kind: 'open', opensMicroUsd: request.mostOpenedMicroUsd };
  return decideOpening(request, readFacts(rows, request, { control, context }));
}

/** Whether the engine has placed as many orders within the last minute as the bot's limit allows. */
export function isEngineBusy(
  { orders, control }: TradingRows,
  { botId, source }: Pick<NewOrder, 'botId' | 'source'>,
  { now }: LimitContext,
): boolean {
  if (source !== 'engine') return false;
  const { maxOrdersPerMin } = toControl(control.find(botId)).config;
  return maxOrdersPerMin !== null && orders.countEngineOrders(botId, now - MINUTE_MS) >= maxOrdersPerMin;
}

/**
 * Reads the facts by which the opening part of a stored order is decided again; null: nothing restricts the bot's
 * openings.
 */
export function readFactsAgain(
  rows: TradingRows,
  order: BotOrder,
  context: LimitContext,
): OpeningFacts | null {
  const control = readControl(rows, order.botId);
  return isUnbound(control, context) && !isMismatched(rows, order)
    ? null
    : readFacts(rows, order, { control, context });
}

function readControl({ control }: TradingRows, botId: string): BotControl {
  const own = toControl(control.find(botId));
  return { ...own, halt: readHalt(control, own) };
}

function isUnbound({ config, halt, exitState }: BotControl, { ceilings }: LimitContext): boolean {
  const isFree = halt === 'none' && exitState.closing === null && exitState.stop === null;
  return isFree && !bindsOpenings(findLimitsInForce(config, ceilings));
}

type OrderInMarket = Pick<BotOrder, 'botId' | 'owner' | 'mode' | 'venue' | 'storeKey' | 'orderId'>;

/** Whether the account differs from the records of its bots; a paper order has no account. */
function isMismatched({ orders }: TradingRows, { owner, mode, venue, storeKey }: OrderInMarket): boolean {
  return mode === 'live' && orders.isMismatched({ owner, venue, storeKey });
}

function readFacts(
  rows: TradingRows,
  order: OrderInMarket,
  { control, context }: { readonly control: BotControl; readonly context: LimitContext },
): OpeningFacts {
  const { orders } = rows;
  const { botId, mode, venue, storeKey, orderId } = order;
  const { config, halt, exitState } = control;
  const { ceilings, now } = context;
  const lastClosing =
    config.cooldownMs === null ? null : orders.findLastClosing({ botId, mode, venue, storeKey });
  return {
    positions: orders.listPositions(botId, mode),
    pending: orders.listPending(botId, mode).filter((one) => one.orderId !== orderId),
    halt,
    isClosing: exitState.closing !== null,
    isStopped: exitState.stop !== null,
    isMismatched: isMismatched(rows, order),
    limits: findLimitsInForce(config, ceilings),
    lastClosingAt: lastClosing === null ? null : epochMs(lastClosing),
    now,
  };
}
