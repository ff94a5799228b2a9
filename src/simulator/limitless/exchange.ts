import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameAddress } from '../../signatures/index.ts';
import { UNIT, type Units } from '../trading/account.ts';
import type { LimitlessUser, TradingRegistry } from '../trading/registry.ts';
import { listingMarket } from '../trading/sim-market.ts';
import type { SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { orderSigner, tokenUser } from './auth.ts';
import {
  cancelBody,
  createdObject,
  EFFECTIVE_FEE_BPS,
  type OrderBody,
  orderBody,
  orderData,
  statusBody,
  toOrderId,
} from './order-shapes.ts';
import { marketObject } from './shapes.ts';

const LOT: Units = UNIT / 1_000;
const MIN_PRICE = 0.001;

/** The private routes. */
export function limitlessExchange(app: FastifyInstance, view: VenueView, registry: TradingRegistry): void {
  const exchange = registry.exchanges.limitless;
  const fail = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });
  const asUser = (request: FastifyRequest, reply: FastifyReply, answer: (user: LimitlessUser) => unknown) => {
    const user = tokenUser(registry, request, app.prefix, view.now());
    return user === null ? fail(reply, 401, 'Unauthorized') : answer(user);
  };
  const asTrader = (request: FastifyRequest, reply: FastifyReply, answer: (user: LimitlessUser) => unknown) =>
    asUser(request, reply, (user) =>
      user.scopes.includes('trading') ? answer(user) : fail(reply, 403, 'Forbidden: the token may not trade'),
    );
  const toProfile = (user: LimitlessUser) => ({
    id: user.profileId,
    account: user.keyAddress,
    client: user.smartWallet === null ? 'eoa' : 'etherspot',
    rank: { id: 1, name: 'Bronze', feeRateBps: user.feeRateBps },
    tradeWalletOption: user.smartWallet === null ? 'eoa' : 'smartWallet',
    ...(user.smartWallet === null ? {} : { smartWallet: user.smartWallet }),
  });

  app.get('/profiles/me', (request, reply) => asUser(request, reply, toProfile));
  app.get<{ Params: { address: string } }>('/profiles/:address', (request, reply) =>
    asUser(request, reply, (user) =>
      isSameAddress(user.keyAddress, request.params.address)
        ? toProfile(user)
        : fail(reply, 404, 'Profile not found'),
    ),
  );
  app.get('/auth/api-tokens', (request, reply) =>
    asUser(request, reply, ({ tokenId, scopes }) => [
      { tokenId, label: 'bot', scopes, createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
    ]),
  );
  app.post('/orders', (request, reply) =>
    asTrader(request, reply, (user) => {
      const { body } = request;
      if (!orderBody.Check(body)) return fail(reply, 400, 'the order does not fit');
      return place(body, user, reply);
    }),
  );
  app.post('/orders/status/batch', (request, reply) =>
    asUser(request, reply, (user) => {
      const { body } = request;
      if (!statusBody.Check(body)) return fail(reply, 400, 'items must have between 1 and 50 elements');
      return {
        results: body.items.map(({ clientOrderId, orderId }, index) => {
          const order =
            clientOrderId === undefined
              ? findOrder(user, orderId ?? '')
              : exchange.byClientId(user.account, clientOrderId);
          const ids = {
            index,
            orderId: order === undefined ? null : toOrderId(order),
            clientOrderId: clientOrderId ?? null,
          };
          if (order === undefined) return { ...ids, status: 'not_found', data: null };
          return { ...ids, status: 'found', data: orderData(order, wire.get(order), view.now()) };
        }),
      };
    }),
  );
  const cancelMany = (orders: readonly (readonly [string, SimOrder | undefined])[]) => {
    const canceled: string[] = [];
    const failed: object[] = [];
    for (const [id, order] of orders) {
      if (order !== undefined && exchange.cancel(order)) canceled.push(id);
      else failed.push({ orderId: id, reason: 'ORDER_NOT_FOUND', message: 'Order not found' });
    }
    return { message: 'Orders canceled', canceled, failed };
  };
  app.post('/orders/batch-cancel', (request, reply) =>
    asTrader(request, reply, (user) => {
      const { body } = request;
      if (!cancelBody.Check(body)) return fail(reply, 400, 'the body does not fit');
      const byClient = (body.clientOrderIds ?? []).map(
        (id) => [id, exchange.byClientId(user.account, id)] as const,
      );
      const byId = (body.orderIds ?? []).map((id) => [id, findOrder(user, id)] as const);
      return cancelMany([...byClient, ...byId]);
    }),
  );
  app.delete<{ Params: { id: string } }>('/orders/:id', (request, reply) =>
    asTrader(request, reply, (user) => {
      const order = findOrder(user, request.params.id);
      return order !== undefined && exchange.cancel(order)
        ? { message: 'Order canceled successfully' }
        : fail(reply, 404, 'Order not found');
    }),
  );
  app.delete<{ Params: { slug: string } }>('/orders/all/:slug', (request, reply) =>
    asTrader(request, reply, (user) => {
      const open = exchange
        .listOrders(user.account)
        .filter(({ request: { market } }) => market.name === request.params.slug);
      cancelMany(open.map((order) => [toOrderId(order), order] as const));
      return { message: 'Orders canceled successfully' };
    }),
  );
  app.get('/portfolio/positions', (request, reply) =>
    asUser(request, reply, ({ account }) => {
      exchange.advance();
      const held = [...account.positions.values()].filter(({ yes, no }) => yes > 0 || no > 0);
      return {
        amm: [],
        group: [],
        points: '0',
        accumulativePoints: '0',
        clob: held.map(({ market, yes, no }) => ({
          market: { slug: market.name, title: market.name },
          tokensBalance: { yes: String(yes), no: String(no) },
          positions: {
            yes: { cost: '0', fillPrice: '0', realisedPnl: '0', unrealizedPnl: '0', marketValue: '0' },
            no: { cost: '0', fillPrice: '0', realisedPnl: '0', unrealizedPnl: '0', marketValue: '0' },
          },
          orders: { liveOrders: [], totalCollateralLocked: '0' },
          latestTrade: null,
        })),
      };
    }),
  );
  app.get('/portfolio/history', (request, reply) =>
    asUser(request, reply, (user) => {
      const fills = exchange
        .listOrders(user.account)
        .flatMap((order) => order.fills.map((fill) => ({ order, fill })));
      return {
        data: fills.reverse().map(({ order, fill }) => ({
          blockTimestamp: Math.floor(fill.t / 1_000),
          collateralAmount: String((fill.size * fill.price) / UNIT),
          outcomeTokenAmount: String(fill.size / UNIT),
          strategy: order.request.side === 'buy' ? 'Buy' : 'Sell',
          market: { slug: order.request.market.name },
        })),
        nextCursor: null,
      };
    }),
  );

  function place(body: OrderBody, user: LimitlessUser, reply: FastifyReply) {
    const { order, orderType } = body;
    const listing = view.universe().byName.get(`limitless ${body.marketSlug.toLowerCase()}`);
    if (listing === undefined || listing.isPool)
      return fail(reply, 404, `Market not found for slug: ${body.marketSlug}`);
    const now = view.now();
    if (body.timestamp !== undefined && now > body.timestamp + (body.recvWindow ?? 5_000)) {
      return fail(reply, 425, 'Order arrived outside of its receive window');
    }
    if (
      body.clientOrderId !== undefined &&
      exchange.byClientId(user.account, body.clientOrderId) !== undefined
    ) {
      return fail(reply, 409, 'Order with this clientOrderId already exists');
    }
    if (body.ownerId !== user.profileId) return fail(reply, 400, 'ownerId does not match the profile');
    if (order.feeRateBps !== user.feeRateBps)
      return fail(reply, 400, 'feeRateBps does not match the profile');
    const market = marketObject(listing, view.priceTime()) as {
      venue?: { exchange: string };
      tokens?: { yes: string; no: string };
    };
    const { signature, price, ...fields } = order;
    const signer = orderSigner(fields, signature, market.venue?.exchange ?? '');
    const maker = user.smartWallet ?? user.keyAddress;
    const isOwn = isSameAddress(order.maker, maker) && isSameAddress(order.signer, user.keyAddress);
    if (signer === null || !isSameAddress(signer, user.keyAddress) || !isOwn) {
      return fail(reply, 400, 'Invalid signature');
    }
    if (order.signatureType !== (user.smartWallet === null ? 0 : 2))
      return fail(reply, 400, 'Invalid signature');
    const leg =
      order.tokenId === market.tokens?.yes ? 'yes' : order.tokenId === market.tokens?.no ? 'no' : null;
    if (leg === null) return fail(reply, 400, 'tokenId does not belong to the market');
    const isBuy = order.side === 0;
    const isWhole = orderType === 'FOK';
    const size = isBuy ? order.takerAmount : order.makerAmount;
    if (!isWhole && size % LOT !== 0) return fail(reply, 400, 'size must be a multiple of 0.001');
    if (!isWhole && (price === undefined || price < MIN_PRICE || price > 1 - MIN_PRICE)) {
      return fail(reply, 400, 'price must be between 0.001 and 0.999');
    }
    const result = exchange.place({
      account: user.account,
      market: listingMarket(listing),
      leg,
      side: isBuy ? 'buy' : 'sell',
      // An order that must be filled whole carries no price.
      price: isWhole ? (isBuy ? 1 - MIN_PRICE : MIN_PRICE) : (price ?? 0),
      size: isWhole && isBuy ? Math.floor(order.makerAmount / MIN_PRICE) : size,
      ...(isWhole && isBuy ? { budget: order.makerAmount } : {}),
      tif: isWhole ? 'fok' : body.postOnly === true ? 'alo' : orderType === 'GTC' ? 'gtc' : 'ioc',
      clientId: body.clientOrderId ?? null,
      fee: (filled, at) => Math.round((filled * at * EFFECTIVE_FEE_BPS) / 10_000),
      feeInShares: true,
    });
    if (result.status === 'refused') {
      switch (result.why) {
        case 'duplicate':
          return fail(reply, 409, 'Order with this clientOrderId already exists');
        case 'closed':
          return fail(reply, 400, 'Market is closed');
        case 'crosses':
          return fail(reply, 400, 'post only order would cross');
        default:
          return fail(reply, 400, 'Insufficient balance or allowance');
      }
    }
    const placed = result.order;
    wire.set(placed, body);
    if (placed.state === 'killed' && isWhole) return fail(reply, 400, 'market order unmatched');
    return reply.code(201).send(createdObject(placed, body, view.now()));
  }

  /** The order as it came, which answers repeat. */
  const wire = new WeakMap<SimOrder, OrderBody>();

  function findOrder(user: LimitlessUser, id: string): SimOrder | undefined {
    return exchange.listOrders(user.account).find((order) => toOrderId(order) === id);
  }
}
