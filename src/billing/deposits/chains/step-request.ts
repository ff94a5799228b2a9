import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { DepositLimits } from '../deposit.ts';
import type { ChainFamilyName } from './chain.ts';
import type { ChainPosition } from './chain-step.ts';
import type { SeenTransfer } from './seen-transfer.ts';

/** A part of a range that was read. */
export interface Step {
  readonly scope: string;
  readonly stream: string;
  /** The position that the step was read from; null: the first. A step from another than the stored one does nothing. */
  readonly from: ChainPosition | null;
  /** Position that the step reaches; null: more parts of the same range follow. */
  readonly to: ChainPosition | null;
  readonly transfers: readonly JudgedTransfer[];
  /** A transaction that was skipped and could be read now; null: an ordinary step. */
  readonly readAgain: string | null;
  readonly chain: string;
  readonly family: ChainFamilyName;
  /** The treasury and those that the chain had before. */
  readonly treasuries: readonly string[];
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  /** Amount below which transfers of unknown senders are summed up. */
  readonly minDeposit: MicroUsd;
  readonly now: EpochMs;
}

export interface JudgedTransfer extends SeenTransfer {
  /** Whether a list of the operator names its sender. */
  readonly isSanctioned: boolean;
}
