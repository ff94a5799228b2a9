import { Type } from 'typebox';
import type { BotOrder } from '../../../../bot/orders/order.ts';
import { toStatus } from '../../../../bot/orders/order-state.ts';
import { listDifferingTerms, TRADE_TERMS } from '../../../../bot/trade/differing-terms.ts';
import type { TradeOutcome, TradeRequest } from '../../../../bot/trade/trade-request.ts';
import { SECOND_MS } from '../../../../domain/index.ts';
import { createBalanceError } from '../../../access/ledger-cashier.ts';
import { ApiError } from '../../../responses/errors.ts';
import * as s from '../../../schemas/schema.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';
import { execModeField, orderSchema, rejectReasonField } from '../../../shapes/order.ts';
import { type OrderView, toOrderBody } from '../../../shapes/order-body.ts';

const STATUSES = ['filled', 'resting', 'rejected', 'duplicate', 'killed', 'insufficient_balance'] as const;

/** Builds the schema of what became of an order. */
export const tradeAnswerSchema = () =>
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
      suggestions: Type.Optional(s.suggestionsField()),
      retryAfterSeconds: Type.Optional(
        s.int('Only where the order was refused for now: when another one has room.', 2),
      ),
    }),
  });

/** Describes what the holder can still do, by kind of halt. */
const HALT_WORDS: Readonly<Record<OrderView['halt'], string>> = {
  set: 'trading is halted for this bot or for all bots; halt: opening lets closes go',
  opening: 'openings are halted for this bot or for all bots; closes go on',
  clear: 'trading was halted for this bot or for all bots when the order came',
  unknown: 'trading is halted for this bot or for all bots',
};

/** Converts an outcome to its member of the answer. @throws {ApiError} for outcomes without an order. */
export function toOutcomeBody(outcome: TradeOutcome, request: TradeRequest, view: OrderView) {
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

const toRetrySeconds = (ms: number) => Math.max(1, Math.ceil(ms / SECOND_MS));
