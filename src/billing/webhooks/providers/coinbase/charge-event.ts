import type { JsonObject } from '../../../../domain/index.ts';
import { decimalIn, idIn, objectIn, textIn } from '../../members.ts';
import type { ProviderEvent } from '../../provider-event.ts';
import { toPaidObject } from './paid-object.ts';

/**
 * Translates an event of Coinbase Commerce. A charge is paid when it is confirmed, or when the merchant resolved what
 * was paid late or in part; both report the same charge, which counts once.
 *
 * @throws {MalformedEventError} when a paid charge lacks what it must have.
 */
export function readChargeEvent(delivery: JsonObject): ProviderEvent {
  const event = objectIn(delivery, 'event');
  const type = textIn(event, 'type');
  if (type !== 'charge:confirmed' && type !== 'charge:resolved') {
    return { kind: 'ignored', reason: 'event_type' };
  }
  const charge = objectIn(event, 'data');
  const price = objectIn(objectIn(charge, 'pricing'), 'local');
  const currency = textIn(price, 'currency').toUpperCase();
  const amount = decimalIn(price, 'amount');
  const [eventId, id] = [idIn(event, 'id'), idIn(charge, 'id')];
  if (amount.isZero) return { kind: 'ignored', reason: 'zero_amount' };
  return {
    kind: 'deposit',
    eventId,
    type,
    paid: toPaidObject(charge, { id, currency, amount }),
  };
}
