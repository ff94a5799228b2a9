import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { SIMULATED_VENUES, type SimulatedVenue } from '../world/venues.ts';
import { UNIT } from './account.ts';
import type { TradingRegistry } from './registry.ts';

const RegisterBody = Type.Object(
  {
    venue: Type.Enum([...SIMULATED_VENUES]),
    usd: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
    signatureType: Type.Optional(
      Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
    ),
    scopes: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })),
    keyKind: Type.Optional(Type.Union([Type.Literal('rsa'), Type.Literal('ed25519')])),
    smartWallet: Type.Optional(Type.Boolean()),
    feeModuleApproved: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const registerBody = Compile(RegisterBody);

/**
 * Body of a change to an account without an order: the owner trades by hand, moves shares or money, or is liquidated.
 */
const ChangeBody = Type.Object(
  {
    venue: Type.Enum([...SIMULATED_VENUES]),
    account: Type.String({ maxLength: 100 }),
    /** A market in which the account has or had a position. */
    market: Type.Optional(Type.String({ maxLength: 200 })),
    coins: Type.Optional(Type.Number()),
    yes: Type.Optional(Type.Number()),
    no: Type.Optional(Type.Number()),
    usd: Type.Optional(Type.Number()),
    /** Pays out shares of a settled market. */
    redeem: Type.Optional(Type.Literal(true)),
    /** The price at which the venue takes the whole position in a perpetual. */
    liquidate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  },
  { additionalProperties: false },
);
const changeBody = Compile(ChangeBody);

/**
 * `POST /simulator/accounts` opens an account at a venue and returns its credential in the form that the bot
 * stores; `POST /simulator/accounts/change` changes one without an order; `GET` shows the holdings of every account and every order that a venue took: the truth behind the answers.
 */
export function tradingControl(app: FastifyInstance, registry: TradingRegistry): void {
  app.post('/simulator/accounts', async (request, reply) => {
    if (!registerBody.Check(request.body)) return reply.code(400).send({ error: 'not an account' });
    try {
      return reply.code(201).send(await registry.register(request.body));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return reply.code(400).send({ error: error.message });
    }
  });
  app.post('/simulator/accounts/change', async (request, reply) => {
    if (!changeBody.Check(request.body)) return reply.code(400).send({ error: 'not a change' });
    const {
      venue,
      account: id,
      market: name,
      liquidate,
      redeem,
      coins = 0,
      yes = 0,
      no = 0,
      usd = 0,
    } = request.body;
    const account =
      registry.exchanges[venue].account(id.toLowerCase()) ?? registry.exchanges[venue].account(id);
    const market = name === undefined ? undefined : account?.positions.get(name)?.market;
    if (account === undefined) return reply.code(404).send({ error: 'no such account' });
    if (name !== undefined && market === undefined)
      return reply.code(404).send({ error: 'no such position' });
    account.cash += Math.round(usd * UNIT);
    if (market === undefined) return reply.code(204).send();
    const position = account.position(market);
    position.yes += Math.round(yes * UNIT);
    position.no += Math.round(no * UNIT);
    if (coins !== 0) account.tradeCoins(market, Math.round(coins * UNIT), position.entryPrice);
    if (redeem === true) account.redeem(market, registry.exchanges[venue].now());
    if (liquidate !== undefined) account.liquidate(market, liquidate, registry.exchanges[venue].now());
    return reply.code(204).send();
  });
  app.get('/simulator/accounts', () => ({
    accounts: Object.entries(registry.exchanges).flatMap(([venue, exchange]) => {
      exchange.advance();
      return exchange.accounts().map(({ id, cash, positions }) => ({
        venue,
        account: id,
        usd: cash / UNIT,
        positions: [...positions.values()].map(({ market, coins, yes, no }) => ({
          market: market.name,
          ...(market.kind === 'perp' ? { coins: coins / UNIT } : { yes: yes / UNIT, no: no / UNIT }),
        })),
      }));
    }),
  }));
  app.get('/simulator/orders', () => ({
    orders: (Object.keys(registry.exchanges) as SimulatedVenue[]).flatMap((venue) =>
      registry.exchanges[venue].orders().map(({ id, request, state, filled, dollars, createdAt }) => ({
        venue,
        id,
        clientId: request.clientId,
        account: request.account.id,
        market: request.market.name,
        leg: request.market.kind === 'perp' ? null : request.leg,
        side: request.side,
        price: request.price,
        size: request.size / UNIT,
        filled: filled / UNIT,
        dollars: dollars / UNIT,
        state,
        createdAt,
      })),
    ),
  }));
}
