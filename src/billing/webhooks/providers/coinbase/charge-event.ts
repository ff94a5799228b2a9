import Big from 'big.js';
import { isJsonObject, type JsonObject } from '../../../../domain/index.ts';
import { type ReadAmount, readDecimal } from '../../../deposits/amounts.ts';
import { requireDecimal, requireId, requireObject, requireText } from '../../members.ts';
import { MalformedEventError, type ProviderEvent, toIgnored } from '../../provider-event.ts';
import { toPaidObject } from './paid-object.ts';

/**
 * Translates an event of Coinbase Commerce. A charge counts as paid when it is confirmed, or when the merchant accepted
 * a late or partial payment. Both events report the same charge, which counts once.
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
  const { currency, amount } = readPaid(charge);
  const [eventId, id] = [requireId(event, 'id'), requireId(charge, 'id')];
  if (amount.isZero) return toIgnored('zero_amount');
  return {
    kind: 'deposit',
    eventId,
    type,
    paid: toPaidObject(charge, { id, currency, amount }),
  };
}

/** States of a charge whose payment failed or has not arrived yet. */
const NOT_PAID = ['NEW', 'PENDING', 'FAILED', 'EXPIRED', 'CANCELED'];

/**
 * Reads the paid amount of a charge: the sum of its payments, which may be less than the price, or the price if the
 * charge lists no payments.
 */
function readPaid(charge: JsonObject): { readonly currency: string; readonly amount: ReadAmount } {
  const { payments } = charge;
  const paid = (Array.isArray(payments) ? payments : []).filter(
    (payment) => isJsonObject(payment) && !NOT_PAID.includes(String(payment.status)),
  );
  const values = paid.map((payment) => requireObject(requireObject(payment, 'value'), 'local'));
  const [first] = values;
  if (first === undefined) {
    const price = requireObject(requireObject(charge, 'pricing'), 'local');
    return {
      currency: requireText(price, 'currency').toUpperCase(),
      amount: requireDecimal(price, 'amount'),
    };
  }
  const currency = requireText(first, 'currency').toUpperCase();
  const total = values.reduce((sum, value) => {
    if (requireText(value, 'currency').toUpperCase() !== currency) {
      throw new MalformedEventError('payments', 'payments in one currency');
    }
    return sum.plus(requireDecimal(value, 'amount').text);
  }, new Big(0));
  const amount = readDecimal(total.toFixed());
  if (amount === null) throw new MalformedEventError('payments', 'amounts below 1e40');
  return { currency, amount };
}
