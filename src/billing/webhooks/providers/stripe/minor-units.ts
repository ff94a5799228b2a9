import type { JsonObject } from '../../../../domain/index.ts';
import { type ReadAmount, readUnits } from '../../../deposits/amounts.ts';
import { MalformedEventError } from '../../provider-event.ts';

/**
 * Currencies whose amounts Stripe does not state in hundredths. Source: Stripe's documentation, "Supported currencies",
 * "Zero-decimal currencies" and "Three-decimal currencies"; ISK and UGX are stated in hundredths.
 */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');

/** Reads an amount in the smallest unit of its currency. @returns The amount in units of the currency. */
export function requireMinorUnits(parent: JsonObject, name: string, currency: string): ReadAmount {
  const value = parent[name];
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new MalformedEventError(name, 'a whole number of the smallest unit of the currency');
  }
  const decimals = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
  // A safe integer has 16 digits at most.
  return readUnits(BigInt(value as number), decimals) as ReadAmount;
}
