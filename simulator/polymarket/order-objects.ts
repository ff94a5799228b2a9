import { UNIT } from '../trading/account.ts';
import type { PolymarketUser } from '../trading/registry.ts';
import { chainState, type SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { tradeId } from './orders.ts';
import * as shapes from './shapes.ts';

function findToken({ request: { market, leg } }: SimOrder, view: VenueView) {
  const listing = view.universe().byName.get(`polymarket ${market.name}`);
  if (listing === undefined) return { conditionId: '', tokenId: '', outcome: '' };
  const { clobConditionId: conditionId, tokens } = shapes.getIds(listing);
  const index = leg === 'yes' ? 0 : 1;
  return { conditionId, tokenId: tokens[index], outcome: shapes.getOutcomes(listing)[index] ?? '' };
}

export function orderObject(order: SimOrder, user: PolymarketUser, view: VenueView) {
  const { conditionId, tokenId, outcome } = findToken(order, view);
  return {
    id: order.id,
    status: describeState(order),
    owner: user.apiKey.key,
    maker_address: user.funder,
    market: conditionId,
    asset_id: tokenId,
    side: order.request.side === 'buy' ? 'BUY' : 'SELL',
    original_size: String(order.request.size / UNIT),
    size_matched: String(order.hasFailed ? 0 : order.filled / UNIT),
    price: String(Number(order.request.price.toFixed(4))),
    associate_trades: order.fills.map(({ id }) => tradeId(id)),
    outcome,
    created_at: Math.floor(order.createdAt / 1_000),
    expiration: '0',
    order_type: order.request.tif === 'gtc' ? 'GTC' : order.request.tif === 'fok' ? 'FOK' : 'FAK',
  };
}

export function tradeObjects(order: SimOrder, user: PolymarketUser, view: VenueView) {
  const { conditionId, tokenId, outcome } = findToken(order, view);
  return order.fills.map(({ id, t, price, size }) => ({
    id: tradeId(id),
    taker_order_id: order.id,
    market: conditionId,
    asset_id: tokenId,
    side: order.request.side === 'buy' ? 'BUY' : 'SELL',
    size: String(size / UNIT),
    fee_rate_bps: '0',
    price: String(price),
    status: chainState(order, view.now()),
    match_time: String(Math.floor(t / 1_000)),
    last_update: String(Math.floor(t / 1_000)),
    outcome,
    bucket_index: 0,
    owner: user.apiKey.key,
    maker_address: user.funder,
    maker_orders: [],
    transaction_hash: `0x${id.toString(16).padStart(64, '0')}`,
    trader_side: 'TAKER',
  }));
}

function describeState({ state, filled }: SimOrder): string {
  if (state === 'open') return 'LIVE';
  if (state === 'delayed') return 'DELAYED';
  return filled > 0 ? 'MATCHED' : 'CANCELED';
}
