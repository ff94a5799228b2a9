import type { EpochMs, MicroUsd } from '../../../domain/index.ts';
import type { Chain } from './chain.ts';
import type { SeenTransfer } from './seen-transfer.ts';

/** Transfers of a skipped transaction in one stream. */
export interface SkippedRead {
  readonly stream: string;
  readonly transfers: readonly SeenTransfer[];
}

/** Up to where a stream of a chain was read. */
export interface ChainPosition {
  /** The last block, time or slot that was read whole. */
  readonly position: number;
  /** Proof of the position: the hash of the block, or the newest transaction. null: not known, and nothing is compared. */
  readonly mark: string | null;
}

/** A range that was read. */
export interface ChainStep {
  /** The source that is read separately: '' for all tokens of an EVM chain, a token or account on the others. */
  readonly stream: string;
  /** From where it was read; null: it is the first. */
  readonly from: ChainPosition | null;
  /** null: more of the same range follows, and the position stays. */
  readonly to: ChainPosition | null;
  /** In the order of the chain; those of one transaction are neighbours. */
  readonly transfers: readonly SeenTransfer[];
}

export interface StepOutcome {
  /** false: the position was moved meanwhile, and the range has to be read again. */
  readonly isCurrent: boolean;
  /** Deposits that were not known before. */
  readonly recorded: number;
}

/** An address that belongs to one owner. Numbers ascend. */
export interface NumberedAddress {
  readonly seq: number;
  readonly address: string;
}

/** A token that a treasury holds. */
export interface TreasuryToken {
  readonly treasury: string;
  /** Contract or mint of the token. */
  readonly token: string;
}

/** Positions of chain watchers, and the deposits that they find. Reads see committed rows. Writes throw `LedgerUnavailableError` when nothing can be stored. */
export interface ChainStore {
  /** What unknown senders send below this is summed up. */
  readonly minDeposit: MicroUsd;
  findPosition(chain: Chain, stream: string): Promise<ChainPosition | null>;
  /** Stores deposits and position: all, or the position not at all. Deposits that are known change nothing. */
  storeStep(chain: Chain, step: ChainStep): Promise<StepOutcome>;
  /** Addresses of owners on the chain with a number above the given one, in ascending order. */
  listAddressesAfter(chain: Chain, seq: number): Promise<readonly NumberedAddress[]>;
  /** Where the first start of all began; null: it has not. */
  findFirstPosition(chain: Chain, stream: string): Promise<number | null>;
  /** The treasuries that a chain has and had, oldest first; the first call keeps those of the file. */
  listTreasuries(chain: Chain): Promise<readonly string[]>;
  /** Treasuries that no chain of the file has any more; `isWatched`: their chain is in it, with another one. */
  listFormerTreasuries(): Promise<
    readonly { readonly chain: string; readonly treasury: string; readonly isWatched: boolean }[]
  >;
  /** Those senders whose transfers to the treasury are not a stranger's: wallets, forwarders, treasuries. */
  listPayers(chain: Chain, senders: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those transactions of which a deposit is recorded, or a small amount. */
  listRecorded(chain: Chain, txHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Transactions that were passed over, apart from those that could be read later. */
  listSkipped(chain: Chain): Promise<readonly string[]>;
  /** Those that wait and were not tried for a day. */
  listSkippedDue(chain: Chain): Promise<readonly string[]>;
  /** Passes over a transaction that cannot be read; it waits for a person, and is read again daily. */
  skip(chain: Chain, item: string, reason: string): Promise<void>;
  noteTried(chain: Chain, item: string): Promise<void>;
  /** Stores what a skipped transaction turned out to be, unless a person decided about it meanwhile. */
  storeSkipped(chain: Chain, item: string, found: readonly SkippedRead[]): Promise<void>;
  /** Sum of what was read at a treasury behind a position and up to another, sweeps included. Decimal text. */
  sumIncome(chain: Chain, of: TreasuryToken, after: number, upTo: number): Promise<string>;
  /** Whether a transfer is a deposit, under its key or, moved by a reorganisation, under another of its transaction. */
  isRecorded(chain: Chain, txHash: string, idem: string): Promise<boolean>;
  /** Whether an address belongs to an owner on any chain. */
  isForwarder(address: string): Promise<boolean>;
  /**
   * Micro-USD of all deposits of a token on a chain by the owner of an address; null where one of them has an amount
   * that is not counted.
   */
  sumRecorded(chain: Chain, address: string, symbol: string): Promise<number | null>;
  /** When a wallet was registered that has no position on the chain; null: it has one, or is not registered. */
  findRegisteredAt(chain: Chain, wallet: string): Promise<EpochMs | null>;
}
