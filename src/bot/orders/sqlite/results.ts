import Big from 'big.js';
import { MICRO_PER_USD, type MicroUsd, saturateMicroUsd, type VenueId } from '../../../domain/index.ts';
import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import { applyFill, FLAT, type Position, type PositionFill } from '../../positions/position.ts';
import type { MoneyMoved } from '../money-moved.ts';
import type { ExecutionMode, OrderFill } from '../order.ts';

/** Whose result it is, and in what. */
export interface Holding {
  readonly botId: string;
  readonly mode: ExecutionMode;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
}

/**
 * Applies one trade to position and score. The fee of the venue counts against the gain.
 *
 * @param isFar Its price was the caller's own and not near the market.
 */
export function bookTrade(
  tx: Transaction,
  holding: Holding,
  fill: PositionFill & MoneyMoved & { readonly t: number; readonly venueFeeMicroUsd: number | null },
  isFar: boolean,
): void {
  const gain = closeAndOpen(tx, holding, fill, fill.t, 'trade');
  addToScore(tx, holding, {
    realized: (gain ?? 0) - (fill.venueFeeMicroUsd ?? 0),
    fills: 1,
    farFills: isFar ? 1 : 0,
    volume: fill.costMicroUsd + fill.proceedsMicroUsd,
    closings: gain === null ? 0 : 1,
    wins: gain !== null && gain > 0 ? 1 : 0,
  });
}

/** A fee of the venue that became known after its fill was booked. @param feeMicroUsd By how much it grew. */
export function bookFee(tx: Transaction, holding: Holding, feeMicroUsd: number): void {
  addToScore(tx, holding, { realized: -feeMicroUsd, fills: 0, farFills: 0, volume: 0, closings: 0, wins: 0 });
}

/**
 * Closes what is open at the value that the market paid: no fee, no volume, no place on the tape.
 *
 * @param value null: the market paid back what was paid, so nothing is gained or lost.
 */
export function bookSettlement(tx: Transaction, holding: Holding, value: number | null, t: number): void {
  const position = readPosition(tx, holding);
  const size = new Big(position.size);
  if (size.eq(0)) return;
  const side = size.gt(0) ? 'sell' : 'buy';
  const usdMicro = value === null ? position.costMicroUsd : computePayout(size.abs(), value);
  const fill = { side, size: size.abs().toFixed(), usdMicro } as const;
  const gain = closeAndOpen(tx, holding, fill, t, 'settlement') ?? 0;
  addToScore(tx, holding, {
    realized: gain,
    fills: 0,
    farFills: 0,
    volume: 0,
    closings: 1,
    wins: gain > 0 ? 1 : 0,
  });
}

function computePayout(shares: Big, value: number): MicroUsd {
  return saturateMicroUsd(Number(shares.times(value).times(MICRO_PER_USD).round(0, Big.roundHalfUp)));
}

/**
 * Books a market of a bot anew after fills were taken out: position and gains follow from the fills that stand. A
 * position that its market has closed already opens again, and is closed by the next look for ended markets.
 *
 * @param stored What stands in the place of the fills that were taken out.
 */
export function bookAnew(
  tx: Transaction,
  holding: Holding,
  { withdrawn, stored }: { readonly withdrawn: readonly OrderFill[]; readonly stored: readonly OrderFill[] },
): void {
  const { botId, mode, venue, storeKey } = holding;
  const market = [botId, mode, venue, storeKey] as const;
  const ofMarket = 'WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?';
  const booked = tx
    .get(
      `SELECT CAST(${saturated('TOTAL(realized)')} AS INTEGER) AS realized, COUNT(*) AS closings,
         COALESCE(SUM(realized > 0), 0) AS wins FROM bot_closing ${ofMarket}`,
    )
    .get(...market) as unknown as Pick<ScoreChange, 'realized' | 'closings' | 'wins'>;
  tx.get(`DELETE FROM bot_closing ${ofMarket}`).run(...market);
  writePosition(tx, holding, FLAT);
  const standing = tx
    .get(
      `SELECT f.t, f.size, f.usd AS usdMicro, o.side FROM bot_order o JOIN bot_fill f ON f.order_id = o.order_id
       WHERE o.bot_id = ? AND o.mode = ? AND o.venue = ? AND o.store_key = ? ORDER BY f.seq`,
    )
    .all(...market) as unknown as (PositionFill & { readonly t: number })[];
  const gains = standing.map((fill) => closeAndOpen(tx, holding, fill, fill.t, 'trade'));
  const closed = gains.filter((gain) => gain !== null);
  addToScore(tx, holding, {
    realized: sumAmounts(closed) - booked.realized + sumFees(withdrawn) - sumFees(stored),
    fills: stored.length - withdrawn.length,
    farFills: 0,
    volume: sumAmounts(stored.map(toMoved)) - sumAmounts(withdrawn.map(toMoved)),
    closings: closed.length - booked.closings,
    wins: closed.filter((gain) => gain > 0).length - booked.wins,
  });
}

const toMoved = ({ costMicroUsd, proceedsMicroUsd }: MoneyMoved) => costMicroUsd + proceedsMicroUsd;
const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumFees = (fills: readonly OrderFill[]) => sumAmounts(fills.map((fill) => fill.venueFeeMicroUsd ?? 0));

/** Counts towards what the status shows of a bot's life. */
export function countActivity(
  tx: Transaction,
  { botId, mode }: Pick<Holding, 'botId' | 'mode'>,
  { orders, filled, fees }: { readonly orders: number; readonly filled: number; readonly fees: number },
): void {
  if (orders === 0 && filled === 0 && fees === 0) return;
  tx.get(
    `INSERT INTO bot_score (bot_id, mode, orders, filled, fees) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT DO UPDATE SET orders = orders + ?3, filled = filled + ?4, fees = fees + ?5`,
  ).run(botId, mode, orders, filled, fees);
}

function closeAndOpen(
  tx: Transaction,
  holding: Holding,
  fill: PositionFill,
  t: number,
  kind: 'trade' | 'settlement',
): number | null {
  const { position, realizedMicroUsd } = applyFill(readPosition(tx, holding), fill);
  writePosition(tx, holding, position);
  if (realizedMicroUsd !== null) {
    const { botId, mode, venue, storeKey } = holding;
    tx.get(
      `INSERT INTO bot_closing (bot_id, mode, venue, store_key, t, kind, realized) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(botId, mode, venue, storeKey, t, kind, realizedMicroUsd);
  }
  return realizedMicroUsd;
}

/** What a bot has open in a market. */
export function readPosition(
  tx: Transaction,
  { botId, mode, venue, storeKey }: Omit<Holding, 'asset'>,
): Position {
  const row = tx
    .get(
      'SELECT size, cost AS costMicroUsd FROM bot_position WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?',
    )
    .get(botId, mode, venue, storeKey);
  return (row as unknown as Position | undefined) ?? FLAT;
}

/** A flat position leaves no row: what grows is what is open. */
function writePosition(tx: Transaction, holding: Holding, { size, costMicroUsd }: Position): void {
  const { botId, mode, venue, storeKey, asset } = holding;
  if (Number(size) === 0) {
    tx.get('DELETE FROM bot_position WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?').run(
      botId,
      mode,
      venue,
      storeKey,
    );
    return;
  }
  tx.get(
    `INSERT INTO bot_position (bot_id, mode, venue, store_key, asset, size, cost) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
     ON CONFLICT DO UPDATE SET size = ?6, cost = ?7`,
  ).run(botId, mode, venue, storeKey, asset, size, costMicroUsd);
}

interface ScoreChange {
  readonly realized: number;
  readonly fills: number;
  readonly farFills: number;
  readonly volume: number;
  readonly closings: number;
  readonly wins: number;
}

/** A sum in SQL, held within what is read back exactly. */
function saturated(sum: string): string {
  return `max(-${Number.MAX_SAFE_INTEGER}, min(${Number.MAX_SAFE_INTEGER}, ${sum}))`;
}

/** Sums stay at the largest number: no order of one bot may make the boards of all unreadable. */
function addToScore(tx: Transaction, { botId, mode }: Holding, change: ScoreChange): void {
  tx.get(
    `INSERT INTO bot_score (bot_id, mode, realized, fills, far_fills, volume, closings, wins)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT DO UPDATE SET realized = ${saturated('realized + ?3')}, fills = fills + ?4,
       far_fills = far_fills + ?5, volume = ${saturated('volume + ?6')}, closings = closings + ?7, wins = wins + ?8`,
  ).run(
    ...[botId, mode, saturateMicroUsd(change.realized), change.fills, change.farFills],
    ...[saturateMicroUsd(change.volume), change.closings, change.wins],
  );
}
