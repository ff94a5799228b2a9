import type { JsonObject } from '../../../../domain/index.ts';
import type { ReadAmount } from '../../../deposits/amounts.ts';
import { CREDITED_CURRENCIES } from '../../../deposits/deposit.ts';
import { findNamedOwner } from '../../members.ts';
import type { PaidObject } from '../../provider-event.ts';

/** A paid checkout or charge. Its refunds name it by its own id. @param currency In capitals. */
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
