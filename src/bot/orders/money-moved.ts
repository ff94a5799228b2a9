import Big from 'big.js';
import { type MicroUsd, microUsd, saturateMicroUsd } from '../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution/index.ts';

/** Money that a fill took from the account and brought to it, without the venue's fee. */
export interface MoneyMoved {
  readonly costMicroUsd: MicroUsd;
  readonly proceedsMicroUsd: MicroUsd;
}

/**
 * Splits the money of a fill. The closing part is sold: Yes shares at the price, No shares at one minus the price. The
 * opening part is bought: a `sell` of a binary buys No at one minus the price. Perpetuals count at their price.
 *
 * @param open Open position before the fill, signed; used where neither the venue nor the leg states the closed part.
 */
export function splitMoney(
  { side, leg }: Pick<PreparedOrder, 'side' | 'leg'>,
  fill: Pick<VenueFill, 'price' | 'size' | 'closedSize' | 'notionalMicroUsd'>,
  open: string,
): MoneyMoved {
  const size = new Big(fill.size);
  const closed = findClosed({ side, leg }, fill, size, new Big(open));
  const isBought = leg !== null && side === 'sell';
  const isSold = leg !== null && side === 'buy';
  const price = new Big(fill.price);
  const other = new Big(1).minus(price);
  // The venue's sum is already rounded, so it is used as it is.
  if (closed.eq(0) && !isBought)
    return { costMicroUsd: microUsd(fill.notionalMicroUsd), proceedsMicroUsd: NOTHING };
  if (closed.eq(size) && !isSold)
    return { costMicroUsd: NOTHING, proceedsMicroUsd: microUsd(fill.notionalMicroUsd) };
  return {
    costMicroUsd: toMicro(size.minus(closed).times(isBought ? other : price)),
    proceedsMicroUsd: toMicro(closed.times(isSold ? other : price)),
  };
}

const NOTHING = microUsd(0);

function findClosed(
  { side, leg }: Pick<PreparedOrder, 'side' | 'leg'>,
  { closedSize }: Pick<VenueFill, 'closedSize'>,
  size: Big,
  open: Big,
): Big {
  if (closedSize !== undefined) return new Big(closedSize);
  if (leg !== null) return (side === 'sell') === (leg === 'yes') ? size : new Big(0);
  const against = side === 'sell' ? open : open.neg();
  if (against.lte(0)) return new Big(0);
  return size.lt(against) ? size : against;
}

function toMicro(usd: Big): MicroUsd {
  return saturateMicroUsd(Math.max(0, Number(usd.times(1_000_000).round(0, Big.roundHalfUp))));
}
