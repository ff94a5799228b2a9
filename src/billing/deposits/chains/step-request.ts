import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { DepositLimits } from '../deposit.ts';
import type { ChainFamilyName } from './chain.ts';
import type { ChainPosition } from './chain-step.ts';
import type { SeenTransfer } from './seen-transfer.ts';

/** A range of a chain that was read, or a part of one, to be recorded. */
export interface Step {
  readonly scope: string;
  readonly stream: string;
  /**
   * Position from which the step was read; null: the first step. The step is rejected if the stored position is
   * another.
   */
  readonly from: ChainPosition | null;
  /** Position that the step reaches; null: more parts of the same range follow. */
  readonly to: ChainPosition | null;
  readonly transfers: readonly JudgedTransfer[];
  /** Skipped transaction that could be read now; null: an ordinary step. */
  readonly readAgain: string | null;
  readonly chain: string;
  readonly family: ChainFamilyName;
  /** Current and former treasuries of the chain. */
  readonly treasuries: readonly string[];
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  /** Amount below which transfers of unknown senders are summed up. */
  readonly minDeposit: MicroUsd;
  readonly now: EpochMs;
}

export interface JudgedTransfer extends SeenTransfer {
  /** Whether the operator's list of sanctioned addresses contains the sender. */
  readonly isSanctioned: boolean;
}
