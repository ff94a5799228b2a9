import type { MicroUsd } from '../../../domain/index.ts';
import { joinDigits, roundToMicroUsd, splitUnits } from '../amounts.ts';
import type { ChainToken } from './chain.ts';

/** A final transfer of a known token to an address that may belong to this service. */
export interface SeenTransfer {
  /** Key of the transfer, unique within the chain: `<tx>:<log index>`, on Solana `<tx>:<token account>`. */
  readonly idem: string;
  readonly symbol: string;
  readonly token: string;
  /** Sending address; null: the chain states no sender. */
  readonly from: string | null;
  readonly to: string;
  /** Exact amount, in units of the token. */
  readonly amount: string;
  /** Amount in micro-USD; null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  readonly txHash: string;
  readonly logIndex: number | null;
  /**
   * Position of the transfer: block, slot or time of the chain. The position decides whether the wallet was registered
   * before the transfer.
   */
  readonly position: number;
  /**
   * Earliest possible time of the transfer, epoch ms. The time decides for registrations without a position on this
   * chain.
   */
  readonly minedAfter: number;
}

/**
 * Converts an amount in smallest units of a token to its value at one dollar a token, rounded down to micro-USD.
 *
 * @returns `amount` as exact decimal text. `microUsd` is null above the limit of one operation, and 0 below a millionth
 * of a dollar.
 */
export function computeTransferValue(
  units: bigint,
  { decimals }: Pick<ChainToken, 'decimals'>,
): { readonly amount: string; readonly microUsd: MicroUsd | null } {
  const { whole, fraction } = splitUnits(units, decimals);
  return {
    amount: joinDigits({ whole, fraction: fraction.replace(/0+$/, '') }),
    microUsd: roundToMicroUsd({ whole, fraction }),
  };
}
