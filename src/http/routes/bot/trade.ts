import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { BotOrder } from '../../../bot/orders/order.ts';
import { toStatus } from '../../../bot/orders/order-state.ts';
import {
  findExcess,
  MAX_MARK_PRICE,
  MAX_SHARES,
  MAX_SIZE_USD,
  MIN_MARK_PRICE,
} from '../../../bot/trade/ceilings.ts';
import { listDifferingTerms, TRADE_TERMS } from '../../../bot/trade/differing-terms.ts';
import type { TradeOutcome, TradeRequest } from '../../../bot/trade/trade-request.ts';
import { type AssetRef, KIND_TRAITS, SECOND_MS, VENUES } from '../../../domain/index.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { createBalanceError } from '../../access/ledger-cashier.ts';
import { requireWarm } from '../../parameters/assets.ts';
import { readAsset } from '../../parameters/named-asset.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { microUsdField } from '../../shapes/money-fields.ts';
import { execModeField, orderSchema, rejectReasonField } from '../../shapes/order.ts';
import { type OrderView, toOrderBody } from '../../shapes/order-body.ts';
import { type BotRouteOptions, requireExecution } from './bot-options.ts';

const STATUSES = ['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance'] as const;

/** POST /api/bot/trade: places one order. A `clientOrderId` is placed and billed at most once. */
export const registerTrade: Registration<BotRouteOptions> = (app, { bot, assets }) => {
  app.post(
    '/api/bot/trade',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'trade',
        summary: 'Places one order',
        description:
          'The access fee is charged once, at the first fill. Repeating a `clientOrderId` places no order, charges nothing and returns `duplicate`. Binaries are traded in terms of Yes.',
        tags: ['bot'],
        body: strictBody({
          venue: s.choice('Venue of the order.', VENUES),
          asset: s.text('Asset id or store key.', 'hl-BTC', { minLength: 1, maxLength: 256 }),
          side: Type.Optional(
            s.choice('Side of the order; for binaries, of Yes. Omit it with close.', ['buy', 'sell']),
          ),
          sizeUsd: Type.Optional(
            Type.Number({
              description:
                'Maximum amount of the order in US dollars: a buy costs at most this at the limit price, a sell brings in at most this at markPrice.',
              exclusiveMinimum: 0,
              maximum: MAX_SIZE_USD,
              examples: [12],
            }),
          ),
          sizeShares: Type.Optional(
            Type.Number({
              description: 'Size in shares of a binary or coins of a perpetual; alternative to sizeUsd.',
              exclusiveMinimum: 0,
              maximum: MAX_SHARES,
              examples: [25],
            }),
          ),
          close: Type.Optional(
            Type.Literal(true, {
              description:
                "Closes the bot's whole position in the asset, and never opens one on the other side; alternative to side and size.",
            }),
          ),
          markPrice: Type.Number({
            description: 'Reference price of the order; below 1 for binaries.',
            minimum: MIN_MARK_PRICE,
            maximum: MAX_MARK_PRICE,
            examples: [87_250.5],
          }),
          clientOrderId: Type.Optional(
            s.text(
              "Caller's id of the order, which makes it idempotent; generated when absent.",
              'my-order-1',
              {
                pattern: '^[A-Za-z0-9_.:-]{1,64}$',
              },
            ),
          ),
        }),
        response: {
          200: outcomeSchema(),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'insufficient_balance',
            'venue_not_entitled',
            'kill_switch',
            'rate_limited',
            'vault_not_configured',
            'live_execution_disabled',
            'ledger_unavailable',
            'warming_up',
          ),
        },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { botId, owner } = key;
      const { venue, asset, markPrice } = request.body;
      const terms = readTerms(request.body);
      requireVenues(key, [venue]);
      const { ref, isKnown } = await readAsset(assets, venue, asset);
      if (KIND_TRAITS[ref.kind].unit === 'probability' && markPrice >= 1) {
        throw refuseParameter('markPrice', 'markPrice of a binary must be below 1');
      }
      requireWithinCeilings(ref, terms, markPrice);
      requireExecution(bot);
      const clientOrderId = request.body.clientOrderId ?? randomUUID();
      // A later refusal would use up the id, so the venue's list is checked before. An order that was already placed is
      // shown in any case.
      const isNew = !isKnown && (await bot.orders.find(botId, clientOrderId)) === null;
      if (isNew) requireWarm(assets, venue);
      const order: TradeRequest = {
        clientOrderId,
        source: 'trade',
        ref,
        venueAsset: bot.getVenueAsset(ref),
        ...terms,
        markPrice,
      };
      const place = () => bot.trading.trade({ botId, owner }, order);
      // Signed orders are stored in the service database and the fee in the ledger; either may refuse writes.
      const outcome = await requireStore(place);
      const halt = await bot.killSwitch.read(botId);
      return {
        ok: true as const,
        execMode: bot.mode,
        outcome: toOutcomeBody(outcome, order, { halt, mode: bot.mode }),
      };
    },
  );
};

/** Describes what the holder can still do, by kind of halt. */
const HALT_WORDS: Readonly<Record<OrderView['halt'], string>> = {
  set: 'trading is halted for this bot or for all bots; halt: opening lets closes go',
  opening: 'openings are halted for this bot or for all bots; closes go on',
  clear: 'trading was halted for this bot or for all bots when the order came',
  unknown: 'trading is halted for this bot or for all bots',
};

type Terms = Pick<TradeRequest, 'side' | 'sizeUsd' | 'sizeShares'>;

/**
 * Reads side and size: an order has a side and one size, a close has neither. @throws {ApiError} 400 for any other
 * combination.
 */
function readTerms({
  side,
  sizeUsd,
  sizeShares,
  close,
}: {
  readonly side?: 'buy' | 'sell';
  readonly sizeUsd?: number;
  readonly sizeShares?: number;
  readonly close?: true;
}): Terms {
  if (close === true) {
    const [excess] = Object.entries({ side, sizeUsd, sizeShares }).filter(([, value]) => value !== undefined);
    if (excess !== undefined) throw refuseParameter(excess[0], `${excess[0]} cannot be combined with close`);
    return { side: null, sizeUsd: null, sizeShares: null };
  }
  if (side === undefined)
    throw refuseParameter('side', 'side is required: buy or sell; or use close instead');
  if (sizeUsd !== undefined && sizeShares !== undefined) {
    throw refuseParameter('sizeShares', 'sizeShares cannot be combined with sizeUsd');
  }
  if (sizeUsd !== undefined) return { side, sizeUsd, sizeShares: null };
  if (sizeShares !== undefined) return { side, sizeUsd: null, sizeShares };
  throw refuseParameter('sizeUsd', 'a size is required: sizeUsd, sizeShares or close');
}

/**
 * Checks size and price of an order against the maximum values. A close (`side` null) is limited by its position
 * instead.
 *
 * @throws {ApiError} 400 when one is exceeded.
 */
function requireWithinCeilings({ kind }: AssetRef, terms: Terms, markPrice: number): void {
  const { side, sizeUsd, sizeShares = null } = terms;
  const excess = side === null ? null : findExcess(kind, { side, sizeUsd, sizeShares, markPrice });
  if (excess !== null) throw refuseParameter(excess.member, `${excess.member} ${excess.problem}`);
}

function toOutcomeBody(outcome: TradeOutcome, request: TradeRequest, view: OrderView) {
  const { clientOrderId } = request;
  switch (outcome.status) {
    case 'halted':
      throw new ApiError('kill_switch', HALT_WORDS[view.halt], {
        extra: { outcome: { status: 'killed', clientOrderId, chargedMicroUsd: 0 } },
      });
    case 'insufficient_balance':
      throw createBalanceError('the prepaid balance does not cover the fee of a trade', outcome.owed, {
        outcome: { status: 'insufficient_balance', clientOrderId, chargedMicroUsd: 0 },
      });
    case 'busy':
      throw new ApiError('rate_limited', 'the engine has placed as many orders as the bot allows');
    case 'duplicate':
      return {
        status: 'duplicate' as const,
        clientOrderId,
        chargedMicroUsd: 0,
        order: toOrderBody(outcome.order, view),
        differs: listDifferingTerms(request, outcome.order),
      };
    case 'done': {
      const { order, retryAfterMs } = outcome;
      return {
        status: toStatus(order),
        clientOrderId,
        chargedMicroUsd: order.chargedMicroUsd,
        order: toOrderBody(order, view),
        ...toReason(order),
        ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: toRetrySeconds(retryAfterMs) }),
      };
    }
  }
}

/** Finds the reason why an order was rejected or is unconfirmed, or why its opening part was left out. */
function toReason({ reason, restriction }: BotOrder) {
  const stated = reason ?? (restriction?.isPartial === true ? restriction.reason : null);
  return stated === null ? {} : { reason: stated };
}

const outcomeSchema = () =>
  s.object('Result of the trade.', {
    ok: s.okTrue(),
    execMode: execModeField(),
    outcome: s.object('Result of the call.', {
      status: s.choice('Result. `filled`: at least a part was traded.', STATUSES),
      clientOrderId: s.text('Order id of the caller, or the generated one.', 'my-order-1'),
      chargedMicroUsd: microUsdField('Fee charged by this call.', 10_000),
      order: Type.Optional(orderSchema()),
      differs: Type.Optional(
        s.array(
          'Members of this call that are not those of the order; only with `duplicate`.',
          s.choice('Member.', TRADE_TERMS),
        ),
      ),
      reason: Type.Optional(rejectReasonField()),
      retryAfterSeconds: Type.Optional(
        s.int('Only where the order was refused for now: when another one has room.', 2),
      ),
    }),
  });

const toRetrySeconds = (ms: number) => Math.max(1, Math.ceil(ms / SECOND_MS));
