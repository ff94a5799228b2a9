import type { JsonObject } from '../../../../domain/index.ts';
import { requireDecimal, requireId, requireObject, requireText } from '../../members.ts';
import { type ProviderEvent, toIgnored } from '../../provider-event.ts';
import { toPaidObject } from './paid-object.ts';

/**
 * Translates an event of Coinbase Commerce. A charge is paid when it is confirmed, or when the merchant resolved what
 * was paid late or in part; both report the same charge, which counts once.
 *
 * @throws {MalformedEventError} when a paid charge lacks a required member.
 */
export function readChargeEvent(delivery: JsonObject): ProviderEvent {
  const event = requireObject(delivery, 'event');
  const type = requireText(event, 'type');
  if (type !== 'charge:confirmed' && type !== 'charge:resolved') {
    return toIgnored('event_type');
  }
  const charge = requireObject(event, 'data');
  const price = requireObject(requireObject(charge, 'pricing'), 'local');
  const currency = requireText(price, 'currency').toUpperCase();
  const amount = requireDecimal(price, 'amount');
  const [eventId, id] = [requireId(event, 'id'), requireId(charge, 'id')];
  if (amount.isZero) return toIgnored('zero_amount');
  return {
    kind: 'deposit',
    eventId,
    type,
    paid: toPaidObject(charge, { id, currency, amount }),
  };
}
