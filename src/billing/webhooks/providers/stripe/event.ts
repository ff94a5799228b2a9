import { isJsonObject, type JsonObject } from '../../../../domain/index.ts';
import type { ReadAmount } from '../../../deposits/amounts.ts';
import type { ProviderEffect, Reversal } from '../../../deposits/reversal.ts';
import { findId, findNamedOwner, requireId, requireObject, requireText } from '../../members.ts';
import type { ReadingOptions } from '../../payment-provider.ts';
import { MalformedEventError, type ProviderEvent, toIgnored } from '../../provider-event.ts';
import { requireMinorUnits } from './minor-units.ts';

const COUNTED = 'USD';

/**
 * Translates an event of Stripe. Only Checkout events credit money: `payment_intent.succeeded` reports the same payment
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
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return readRefund(event, type);
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
  // A checkout that a discount code made free has no payment, and none follows.
  if (session.payment_status === 'no_payment_required') return toIgnored('zero_amount');
  if (session.payment_status !== 'paid') return toIgnored('unpaid');
  const { currency, amount } = readPaid(session);
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

/**
 * Reads the paid amount of a session. Older versions of the API state the customer's currency, together with the amount
 * in the currency that the operator is paid in.
 */
function readPaid(session: JsonObject): { readonly currency: string; readonly amount: ReadAmount } {
  const { currency_conversion: conversion } = session;
  if (isJsonObject(conversion) && String(conversion.source_currency).toUpperCase() === COUNTED) {
    return { currency: COUNTED, amount: requireMinorUnits(conversion, 'amount_total', COUNTED) };
  }
  const currency = readCurrency(session);
  return { currency, amount: requireMinorUnits(session, 'amount_total', currency) };
}

/** States of a refund that did not take place. */
const VOID = ['failed', 'canceled'];

/**
 * Reads a refund object. Its newest report says whether the refund takes money. The refund is also part of the refunded
 * total of its charge.
 */
function readRefund(event: JsonObject, type: string): ProviderEvent {
  const refund = getObject(event);
  const read = readReversal(event, type, 'refund', 'amount');
  if (read.kind !== 'reversal') return read;
  const isVoid = VOID.includes(String(refund.status));
  const part = { of: findId(refund, 'charge'), since: readTime(refund) ?? null };
  return { ...read, reversals: read.reversals.map((one) => ({ ...one, isVoid, part })) };
}

/** Reads when an event or object was created, epoch ms; undefined: not stated. */
function readTime({ created }: JsonObject): number | undefined {
  return typeof created === 'number' && Number.isSafeInteger(created * 1_000) ? created * 1_000 : undefined;
}

/** Creates the reversal of a refunded charge, a refund or a dispute. Total 0: no money is taken any more. */
function readReversal(
  event: JsonObject,
  type: string,
  effect: ProviderEffect,
  member: 'amount' | 'amount_refunded',
): ProviderEvent {
  const eventId = requireId(event, 'id');
  const object = getObject(event);
  const currency = readCurrency(object);
  const amount = requireMinorUnits(object, member, currency);
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
    total: currency === COUNTED ? amount.microUsd : null,
    amount: amount.text,
    at: readTime(event),
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
