import type { HeldMarket } from '../account-readings.ts';
import { type BigDecimal, toDecimalText } from './decimal.ts';

/** Computes the holding of a binary from the shares of its two sides. */
export function toHeldMarket(
  storeKey: string,
  { yes, no }: { readonly yes: BigDecimal; readonly no: BigDecimal },
): HeldMarket {
  return {
    storeKey,
    size: toDecimalText(yes.minus(no)),
    shares: { yes: toDecimalText(yes), no: toDecimalText(no) },
  };
}
