import type { JsonObject, MicroUsd } from '../../../../domain/index.ts';
import type { Reversal, ReversalEffect } from '../../../deposits/reversal.ts';
import { findId, findNamedOwner, requireId, requireObject, requireText } from '../../members.ts';
import type { ReadingOptions } from '../../payment-provider.ts';
import { MalformedEventError, type ProviderEvent, toIgnored } from '../../provider-event.ts';
import { requireMinorUnits } from './minor-units.ts';

const COUNTED = 'USD';

/**
 * Translates an event of Stripe. Money comes by Checkout alone: `payment_intent.succeeded` reports the same payment
 * again and is ignored.
 *
 * @throws {MalformedEventError} when an event that moves money lacks a required member.
 */
export function readStripeEvent(event: JsonObject, { mode }: ReadingOptions): ProviderEvent {
  const type = requireText(event, 'type');
  if (mode !== null && event.livemode !== (mode === 'live')) return toIgnored('mode_mismatch');
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readSession(event, type);
    case 'charge.refunded':
      return readReversal(event, type, 'refund', 'amount_refunded');
    case 'charge.dispute.funds_withdrawn':
      return readReversal(event, type, 'dispute', 'amount');
    case 'charge.dispute.funds_reinstated':
      return readReversal(event, type, 'reinstatement', 'amount');
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return {
        kind: 'noted',
        eventId: requireId(event, 'id'),
        type,
        objectId: requireId(getObject(event), 'id'),
      };
    default:
      return toIgnored('event_type');
  }
}

function readSession(event: JsonObject, type: string): ProviderEvent {
  const eventId = requireId(event, 'id');
  const session = getObject(event);
  // A checkout that a discount code made free was not paid, and no payment follows.
  if (session.payment_status === 'no_payment_required') return toIgnored('zero_amount');
  if (session.payment_status !== 'paid') return toIgnored('unpaid');
  const currency = readCurrency(session);
  const amount = requireMinorUnits(session, 'amount_total', currency);
  if (amount.isZero) return toIgnored('zero_amount');
  return {
    kind: 'deposit',
    eventId,
    type,
    paid: {
      objectId: requireId(session, 'id'),
      paymentId: findId(session, 'payment_intent'),
      owner: findNamedOwner(session),
      currency,
      amount: amount.text,
      microUsd: currency === COUNTED ? amount.microUsd : null,
    },
  };
}

/** A refund event states the total refunded of its charge, so that two events out of order add up. */
function readReversal(
  event: JsonObject,
  type: string,
  effect: ReversalEffect,
  member: 'amount' | 'amount_refunded',
): ProviderEvent {
  const eventId = requireId(event, 'id');
  const object = getObject(event);
  const currency = readCurrency(object);
  const amount = requireMinorUnits(object, member, currency);
  if (amount.isZero) return toIgnored('zero_amount');
  if (currency === COUNTED && amount.microUsd === null) {
    throw new MalformedEventError(member, 'at most a billion dollars');
  }
  const reversal: Reversal = {
    effect,
    objectId: requireId(object, 'id'),
    idem: eventId,
    paymentId: findId(object, 'payment_intent'),
    owner: findNamedOwner(object),
    currency,
    total: currency === COUNTED ? (amount.microUsd as MicroUsd) : null,
    amount: amount.text,
  };
  return { kind: 'reversal', eventId, type, reversals: [reversal] };
}

function getObject(event: JsonObject): JsonObject {
  return requireObject(requireObject(event, 'data'), 'object');
}

function readCurrency(object: JsonObject): string {
  const currency = requireText(object, 'currency');
  if (!/^[A-Za-z]{3}$/.test(currency)) throw new MalformedEventError('currency', 'a code of three letters');
  return currency.toUpperCase();
}
