import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { KeyRecord } from '../../../accounts/keys/keys.ts';
import type { Ledger } from '../../../billing/ledger/ledger.ts';
import { readBotState } from '../../../bot/bot-state.ts';
import { MAX_DECISIONS } from '../../../bot/engine/decision-record.ts';
import type { LimitUsage } from '../../../bot/limits/limit-usage.ts';
import type { Soon } from '../../../scheduling/soon.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { configSchema, controlFields, haltField, toControlBody } from '../../shapes/bot-control.ts';
import { listEndFields, toListEnd } from '../../shapes/list-end.ts';
import { microUsdField, owedField } from '../../shapes/money-fields.ts';
import { execModeField, orderSchema } from '../../shapes/order.ts';
import { toOrderBody } from '../../shapes/order-body.ts';
import type { BotRouteOptions } from './bot-options.ts';
import { limitsList } from './shapes/bot-limits.ts';
import { connectedList, readConnectedVenues } from './shapes/connected-venues.ts';
import { decisionSchema } from './shapes/decision.ts';
import { equitySchema, toEquityBody } from './shapes/equity.ts';
import { openPositionsList, toOpenPositions } from './shapes/open-position.ts';
import { resultsSchema, toResultsBody } from './shapes/position.ts';
import { purseSchema, toPurseBody } from './shapes/purse.ts';

const DECISIONS = 50;

export interface StatusOptions extends BotRouteOptions {
  /** Counts a call against the rate. @throws {ApiError} 429 when the bot has used up its calls of this minute. */
  readonly countCall: (botId: string) => Soon<void>;
  readonly ledger: Pick<Ledger, 'readBalance' | 'readOwed'>;
  /** Finds the key of a request; null: the request has none. @throws {ApiError} 401 for a key that is not live. */
  readonly findKey: (request: FastifyRequest) => Promise<KeyRecord | null>;
}

/** GET /api/bot/status: trading status, and with a key the performance of the caller's bot. */
export const registerStatus: Registration<StatusOptions> = (
  app,
  { bot, assets, ledger, findKey, countCall },
) => {
  app.get(
    '/api/bot/status',
    {
      config: { access: 'free', cacheSeconds: 0, direct: true, probe: false, showsHolder: true },
      schema: {
        operationId: 'getBotStatus',
        summary: 'Trading status and bot performance',
        description: 'Without a key, only `system` is returned. An unknown, revoked or expired key is 401.',
        tags: ['bot'],
        querystring: s.queryParams({
          decisions: s.int('Maximum number of engine decisions.', DECISIONS, {
            default: DECISIONS,
            minimum: 0,
            maximum: MAX_DECISIONS,
          }),
        }),
        response: {
          200: statusSchema(),
          ...s.failures('validation_failed', 'invalid_api_key', 'too_many_attempts', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      const key = await findKey(request);
      reply.header('cache-control', 'no-store');
      const globalHalt = await bot.controls.readGlobalHalt();
      const system = {
        execMode: bot.mode,
        globalKill: globalHalt === 'all',
        globalHalt,
        engineLoop: bot.engine !== null,
        vaultEnabled: bot.vault.closedBecause === null,
      };
      if (key === null) return { ok: true as const, authenticated: false, system };
      const { botId, owner } = key;
      await countCall(botId);
      const { decisions: wanted } = request.query;
      const [state, connectedVenues, decisions, { microUsd }, owedMicroUsd] = await Promise.all([
        readBotState(bot, key),
        readConnectedVenues(bot, owner),
        bot.decisions.listNewest(botId, wanted + 1),
        ledger.readBalance(owner),
        ledger.readOwed(owner),
      ]);
      const { control, limits, positions, score, activity } = state;
      const names = await assets.readNames([...positions, ...state.open].map(({ asset }) => asset));
      return {
        ok: true as const,
        authenticated: true,
        system,
        ...toControlBody(control, bot.feeMicroUsd),
        limits,
        ...(bot.fills === 'book' ? { purse: toPurseBody({ control, score, positions }) } : {}),
        balanceMicroUsd: microUsd,
        owedMicroUsd,
        connectedVenues,
        activity,
        recentOrders: state.orders.map((order) => toOrderBody(order, { halt: state.halt, mode: bot.mode })),
        positions: toOpenPositions(state.open, names),
        equity: toEquityBody(state),
        results: toResultsBody(positions, score, names),
        engine: {
          decisions: decisions.slice(0, wanted),
          ...toListEnd(decisions.length, decisions.length > wanted),
          warnings: listWarnings(limits),
        },
      };
    },
  );
};

const NO_EXPOSURE_LIMIT = 'no limit of exposure' as const;

const listWarnings = (limits: readonly LimitUsage[]) =>
  limits.some(({ name }) => name === 'maxExposureUsd') ? [] : [NO_EXPOSURE_LIMIT];

const statusSchema = () =>
  s.object('Status of the service and of the bot.', {
    ok: s.okTrue(),
    authenticated: s.bool(
      'Whether the request had a key. Without one, the members after `system` are absent.',
      true,
    ),
    system: s.object('Trading status of the whole service.', {
      execMode: execModeField(),
      globalKill: s.bool('Whether all trading is halted.', false),
      globalHalt: haltField('What the operator has halted for all bots.'),
      engineLoop: s.bool('Whether the engine trades for enabled bots.', false),
      vaultEnabled: s.bool('Whether venue credentials can be stored.', true),
    }),
    killed: Type.Optional(controlFields().killed),
    halt: Type.Optional(controlFields().halt),
    closing: Type.Optional(controlFields().closing),
    stopped: Type.Optional(controlFields().stopped),
    balanceMicroUsd: Type.Optional(microUsdField('Prepaid balance of the owner.')),
    owedMicroUsd: Type.Optional(owedField()),
    config: Type.Optional(configSchema()),
    connectedVenues: Type.Optional(connectedList()),
    limits: Type.Optional(limitsList()),
    purse: Type.Optional(purseSchema()),
    activity: Type.Optional(
      s.object('Totals of the bot in the current execution mode.', {
        orderRecords: s.int('Number of orders.', 7),
        filled: s.int('Orders with at least one fill.', 5),
        fills: s.int('Number of fills.', 6),
        accessFeesMicroUsd: microUsdField('Access fees charged for these orders.', 50_000),
      }),
    ),
    recentOrders: Type.Optional(s.array('Newest 50 orders, newest first.', orderSchema())),
    positions: Type.Optional(openPositionsList()),
    equity: Type.Optional(equitySchema()),
    results: Type.Optional(resultsSchema()),
    engine: Type.Optional(
      s.object('Engine of the bot.', {
        warnings: s.array(
          'What a careful owner sets before the engine trades.',
          s.choice('Warning.', [NO_EXPOSURE_LIMIT]),
        ),
        decisions: s.array(
          `Decisions of the engine, newest first; the newest ${MAX_DECISIONS} are kept.`,
          decisionSchema(),
        ),
        ...listEndFields(),
      }),
    ),
  });
