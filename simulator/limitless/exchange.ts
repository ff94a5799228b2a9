import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameAddress } from '../../src/signatures/index.ts';
import { UNIT } from '../trading/account.ts';
import type { Exchange } from '../trading/exchange.ts';
import type { LimitlessUser, TradingRegistry } from '../trading/registry.ts';
import type { SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { tokenUser } from './auth.ts';
import { cancelBody, orderBody, orderData, statusBody, toOrderId } from './order-shapes.ts';
import { placeLimitlessOrder, refuse, type SentBodies } from './orders.ts';

/** Answers as the user whose token signed the request, or refuses it. */
type AsUser = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (user: LimitlessUser) => unknown,
) => unknown;

/** The private routes. */
export function limitlessExchange(app: FastifyInstance, view: VenueView, registry: TradingRegistry): void {
  const exchange = registry.exchanges.limitless;
  const sent: SentBodies = new WeakMap();
  const fail = (reply: FastifyReply, ...refusal: Parameters<typeof refuse>) => {
    const { status, body } = refuse(...refusal);
    return reply.code(status).send(body);
  };
  const asUser: AsUser = (request, reply, answer) => {
    const user = tokenUser(registry, request, app.prefix, view.now());
    return user === null ? fail(reply, 401, 'Unauthorized') : answer(user);
  };
  const asTrader: AsUser = (request, reply, answer) =>
    asUser(request, reply, (user) =>
      user.scopes.includes('trading') ? answer(user) : fail(reply, 403, 'Forbidden: the token may not trade'),
    );
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
      const answer = placeLimitlessOrder(body, user, { view, exchange, sent });
      return reply.code(answer.status).send(answer.body);
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
          return { ...ids, status: 'found', data: orderData(order, sent.get(order), view.now()) };
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
  servePortfolio(app, exchange, asUser);

  function findOrder(user: LimitlessUser, id: string): SimOrder | undefined {
    return exchange.listOrders(user.account).find((order) => toOrderId(order) === id);
  }
}

function toProfile(user: LimitlessUser) {
  return {
    id: user.profileId,
    account: user.keyAddress,
    client: user.smartWallet === null ? 'eoa' : 'etherspot',
    rank: { id: 1, name: 'Bronze', feeRateBps: user.feeRateBps },
    tradeWalletOption: user.smartWallet === null ? 'eoa' : 'smartWallet',
    ...(user.smartWallet === null ? {} : { smartWallet: user.smartWallet }),
  };
}

function servePortfolio(app: FastifyInstance, exchange: Exchange, asUser: AsUser): void {
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
}
