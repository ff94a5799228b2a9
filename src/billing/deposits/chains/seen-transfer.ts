import type { MicroUsd } from '../../../domain/index.ts';
import { joinDigits, roundToMicroUsd, splitUnits } from '../amounts.ts';
import type { ChainToken } from './chain.ts';

/** A final transfer of a known token to an address that may belong to this service. */
export interface SeenTransfer {
  /** Key of the transfer, unique within the chain: `<tx>:<log index>`, on Solana `<tx>:<token account>`. */
  readonly idem: string;
  readonly symbol: string;
  readonly token: string;
  /** Sending address; null: the chain does not say who sent it. */
  readonly from: string | null;
  readonly to: string;
  /** Exact amount, in units of the token. */
  readonly amount: string;
  /** Amount in micro-USD; null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  readonly txHash: string;
  readonly logIndex: number | null;
  /** The block, slot or time of the chain that it is in. Decides whether its wallet was registered before it. */
  readonly position: number;
  /** Epoch ms; the transfer is not older than this. Decides it for registrations without a position on this chain. */
  readonly minedAfter: number;
}

/**
 * Value of an amount in the smallest units of a token, at one dollar a token, rounded down to micro-USD.
 *
 * @returns `amount` exact as decimal text; `microUsd` null above the ceiling of one operation, and 0 for less than a
 * millionth of a dollar.
 */
export function computeTransferValue(
  units: bigint,
  { decimals }: Pick<ChainToken, 'decimals'>,
): { readonly amount: string; readonly microUsd: MicroUsd | 0 | null } {
  const { whole, fraction } = splitUnits(units, decimals);
  return {
    amount: joinDigits({ whole, fraction: fraction.replace(/0+$/, '') }),
    microUsd: roundToMicroUsd({ whole, fraction }),
  };
}
