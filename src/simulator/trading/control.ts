import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { SIMULATED_VENUES, type SimulatedVenue } from '../world/listing.ts';
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
 * `POST /simulator/accounts` opens an account at a venue and returns its credential in the form that the bot
 * stores; `GET` shows the holdings of every account and every order that a venue took: the truth behind the answers.
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
