import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Exchange } from '../trading/exchange.ts';
import type { PolymarketUser, TradingRegistry } from '../trading/registry.ts';
import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { apiUser, EXCHANGES, walletUser } from './auth.ts';
import { orderObject, tradeObjects } from './order-objects.ts';
import { getFeeRate, isNegRisk, orderBody, placePolymarketOrder } from './orders.ts';
import * as shapes from './shapes.ts';
import { getTokens, listListed } from './tokens.ts';

const LAST_CURSOR = 'LTE=';
const PAGE = 100;
type Query = Readonly<Record<string, string | undefined>>;

/** Dependencies of the private routes. */
interface Parts {
  readonly app: FastifyInstance;
  readonly view: VenueView;
  readonly exchange: Exchange;
  /** Answers as the user whose API key signed the request, or refuses it. */
  readonly asUser: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (user: PolymarketUser) => unknown,
  ) => unknown;
}

/** The private half of the order book service. */
export function polymarketExchange(app: FastifyInstance, view: VenueView, registry: TradingRegistry): void {
  const asUser: Parts['asUser'] = (request, reply, answer) => {
    const user = apiUser(registry, request, app.prefix);
    return user === null ? reply.code(401).send({ error: 'Unauthorized/Invalid api key' }) : answer(user);
  };
  const parts = { app, view, exchange: registry.exchanges.polymarket, asUser };
  serveKeys(parts, registry);
  serveMarketRules(parts);
  serveNewOrders(parts);
  serveReads(parts);
  serveCancels(parts);
}

function serveKeys({ app, asUser }: Parts, registry: TradingRegistry): void {
  const withWallet = (request: FastifyRequest, reply: FastifyReply) => {
    const user = walletUser(registry, request);
    if (user === null) return reply.code(401).send({ error: 'Invalid L1 Request headers' });
    const { key, secret, passphrase } = user.apiKey;
    return { apiKey: key, secret, passphrase };
  };

  app.post('/auth/api-key', (request, reply) => withWallet(request, reply));
  app.get('/auth/derive-api-key', (request, reply) => withWallet(request, reply));
  app.get('/auth/api-keys', (request, reply) =>
    asUser(request, reply, ({ apiKey }) => ({ apiKeys: [apiKey.key] })),
  );
  app.get('/auth/ban-status/closed-only', (request, reply) =>
    asUser(request, reply, ({ isClosedOnly }) => ({ closed_only: isClosedOnly })),
  );
}

function serveMarketRules({ app, view }: Parts): void {
  app.get<{ Params: { token: string } }>('/markets-by-token/:token', ({ params }, reply) => {
    const token = getTokens(view).get(params.token);
    if (token === undefined) return reply.code(404).send({ error: 'market not found' });
    const { clobConditionId: conditionId, tokens } = shapes.getIds(token.listing);
    const [primary, secondary] = shapes.inListedOrder(token.listing, tokens);
    return { condition_id: conditionId, primary_token_id: primary, secondary_token_id: secondary };
  });
  app.get<{ Params: { id: string } }>('/clob-markets/:id', ({ params }, reply) => {
    const found = listListed(view).find((listing) => shapes.getIds(listing).clobConditionId === params.id);
    return found === undefined ? reply.code(404).send({ error: 'market not found' }) : marketRules(found);
  });
}

function serveNewOrders({ app, view, exchange, asUser }: Parts): void {
  app.post('/order', (request, reply) =>
    asUser(request, reply, (user) => {
      if (!orderBody.Check(request.body)) return reply.code(400).send({ error: 'Invalid order payload' });
      const { status, body } = placePolymarketOrder(request.body, user, view, exchange);
      return reply.code(status).send(body);
    }),
  );
  app.post('/orders', (request, reply) =>
    asUser(request, reply, (user) => {
      const { body } = request;
      if (!Array.isArray(body) || body.length > 15)
        return reply.code(400).send({ error: 'Invalid order payload' });
      return body.map((one: unknown) => {
        if (!orderBody.Check(one))
          return { success: false, errorMsg: 'Invalid order payload', orderID: '', status: '' };
        const answer = placePolymarketOrder(one, user, view, exchange);
        if (answer.status === 200) return answer.body;
        const { error } = answer.body as { error: string };
        return {
          success: false,
          errorMsg: error,
          orderID: '',
          status: '',
          makingAmount: '',
          takingAmount: '',
        };
      });
    }),
  );
}

function serveReads({ app, view, exchange, asUser }: Parts): void {
  app.get<{ Params: { id: string } }>('/data/order/:id', (request, reply) =>
    asUser(request, reply, (user) => {
      const found = exchange.order(request.params.id.toLowerCase());
      // A killed order is not kept: the venue is not known to return it.
      if (found === undefined || found.request.account !== user.account || found.state === 'killed') {
        return reply.code(404).send({ error: 'order not found' });
      }
      return orderObject(found, user, view);
    }),
  );
  app.get<{ Querystring: Query }>('/data/orders', (request, reply) =>
    asUser(request, reply, (user) => {
      const { id, market, asset_id, next_cursor } = request.query;
      const rows = exchange
        .listOrders(user.account)
        .filter(({ state }) => state === 'open')
        .map((order) => orderObject(order, user, view))
        .filter(
          (row) =>
            (id === undefined || row.id === id) &&
            (market === undefined || row.market === market) &&
            (asset_id === undefined || row.asset_id === asset_id),
        );
      return page(rows, next_cursor);
    }),
  );
  app.get<{ Querystring: Query }>('/data/trades', (request, reply) =>
    asUser(request, reply, (user) => {
      const { asset_id, market, after, before, next_cursor } = request.query;
      const rows = exchange
        .listOrders(user.account)
        .flatMap((order) => tradeObjects(order, user, view))
        .filter(
          (row) =>
            (asset_id === undefined || row.asset_id === asset_id) &&
            (market === undefined || row.market === market) &&
            (after === undefined || Number(row.match_time) >= Number(after)) &&
            (before === undefined || Number(row.match_time) <= Number(before)),
        )
        .reverse();
      return page(rows, next_cursor);
    }),
  );
  const balance = (request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply) =>
    asUser(request, reply, ({ account }) => {
      const { asset_type, token_id } = request.query;
      const allowances = Object.fromEntries(EXCHANGES.map((contract) => [contract, String(10 ** 15)]));
      exchange.advance();
      if (asset_type === 'COLLATERAL') return { balance: String(account.cash), allowances };
      if (asset_type !== 'CONDITIONAL' && asset_type !== 'CONDITIONAL-V2')
        return reply.code(400).send({ error: 'Invalid asset type' });
      const listed = getTokens(view).get(String(token_id));
      // Shares of each protocol are held by a contract of their own.
      const held = asset_type === 'CONDITIONAL-V2' ? 'v2' : 'v1';
      const token =
        listed !== undefined && shapes.getIds(listed.listing).version === held ? listed : undefined;
      const position = token === undefined ? undefined : account.positions.get(token.listing.name);
      return { balance: String(position?.[token?.side === 1 ? 'no' : 'yes'] ?? 0), allowances };
    });
  app.get<{ Querystring: Query }>('/balance-allowance', balance);
  app.get<{ Querystring: Query }>('/balance-allowance/update', balance);
}

function serveCancels({ app, exchange, asUser }: Parts): void {
  const cancelled = (ids: readonly string[], user: PolymarketUser) => {
    const canceled: string[] = [];
    const notCanceled: Record<string, string> = {};
    for (const id of ids) {
      const order = exchange.order(id.toLowerCase());
      if (order === undefined || order.request.account !== user.account) notCanceled[id] = 'order not found';
      else if (exchange.cancel(order)) canceled.push(id);
      else
        notCanceled[id] = order.filled > 0 ? 'matched orders can not be canceled' : 'order already canceled';
    }
    return { canceled, not_canceled: notCanceled };
  };
  app.delete<{ Body: { orderID?: unknown } | undefined }>('/order', (request, reply) =>
    asUser(request, reply, (user) =>
      typeof request.body?.orderID === 'string'
        ? cancelled([request.body.orderID], user)
        : reply.code(400).send({ error: 'Invalid orderID' }),
    ),
  );
  app.delete('/orders', (request, reply) =>
    asUser(request, reply, (user) =>
      Array.isArray(request.body) && request.body.length <= 1_000
        ? cancelled(request.body.map(String), user)
        : reply.code(400).send({ error: 'Invalid payload' }),
    ),
  );
  app.delete('/cancel-all', (request, reply) =>
    asUser(request, reply, (user) => {
      const open = exchange
        .listOrders(user.account)
        .filter(({ state }) => state === 'open' || state === 'delayed');
      return cancelled(
        open.map(({ id }) => id),
        user,
      );
    }),
  );
}

/** The short form of a market: `mts` tick, `mos` smallest order, `nr` negative risk, `fd` taker fee. */
function marketRules(listing: Listing): object {
  const { version, clobConditionId, tokens } = shapes.getIds(listing);
  const token = { listing, side: 0 } as const;
  return {
    c: clobConditionId,
    t: shapes
      .inListedOrder(listing, [0, 1] as const)
      .map((side) => ({ t: tokens[side], o: shapes.getOutcomes(listing)[side] })),
    mts: listing.tick,
    mos: 5,
    nr: isNegRisk(token),
    fd: { r: getFeeRate(token), e: 1, to: true },
    sd: 0,
    v: version,
  };
}

function page<T>(rows: readonly T[], cursor: string | undefined) {
  const given = cursor === undefined || cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString());
  const from = Number.isInteger(given) ? given : 0;
  const data = rows.slice(from, from + PAGE);
  const next = from + PAGE < rows.length ? Buffer.from(String(from + PAGE)).toString('base64') : LAST_CURSOR;
  return { data, next_cursor: next, limit: PAGE, count: data.length };
}
