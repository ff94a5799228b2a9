import { toHex } from '../hex.ts';
import { type SimEvent, UNIT } from '../trading/account.ts';
import type { Exchange } from '../trading/exchange.ts';
import type { HyperliquidUser, TradingRegistry } from '../trading/registry.ts';
import { amount, type SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { decimal } from './shapes.ts';

type Query = Readonly<Record<string, unknown>>;

const MAX_FILLS = 2_000;
const OUTCOME_TOKEN_BASE = 100_000_000;

/** Answers the queries about users; undefined for every other body. */
export function answerUserInfo(view: VenueView, registry: TradingRegistry, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  const query = body as Query;
  if (typeof query.user !== 'string') return undefined;
  const address = query.user.toLowerCase();
  const user = registry.hyperliquid.get(address);
  const exchange = registry.exchanges.hyperliquid;
  switch (query.type) {
    case 'userRole':
      return describeRole(registry, address, view.now());
    case 'extraAgents':
      return [...(user?.agents ?? [])].map(([agent, { name, validUntil }]) => ({
        address: agent,
        name,
        validUntil,
      }));
    case 'orderStatus':
      return orderStatus(user, exchange, query.oid);
    case 'userFills':
      return listFills(user, exchange, 0, Number.POSITIVE_INFINITY).reverse().slice(0, MAX_FILLS);
    case 'userFillsByTime':
      return listFills(
        user,
        exchange,
        Number(query.startTime),
        Number(query.endTime ?? Number.POSITIVE_INFINITY),
      ).slice(0, MAX_FILLS);
    case 'openOrders':
    case 'frontendOpenOrders':
      return listResting(user, exchange).map((order) =>
        orderObject(order, query.type === 'frontendOpenOrders'),
      );
    case 'clearinghouseState':
      return clearinghouse(user, view);
    case 'spotClearinghouseState':
      return spotState(user, view);
    case 'userRateLimit':
      return { cumVlm: '0.0', nRequestsUsed: 0, nRequestsCap: 10_000, nRequestsSurplus: 0 };
    default:
      return undefined;
  }
}

function describeRole(registry: TradingRegistry, address: string, now: number): object {
  const master = registry.masterByAgent.get(address);
  if (master !== undefined) {
    const validUntil = registry.hyperliquid.get(master)?.agents.get(address)?.validUntil ?? 0;
    return validUntil > now ? { role: 'agent', data: { user: master } } : { role: 'missing' };
  }
  return { role: registry.hyperliquid.has(address) ? 'user' : 'missing' };
}

function orderStatus(user: HyperliquidUser | undefined, exchange: Exchange, oid: unknown): object {
  const found =
    user === undefined
      ? undefined
      : typeof oid === 'string'
        ? exchange.byClientId(user.account, oid.toLowerCase())
        : exchange.order(String(oid));
  if (found === undefined || found.request.account !== user?.account) return { status: 'unknownOid' };
  return {
    status: 'order',
    order: { order: orderObject(found, true), status: toStatus(found), statusTimestamp: found.updatedAt },
  };
}

function toStatus(order: SimOrder): string {
  switch (order.state) {
    case 'open':
    case 'delayed':
      return 'open';
    case 'filled':
      return order.filled < order.request.size ? 'canceled' : 'filled';
    case 'killed':
      return 'iocCancelRejected';
    case 'cancelled':
      return 'canceled';
    case 'settled':
      return 'outcomeSettledCanceled';
  }
}

function orderObject(order: SimOrder, isLong: boolean): object {
  const { request, id, createdAt, filled } = order;
  const short = {
    coin: toCoin(order),
    side: request.side === 'buy' ? 'B' : 'A',
    limitPx: decimal(request.price, 8),
    sz: decimal(amount(request.size - filled), 8),
    oid: Number(id),
    timestamp: createdAt,
    origSz: decimal(amount(request.size), 8),
    ...(request.clientId === null ? {} : { cloid: request.clientId }),
    ...(request.reduceOnly === true ? { reduceOnly: true } : {}),
  };
  if (!isLong) return short;
  return {
    ...short,
    cloid: request.clientId,
    triggerCondition: 'N/A',
    isTrigger: false,
    triggerPx: '0.0',
    children: [],
    isPositionTpsl: false,
    reduceOnly: request.reduceOnly === true,
    orderType: 'Limit',
    tif: request.tif === 'gtc' ? 'Gtc' : request.tif === 'alo' ? 'Alo' : 'Ioc',
  };
}

function listResting(user: HyperliquidUser | undefined, exchange: Exchange): SimOrder[] {
  if (user === undefined) return [];
  return exchange.listOrders(user.account).filter(({ state }) => state === 'open' || state === 'delayed');
}

/** Lists the fills of a user, oldest first. */
function listFills(user: HyperliquidUser | undefined, exchange: Exchange, fromMs: number, toMs: number) {
  if (user === undefined) return [];
  const ofOrders = exchange.listOrders(user.account).flatMap((order) =>
    order.fills
      .filter(({ t }) => t >= fromMs && t <= toMs)
      .map(({ id, t, price, size, fee, coinsBefore }) => ({
        coin: toCoin(order),
        px: decimal(price, 8),
        sz: decimal(amount(size), 8),
        side: order.request.side === 'buy' ? 'B' : 'A',
        time: t,
        startPosition: decimal(amount(coinsBefore), 8),
        dir: order.request.side === 'buy' ? 'Buy' : 'Sell',
        closedPnl: '0.0',
        hash: `0x${toHex(`fill ${id}`)}`,
        oid: Number(order.id),
        crossed: true,
        fee: decimal(amount(fee), 8),
        tid: id,
        feeToken: 'USDC',
        twapId: null,
        ...(order.request.clientId === null ? {} : { cloid: order.request.clientId }),
      })),
  );
  const ofEvents = user.account.events
    .filter(({ t }) => t >= fromMs && t <= toMs)
    .flatMap((event) => listEventFills(event, user.address));
  return [...ofOrders, ...ofEvents].sort((a, b) => a.time - b.time);
}

/** Lists the fills by which the venue itself changed an account. */
function listEventFills(event: SimEvent, address: string) {
  const { id, kind, t, market, coins, yes, no, price } = event;
  const shared = {
    time: t,
    closedPnl: '0.0',
    hash: `0x${toHex(`event ${id}`)}`,
    oid: id,
    crossed: true,
    fee: '0.0',
    feeToken: 'USDC',
    twapId: null,
  };
  if (kind === 'liquidation') {
    const side = coins > 0 ? 'A' : 'B';
    const size = { sz: decimal(amount(Math.abs(coins)), 8), startPosition: decimal(amount(coins), 8) };
    const liquidation = { liquidatedUser: address, markPx: decimal(price, 8), method: 'market' };
    const dir = coins > 0 ? 'Close Long' : 'Close Short';
    return [
      { ...shared, tid: id, coin: market.name, px: decimal(price, 8), side, dir, ...size, liquidation },
    ];
  }
  const legs = [
    ['yes', yes, price],
    ['no', no, 1 - price],
  ] as const;
  return legs.flatMap(([leg, shares, px], index) => {
    if (shares === 0) return [];
    const size = { sz: decimal(amount(shares), 8), startPosition: decimal(amount(shares), 8) };
    const coin = `#${getOutcomeCode(market.name, leg)}`;
    return [
      { ...shared, tid: 2 * id + index, coin, px: decimal(px, 8), side: 'A', dir: 'Settlement', ...size },
    ];
  });
}

function toCoin({ request: { market, leg } }: SimOrder): string {
  return market.kind === 'perp' ? market.name : `#${getOutcomeCode(market.name, leg)}`;
}

/** Computes the code of an outcome: its markets are named after its number. */
function getOutcomeCode(name: string, leg: 'yes' | 'no'): number {
  return 10 * Number(name) + (leg === 'yes' ? 0 : 1);
}

function clearinghouse(user: HyperliquidUser | undefined, view: VenueView): object {
  const positions = [...(user?.account.positions.values() ?? [])].filter(({ coins }) => coins !== 0);
  const priceAt = (market: { ladder(t: number): { bids: readonly { price: number }[] } }) =>
    market.ladder(view.priceTime()).bids[0]?.price ?? 0;
  const { equity, used } = user?.account.margin(priceAt) ?? { equity: 0, used: 0 };
  const summary = {
    accountValue: decimal(equity / UNIT, 6),
    totalNtlPos: decimal(
      positions.reduce((sum, { coins, market }) => sum + (Math.abs(coins) / UNIT) * priceAt(market), 0),
      6,
    ),
    totalRawUsd: decimal((user?.account.cash ?? 0) / UNIT, 6),
    totalMarginUsed: decimal(used / UNIT, 6),
  };
  return {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: decimal(Math.max(0, equity - used) / UNIT, 6),
    assetPositions: positions.map(({ market, coins, entryPrice }) => ({
      type: 'oneWay',
      position: {
        coin: market.name,
        szi: decimal(coins / UNIT, 8),
        leverage: { type: 'cross', value: market.maxLeverage },
        entryPx: decimal(entryPrice, 8),
        positionValue: decimal((Math.abs(coins) / UNIT) * priceAt(market), 6),
        unrealizedPnl: decimal((coins / UNIT) * (priceAt(market) - entryPrice), 6),
        returnOnEquity: '0.0',
        liquidationPx: null,
        marginUsed: decimal(((Math.abs(coins) / UNIT) * priceAt(market)) / market.maxLeverage, 6),
        maxLeverage: market.maxLeverage,
        cumFunding: { allTime: '0.0', sinceOpen: '0.0', sinceChange: '0.0' },
      },
    })),
    time: view.now(),
  };
}

function spotState(user: HyperliquidUser | undefined, view: VenueView): object {
  const usdc = {
    coin: 'USDC',
    token: 0,
    total: decimal((user?.account.cash ?? 0) / UNIT, 6),
    hold: '0.0',
    entryNtl: '0.0',
  };
  const shares = [...(user?.account.positions.values() ?? [])].flatMap(({ market, yes, no }) =>
    market.kind !== 'binary'
      ? []
      : (
          [
            ['yes', yes],
            ['no', no],
          ] as const
        )
          .filter(([, held]) => held !== 0)
          .map(([leg, held]) => ({
            coin: `+${getOutcomeCode(market.name, leg)}`,
            token: OUTCOME_TOKEN_BASE + getOutcomeCode(market.name, leg),
            total: decimal(held / UNIT, 6),
            hold: '0.0',
            entryNtl: '0.0',
          })),
  );
  return { balances: [usdc, ...shares], time: view.now() };
}
