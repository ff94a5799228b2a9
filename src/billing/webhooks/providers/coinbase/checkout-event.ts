import { isJsonObject, type JsonObject } from '../../../../domain/index.ts';
import { CREDITED_CURRENCIES } from '../../../deposits/deposit.ts';
import type { Reversal } from '../../../deposits/reversal.ts';
import { requireDecimal, requireId, requireText } from '../../members.ts';
import { MalformedEventError, type ProviderEvent, toIgnored } from '../../provider-event.ts';
import { toPaidObject } from './paid-object.ts';

const COMPLETED = 'COMPLETED';
/** States of a refund that did not take place. */
const VOID = ['FAILED', 'CANCELED', 'CANCELLED'];

/**
 * Translates an event of Coinbase Business about a checkout or a payment link (the earlier name of a checkout).
 *
 * @param eventId From the header that the signature covers; `id` of the body is the id of the checkout.
 * @throws {MalformedEventError} when an event that moves money lacks a required member.
 */
export function readCheckoutEvent(event: JsonObject, eventId: string): ProviderEvent {
  const type = requireText(event, 'eventType');
  switch (type) {
    case 'checkout.payment.success':
    case 'payment_link.payment.success':
      return readPayment(event, type, eventId);
    case 'checkout.refund.failed':
      // Without a list, the event does not identify the refund.
      return Array.isArray(event.refunds) ? readRefunds(event, type, eventId) : toIgnored('event_type');
    case 'checkout.refund.success':
      return readRefunds(event, type, eventId);
    default:
      return toIgnored('event_type');
  }
}

/** Reads a payment. The full amount that the customer paid is credited: the fee is the operator's cost. */
function readPayment(event: JsonObject, type: string, eventId: string): ProviderEvent {
  if (event.status !== COMPLETED) return toIgnored('not_completed');
  const { settlement } = event;
  const paid = isJsonObject(settlement) ? settlement : event;
  const currency = requireText(paid, 'currency').toUpperCase();
  const amount = requireDecimal(paid, isJsonObject(settlement) ? 'totalAmount' : 'amount');
  const id = requireId(event, 'id');
  if (amount.isZero) return toIgnored('zero_amount');
  return {
    kind: 'deposit',
    eventId,
    type,
    paid: toPaidObject(event, { id, currency, amount }),
  };
}

function readRefunds(event: JsonObject, type: string, eventId: string): ProviderEvent {
  const paymentId = requireId(event, 'id');
  const { refunds } = event;
  if (!Array.isArray(refunds) || !refunds.every(isJsonObject)) {
    throw new MalformedEventError('refunds', 'a list of refunds');
  }
  const final = refunds.filter(({ status }) => status === COMPLETED || VOID.includes(String(status)));
  if (final.length === 0) return toIgnored('not_completed');
  const time = Date.parse(String(event.updatedAt));
  const reversals = new Map<string, Reversal>();
  for (const refund of final) {
    const currency = requireText(
      typeof refund.currency === 'string' ? refund : event,
      'currency',
    ).toUpperCase();
    const amount = requireDecimal(refund, 'amount');
    const isCounted = CREDITED_CURRENCIES.includes(currency);
    if (isCounted && amount.microUsd === null) {
      throw new MalformedEventError('amount', 'at most a billion dollars');
    }
    const objectId = requireId(refund, 'id');
    if (amount.isZero || reversals.has(objectId)) continue;
    reversals.set(objectId, {
      effect: 'refund',
      objectId,
      idem: `${eventId}:${objectId}`,
      paymentId,
      // The owner comes from the deposit. A refund that arrives first waits for its deposit.
      owner: null,
      currency,
      total: isCounted ? amount.microUsd : null,
      amount: amount.text,
      at: Number.isNaN(time) ? undefined : time,
      isVoid: refund.status !== COMPLETED,
    });
  }
  if (reversals.size === 0) return toIgnored('zero_amount');
  return { kind: 'reversal', eventId, type, reversals: [...reversals.values()] };
}
