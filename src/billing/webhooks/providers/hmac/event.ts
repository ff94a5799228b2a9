import type { JsonObject } from '../../../../domain/index.ts';
import { type ReadAmount, readUnits } from '../../../deposits/amounts.ts';
import {
  findNamedOwner,
  isId,
  requireDecimal,
  requireId,
  requireObject,
  requireText,
} from '../../members.ts';
import { MalformedEventError, type ProviderEvent, toIgnored } from '../../provider-event.ts';

/**
 * Translates an event of the operator's own system: `{"id", "type":"deposit.confirmed", "data":{"microUsd" or "usd",
 * "metadata"}}`.
 *
 * @param deliveryId Id of the event for bodies without one; null: the signature scheme has none.
 * @param sender Name of a further sender of the provider; absent: the first one.
 * @throws {MalformedEventError} when a deposit lacks a required member.
 */
export function readOwnEvent(event: JsonObject, deliveryId: string | null, sender?: string): ProviderEvent {
  const type = requireText(event, 'type');
  if (type !== 'deposit.confirmed') return toIgnored('event_type');
  const eventId = event.id === undefined && isId(deliveryId) ? deliveryId : requireId(event, 'id');
  const data = requireObject(event, 'data');
  const amount = readAmount(data);
  if (amount.isZero) return toIgnored('zero_amount');
  return {
    kind: 'deposit',
    eventId,
    type,
    isStrict: true,
    ...(sender === undefined ? {} : { sender }),
    paid: {
      objectId: null,
      paymentId: null,
      owner: findNamedOwner(data),
      currency: 'USD',
      amount: amount.text,
      microUsd: amount.microUsd,
    },
  };
}

function readAmount(data: JsonObject): ReadAmount {
  const { microUsd, usd } = data;
  if ((microUsd === undefined) === (usd === undefined)) {
    throw new MalformedEventError('data', 'an object with either microUsd or usd');
  }
  if (usd !== undefined) return requireDecimal(data, 'usd');
  // JSON.parse rounds integers beyond 2^53. Such an amount is above the limit of one operation anyway and waits for a
  // review.
  if (!Number.isInteger(microUsd) || (microUsd as number) < 0) {
    throw new MalformedEventError('microUsd', 'a whole number');
  }
  const amount = readUnits(BigInt(microUsd as number), 6);
  if (amount === null) throw new MalformedEventError('microUsd', 'below 1e46');
  return amount;
}
