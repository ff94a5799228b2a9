import { constants, createPublicKey, verify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SimEvent, UNIT } from '../trading/account.ts';
import type { KalshiUser, TradingRegistry } from '../trading/registry.ts';
import type { SimOrder } from '../trading/sim-order.ts';
import type { VenueView } from '../venue-view.ts';
import { count, fillObject, orderId, orderObject, toStatus } from './order-shapes.ts';
import { placeKalshiOrder, refuse } from './orders.ts';
import { cutRows, decode } from './query.ts';

const MAX_CLOCK_DIFFERENCE_MS = 30_000;
type Query = Readonly<Record<string, string | undefined>>;

/** The private routes below `/trade-api/v2`. */
export function kalshiExchange(app: FastifyInstance, view: VenueView, registry: TradingRegistry): void {
  const exchange = registry.exchanges.kalshi;
  const fail = (reply: FastifyReply, ...refusal: Parameters<typeof refuse>) => {
    const { status, body } = refuse(...refusal);
    return reply.code(status).send(body);
  };

  /** Answers as the user whose key signed the request and has one of the rights. */
  const asUser = (
    request: FastifyRequest,
    reply: FastifyReply,
    rights: readonly string[],
    answer: (user: KalshiUser) => unknown,
  ) => {
    const user = findSigner(registry, request, view.now());
    if (user === null) return fail(reply, 401, 'authentication_error');
    if (!rights.some((right) => user.scopes.includes(right))) return fail(reply, 403, 'insufficient_scope');
    return answer(user);
  };
  const READ = ['read'];
  const TRADE = ['write', 'write::trade'];

  app.get('/portfolio/balance', (request, reply) =>
    asUser(request, reply, [...READ, 'read::portfolio_balance'], ({ account }) => {
      exchange.advance();
      const dollars = account.cash / UNIT;
      return {
        balance: Math.floor(account.cash / (UNIT / 100)),
        balance_dollars: dollars.toFixed(4),
        portfolio_value: 0,
        updated_ts: Math.floor(view.now() / 1_000),
        balance_breakdown: [{ exchange_index: 0, balance: dollars.toFixed(4) }],
      };
    }),
  );
  app.get('/api_keys', (request, reply) =>
    asUser(request, reply, READ, ({ keyId, scopes }) => ({
      api_keys: [{ api_key_id: keyId, name: 'bot', scopes }],
    })),
  );

  app.post('/portfolio/events/orders', (request, reply) =>
    asUser(request, reply, TRADE, ({ account }) => {
      const { status, body } = placeKalshiOrder(request.body, account, view, exchange);
      return reply.code(status).send(body);
    }),
  );
  app.delete<{ Params: { id: string } }>('/portfolio/events/orders/:id', (request, reply) =>
    asUser(request, reply, TRADE, (user) => {
      const order = findOrder(user, request.params.id);
      if (order === undefined) return fail(reply, 404, 'not_found');
      const left = order.request.size - order.filled;
      if (!exchange.cancel(order)) return fail(reply, 404, 'not_found');
      return { order_id: orderId(order), reduced_by: count(left), ts_ms: view.now() };
    }),
  );
  app.delete('/portfolio/events/orders', (request, reply) =>
    asUser(request, reply, TRADE, (user) => {
      const open = exchange.listOrders(user.account).filter((order) => exchange.cancel(order));
      return { orders: open.map((order) => ({ order_id: orderId(order) })) };
    }),
  );
  app.get<{ Querystring: Query }>('/portfolio/orders', (request, reply) =>
    asUser(request, reply, READ, (user) => {
      const { ticker, status, min_ts, max_ts } = request.query;
      const rows = exchange
        .listOrders(user.account)
        .filter(
          (order) =>
            (ticker === undefined || order.request.market.name === ticker) &&
            (status === undefined || toStatus(order) === status) &&
            (min_ts === undefined || order.createdAt >= Number(min_ts) * 1_000) &&
            (max_ts === undefined || order.createdAt <= Number(max_ts) * 1_000),
        )
        .reverse();
      const page = cutLenient(rows, request.query);
      return { orders: page.rows.map((order) => orderObject(order, user)), cursor: page.cursor };
    }),
  );
  app.get<{ Params: { id: string } }>('/portfolio/orders/:id', (request, reply) =>
    asUser(request, reply, READ, (user) => {
      const order = findOrder(user, request.params.id);
      return order === undefined ? fail(reply, 404, 'not_found') : { order: orderObject(order, user) };
    }),
  );
  app.get<{ Querystring: Query }>('/portfolio/fills', (request, reply) =>
    asUser(request, reply, READ, (user) => {
      const { ticker, order_id } = request.query;
      const rows = exchange
        .listOrders(user.account)
        .filter(
          (order) =>
            (ticker === undefined || order.request.market.name === ticker) &&
            (order_id === undefined || orderId(order) === order_id),
        )
        .flatMap((order) => order.fills.map((fill) => fillObject(order, fill)))
        .reverse();
      const page = cutLenient(rows, request.query);
      return { fills: page.rows, cursor: page.cursor };
    }),
  );
  app.get('/portfolio/positions', (request, reply) =>
    asUser(request, reply, READ, ({ account }) => {
      exchange.advance();
      const held = [...account.positions.values()].filter(({ yes, no }) => yes !== no);
      return {
        market_positions: held.map(({ market, yes, no }) => ({
          ticker: market.name,
          position_fp: ((yes - no) / UNIT).toFixed(2),
          total_traded_dollars: '0.0000',
          market_exposure_dollars: '0.0000',
          realized_pnl_dollars: '0.0000',
          fees_paid_dollars: '0.0000',
          exchange_index: 0,
          last_updated_ts: new Date(view.now()).toISOString(),
        })),
        event_positions: [],
        cursor: '',
      };
    }),
  );

  app.get<{ Querystring: Query }>('/portfolio/settlements', (request, reply) =>
    asUser(request, reply, READ, ({ account }) => {
      exchange.advance();
      const { min_ts, ticker } = request.query;
      const rows = account.events
        .filter(
          ({ kind, t, market }) =>
            kind === 'settlement' &&
            (ticker === undefined || market.name === ticker) &&
            (min_ts === undefined || t >= Number(min_ts) * 1_000),
        )
        .toReversed();
      const page = cutLenient(rows, request.query);
      return { settlements: page.rows.map(toSettlement), cursor: page.cursor };
    }),
  );

  function findOrder(user: KalshiUser, id: string): SimOrder | undefined {
    return exchange.listOrders(user.account).find((order) => orderId(order) === id);
  }
}

function toSettlement({ market, t, yes, no, price }: SimEvent) {
  return {
    ticker: market.name,
    event_ticker: market.name.split('-').slice(0, -1).join('-'),
    market_result: price === 1 ? 'yes' : 'no',
    yes_count_fp: (yes / UNIT).toFixed(2),
    yes_total_cost_dollars: '0.000000',
    no_count_fp: (no / UNIT).toFixed(2),
    no_total_cost_dollars: '0.000000',
    revenue: Math.round((price === 1 ? yes : no) / (UNIT / 100)),
    settled_time: new Date(t).toISOString(),
    fee_cost: '0.000000',
    value: 100 * price,
  };
}

/** Finds the user whose key signed time, method and path; null when none did, or too long ago. */
function findSigner(
  registry: TradingRegistry,
  { headers, method, url }: FastifyRequest,
  now: number,
): KalshiUser | null {
  const user = registry.kalshi.get(String(headers['kalshi-access-key'] ?? ''));
  const timestamp = String(headers['kalshi-access-timestamp'] ?? '');
  if (user === undefined || Math.abs(Number(timestamp) - now) > MAX_CLOCK_DIFFERENCE_MS) return null;
  const text = Buffer.from(`${timestamp}${method}${url.split('?')[0]}`);
  const signature = Buffer.from(String(headers['kalshi-access-signature'] ?? ''), 'base64');
  return isSignature(user.publicKeyPem, text, signature) ? user : null;
}

/** Whether the signature is right, by the kind of the registered key. */
function isSignature(publicKeyPem: string, text: Buffer, signature: Buffer): boolean {
  const key = createPublicKey(publicKeyPem);
  if (key.asymmetricKeyType === 'ed25519') return verify(null, text, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha256', text, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature);
}

/** Cuts rows to the page of a query. A limit or a cursor that cannot be read counts as absent. */
function cutLenient<T>(rows: readonly T[], { limit, cursor }: Query) {
  return cutRows(
    rows,
    cursor ? decode(cursor) || 0 : 0,
    Math.max(1, Math.min(1_000, Number(limit ?? 100) || 100)),
  );
}
