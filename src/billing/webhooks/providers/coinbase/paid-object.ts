import type { JsonObject } from '../../../../domain/index.ts';
import type { ReadAmount } from '../../../deposits/amounts.ts';
import { CREDITED_CURRENCIES } from '../../../deposits/deposit.ts';
import { findNamedOwner } from '../../members.ts';
import type { PaidObject } from '../../provider-event.ts';

/**
 * Describes the payment of a checkout or charge. Refunds name the payment by the id of that object. @param currency In
 * capitals.
 */
export function toPaidObject(
  source: JsonObject,
  { id, currency, amount }: { readonly id: string; readonly currency: string; readonly amount: ReadAmount },
): PaidObject {
  return {
    objectId: id,
    paymentId: id,
    owner: findNamedOwner(source),
    currency,
    amount: amount.text,
    microUsd: CREDITED_CURRENCIES.includes(currency) ? amount.microUsd : null,
  };
}
