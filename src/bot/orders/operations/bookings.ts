import Big from 'big.js';
import {
  type EpochMs,
  epochMs,
  MICRO_PER_USD,
  type MicroUsd,
  microUsd,
  NO_MONEY,
  saturateMicroUsd,
} from '../../../domain/index.ts';
import { applyFill, FLAT, type Position, type PositionFill } from '../../positions/position.ts';
import type { MoneyMoved } from '../money-moved.ts';
import type { OrderFill } from '../order.ts';
import type { BookedFill, BotMarket, ClosingRow, OrderRows, PositionRow, ScoreRow } from '../rows.ts';
import { bookOnDays, countClosing, countFee } from './days.ts';

/** The bot and market in which a trade or resolution is booked. */
export type Holding = BotMarket & Pick<PositionRow, 'asset'>;

/**
 * Books one trade in position and score. The venue's fee reduces the gain.
 *
 * @param isFar Whether the caller chose a price that was not near the market.
 */
export function bookTrade(
  rows: OrderRows,
  holding: Holding,
  fill: PositionFill & MoneyMoved & { readonly t: EpochMs; readonly venueFeeMicroUsd: number | null },
  isFar: boolean,
): void {
  const gain = closeAndOpen(rows, holding, fill, fill.t);
  const { t, venueFeeMicroUsd } = fill;
  const volumeMicroUsd = toMoved(fill);
  addToScore(rows, holding, {
    realizedMicroUsd: (gain ?? 0) - (venueFeeMicroUsd ?? 0),
    fills: 1,
    farFills: isFar ? 1 : 0,
    volumeMicroUsd,
    closings: gain === null ? 0 : 1,
    wins: gain !== null && gain > 0 ? 1 : 0,
  });
  bookOnDays(rows, holding, [
    { t, fills: 1, volumeMicroUsd, ...countFee(venueFeeMicroUsd), ...countGain(gain) },
  ]);
}

/**
 * Books a fill that no order made in position and gain. It counts neither as volume nor as a trade. A fill that ends a
 * record with an unknown gain (`reconciled`) does not count as a closing either.
 */
export function bookAccountFill(
  rows: OrderRows,
  holding: Holding,
  fill: PositionFill &
    Pick<BookedFill, 'kind'> & { readonly t: EpochMs; readonly venueFeeMicroUsd: number | null },
): void {
  const gain = closeAndOpen(rows, holding, fill, fill.t);
  const { t, venueFeeMicroUsd } = fill;
  addToScore(rows, holding, {
    realizedMicroUsd: (gain ?? 0) - (venueFeeMicroUsd ?? 0),
    closings: gain === null ? 0 : 1,
    wins: gain !== null && gain > 0 ? 1 : 0,
  });
  // A fill that no order made has a record in the list of orders, which counts as an order of the day.
  bookOnDays(rows, holding, [{ t, orders: 1, ...countFee(venueFeeMicroUsd), ...countGain(gain) }]);
}

/** Books the growth of a venue fee that became known after its fill. @param fill The fill as it was stored before. */
export function bookFee(
  rows: OrderRows,
  holding: Holding,
  fill: Pick<OrderFill, 't' | 'venueFeeMicroUsd'>,
  growthMicroUsd: number,
): void {
  addToScore(rows, holding, { realizedMicroUsd: -growthMicroUsd });
  const fillsWithoutFee = fill.venueFeeMicroUsd === null ? -1 : 0;
  bookOnDays(rows, holding, [{ t: fill.t, venueFeesMicroUsd: growthMicroUsd, fillsWithoutFee }]);
}

const countGain = (gain: number | null) =>
  gain === null ? {} : countClosing({ kind: 'trade', realizedMicroUsd: gain });

/** The resolution by which positions are settled. */
export interface SettlingResolution {
  /** Payout of one Yes share in USD; null: buyers were paid back, so there is no gain or loss. */
  readonly value: number | null;
  /** Time at which the resolution was recorded; null: not known. */
  readonly resolvedAt: EpochMs | null;
}

/** Closes the open position at the market's payout, without a fee, volume or a fill on the tape. */
export function bookResolution(
  rows: OrderRows,
  holding: Holding,
  { value, resolvedAt }: SettlingResolution,
  t: EpochMs,
): void {
  const position = readPosition(rows, holding);
  const size = new Big(position.size);
  if (size.eq(0)) return;
  const side = size.gt(0) ? 'sell' : 'buy';
  const notionalMicroUsd = value === null ? position.costMicroUsd : computePayout(size.abs(), value);
  const fill = { side, size: size.abs().toFixed(), notionalMicroUsd } as const;
  const { realizedMicroUsd } = applyFill(position, fill);
  const gain = realizedMicroUsd ?? 0;
  rows.removePosition(holding);
  const closing = { kind: 'settlement', realizedMicroUsd: gain, ...position, resolvedAt } as const;
  rows.insertClosing({ ...toMarket(holding), t, ...closing });
  addToScore(rows, holding, { realizedMicroUsd: gain, closings: 1, wins: gain > 0 ? 1 : 0 });
  bookOnDays(rows, holding, [{ t, ...countClosing(closing) }]);
}

/**
 * Undoes the settlements of a market whose resolution was taken back: the settled position is open again at its cost,
 * and its gain is taken back. Trades that the bot made since are netted with it.
 *
 * @returns Whether there was anything to undo.
 */
export function bookReopening(rows: OrderRows, holding: Holding, t: EpochMs): boolean {
  const market = toMarket(holding);
  const closings = rows.listClosings(market);
  const undone = closings.findLastIndex(({ kind }) => kind === 'reopened');
  const standing = closings.slice(undone + 1).filter(({ kind }) => kind === 'settlement');
  for (const settlement of standing) {
    const { size, costMicroUsd } = findSettled(rows, market, settlement);
    const notionalMicroUsd = costMicroUsd;
    const open = new Big(size);
    const fill = { side: open.gt(0) ? 'buy' : 'sell', size: open.abs().toFixed(), notionalMicroUsd } as const;
    const netted = open.eq(0) ? null : closeAndOpen(rows, holding, fill, t);
    const taken = -settlement.realizedMicroUsd;
    const { resolvedAt } = settlement;
    const closing = { kind: 'reopened', realizedMicroUsd: taken, size, costMicroUsd, resolvedAt } as const;
    rows.insertClosing({ ...market, t, ...closing });
    addToScore(rows, holding, {
      realizedMicroUsd: taken + (netted ?? 0),
      closings: (netted === null ? 0 : 1) - 1,
      wins: (isWin(netted ?? 0) ? 1 : 0) - (isWin(settlement.realizedMicroUsd) ? 1 : 0),
    });
    bookOnDays(rows, holding, [
      { t, ...countClosing(closing) },
      { t, ...countGain(netted) },
    ]);
  }
  return standing.length > 0;
}

/**
 * Finds the position that a settlement closed. A settlement that was stored without a size is the only one of its
 * market, so it closed all fills before it.
 */
function findSettled(rows: OrderRows, market: BotMarket, { size, costMicroUsd, t }: ClosingRow): Position {
  if (size !== null && costMicroUsd !== null) return { size, costMicroUsd };
  const fills = rows.listFillsInMarket(market).filter((fill) => fill.t <= t);
  return fills.reduce((position, fill) => applyFill(position, fill).position, FLAT);
}

function computePayout(shares: Big, value: number): MicroUsd {
  return saturateMicroUsd(Number(shares.times(value).times(MICRO_PER_USD).round(0, Big.roundHalfUp)));
}

/**
 * Books a bot's market again after fills were removed: position and gains are computed from the remaining fills. A
 * position that was already settled opens again, and the next search for ended markets closes it.
 *
 * @param stored Fills that replace the removed ones.
 */
export function rebookMarket(
  rows: OrderRows,
  holding: Holding,
  { withdrawn, stored }: { readonly withdrawn: readonly OrderFill[]; readonly stored: readonly OrderFill[] },
): void {
  const market = toMarket(holding);
  const booked = rows.listClosings(market);
  rows.removeClosings(market);
  rows.removePosition(market);
  const closed = rows
    .listFillsInMarket(market)
    .map((fill) => ({ t: fill.t, gain: closeAndOpen(rows, holding, fill, epochMs(fill.t)) }));
  const gains = closed.map(({ gain }) => gain).filter((gain) => gain !== null);
  bookOnDays(rows, market, [
    ...booked.map((closing) => ({ t: closing.t, ...negate(countClosing(closing)) })),
    ...closed.map(({ t, gain }) => ({ t, ...countGain(gain) })),
    ...withdrawn.map((fill) => countFill(fill, -1)),
    ...stored.map((fill) => countFill(fill, 1)),
  ]);
  addToScore(rows, market, {
    realizedMicroUsd:
      sumAmounts(gains) - saturateMicroUsd(sumGains(booked)) + sumFees(withdrawn) - sumFees(stored),
    fills: stored.length - withdrawn.length,
    volumeMicroUsd: sumAmounts(stored.map(toMoved)) - sumAmounts(withdrawn.map(toMoved)),
    closings: gains.length - sumAmounts(booked.map((closing) => countClosing(closing).closings)),
    wins: gains.filter(isWin).length - sumAmounts(booked.map((closing) => countClosing(closing).wins)),
  });
}

const isWin = (gain: number) => gain > 0;
const negate = ({ closings, wins, gainMicroUsd }: ReturnType<typeof countClosing>) => ({
  closings: -closings,
  wins: -wins,
  gainMicroUsd: -gainMicroUsd,
});
const countFill = (fill: OrderFill, sign: number) => ({
  t: fill.t,
  fills: sign,
  volumeMicroUsd: sign * toMoved(fill),
  ...countFee(fill.venueFeeMicroUsd, sign),
});
const sumGains = (closings: readonly ClosingRow[]) =>
  sumAmounts(closings.map(({ realizedMicroUsd }) => realizedMicroUsd));
const toMoved = ({ costMicroUsd, proceedsMicroUsd }: MoneyMoved) => costMicroUsd + proceedsMicroUsd;
const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumFees = (fills: readonly OrderFill[]) => sumAmounts(fills.map((fill) => fill.venueFeeMicroUsd ?? 0));

/** Updates the counts of a bot's score, and those of the day on which its order was stored. */
export function countOrders(
  rows: OrderRows,
  { botId, mode, createdAt }: Pick<BotMarket, 'botId' | 'mode'> & { readonly createdAt: number },
  change: Pick<ScoreChange, 'orders' | 'filled' | 'accessFeesMicroUsd'>,
): void {
  const { orders = 0, filled = 0, accessFeesMicroUsd = 0 } = change;
  if (orders === 0 && filled === 0 && accessFeesMicroUsd === 0) return;
  storeScore(rows, { botId, mode }, change, 'updateActivity');
  bookOnDays(rows, { botId, mode }, [{ t: createdAt, orders, accessFeesMicroUsd }]);
}

const toMarket = ({ botId, mode, venue, storeKey }: BotMarket): BotMarket => ({
  botId,
  mode,
  venue,
  storeKey,
});

/** Applies a trade to the stored position. @returns Gain of the closed part; null when nothing was closed. */
function closeAndOpen(
  rows: OrderRows,
  holding: Holding,
  fill: PositionFill & Partial<Pick<BookedFill, 'kind'>>,
  t: EpochMs,
): number | null {
  const { asset } = holding;
  const market = toMarket(holding);
  const before = rows.findPosition(market);
  const { position, realizedMicroUsd } = applyFill(before ?? FLAT, fill);
  // A flat position has no row, so the table has open positions only.
  const isReversed = before !== null && before.size.startsWith('-') !== position.size.startsWith('-');
  const openedAt = before === null || isReversed ? t : before.openedAt;
  if (Number(position.size) === 0) rows.removePosition(market);
  else if (before === null) rows.insertPosition({ ...market, asset, ...position, openedAt });
  else rows.updatePosition({ ...market, asset, ...position, openedAt });
  if (fill.kind === 'reconciled') return null;
  if (realizedMicroUsd !== null) {
    const settled = { size: null, costMicroUsd: null, resolvedAt: null };
    rows.insertClosing({ ...market, t, kind: 'trade', realizedMicroUsd, ...settled });
  }
  return realizedMicroUsd;
}

/** Reads the position of a bot in a market; flat without a row. */
export function readPosition(rows: OrderRows, market: BotMarket): Position {
  return rows.findPosition(market) ?? FLAT;
}

type ScoreChange = Partial<Record<Exclude<keyof ScoreRow, 'botId' | 'mode'>, number>>;

function addToScore(rows: OrderRows, bot: Pick<BotMarket, 'botId' | 'mode'>, change: ScoreChange): void {
  storeScore(rows, bot, change, 'updateScore');
}

/**
 * Stores a bot's score. Sums stop at the largest safe integer, so that no bot's order makes the leaderboard unreadable.
 */
function storeScore(
  rows: OrderRows,
  { botId, mode }: Pick<BotMarket, 'botId' | 'mode'>,
  change: ScoreChange,
  update: 'updateScore' | 'updateActivity',
): void {
  const known = rows.findScore(botId, mode);
  const before = known ?? createScore(botId, mode);
  const add = (name: keyof ScoreChange) => before[name] + (change[name] ?? 0);
  rows[known === null ? 'insertScore' : update]({
    botId,
    mode,
    realizedMicroUsd: saturateMicroUsd(add('realizedMicroUsd')),
    fills: add('fills'),
    farFills: add('farFills'),
    volumeMicroUsd: saturateMicroUsd(add('volumeMicroUsd')),
    closings: add('closings'),
    wins: add('wins'),
    orders: add('orders'),
    filled: add('filled'),
    accessFeesMicroUsd: microUsd(add('accessFeesMicroUsd')),
  });
}

function createScore(botId: string, mode: ScoreRow['mode']): ScoreRow {
  const money = { realizedMicroUsd: NO_MONEY, volumeMicroUsd: NO_MONEY, accessFeesMicroUsd: NO_MONEY };
  return { botId, mode, ...money, fills: 0, farFills: 0, closings: 0, wins: 0, orders: 0, filled: 0 };
}
