import { isOperationAmount, type MicroUsd } from '../../../domain/index.ts';
import type { ChainToken } from './chain.ts';

/** A final transfer of a known token to an address that may belong to this service. */
export interface SeenTransfer {
  /** Unique within the chain: `<tx>:<log index>`, on Solana `<tx>:<token account>`. */
  readonly idem: string;
  readonly symbol: string;
  readonly token: string;
  /** null: the chain does not say who sent it. */
  readonly from: string | null;
  readonly to: string;
  /** Exact, in units of the token. */
  readonly amount: string;
  /** null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  readonly txHash: string;
  readonly logIndex: number | null;
  /** Epoch ms; the transfer is not older than this. Decides whether its wallet was registered before it. */
  readonly minedAfter: number;
}

const MICRO_DECIMALS = 6;

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
  const micro =
    decimals >= MICRO_DECIMALS
      ? units / 10n ** BigInt(decimals - MICRO_DECIMALS)
      : units * 10n ** BigInt(MICRO_DECIMALS - decimals);
  const number = Number(micro);
  return {
    amount: formatDecimal(units, decimals),
    microUsd: number === 0 ? 0 : isOperationAmount(number) ? number : null,
  };
}

/** `1500000` with six decimals is `1.5`. */
function formatDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
