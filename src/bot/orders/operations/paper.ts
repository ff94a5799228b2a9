import { addToTaken } from '../../execution/mock/taken-levels.ts';
import type { PaperSide, PaperTaking } from '../../execution/paper-taking.ts';
import type { BotOrder } from '../order.ts';
import type { TradingRows } from '../rows.ts';

type OrderOfSide = Pick<BotOrder, 'botId' | 'mode' | 'venue' | 'storeKey' | 'side'>;

/** Builds the key of the side of a book from which an order takes. */
export const toPaperSide = ({ botId, mode, venue, storeKey, side }: OrderOfSide): PaperSide => ({
  botId,
  mode,
  venue,
  storeKey,
  side,
});

/**
 * Stores the sizes that an order takes from its book, added to those that the bot's other orders took since it was
 * sized.
 */
export function storeTaking(
  { orders }: Pick<TradingRows, 'orders'>,
  order: OrderOfSide,
  taking: PaperTaking,
): void {
  const side = toPaperSide(order);
  for (const level of addToTaken(taking, orders.listTaken(side))) orders.putTaken(side, level);
  for (const price of taking.gone) orders.removeTaken(side, price);
}
