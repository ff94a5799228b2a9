import Big from 'big.js';
import { type Clock, DAY_MS, type EpochMs, epochMs, type MicroUsd, NO_MONEY } from '../../../domain/index.ts';
import type { ServiceDatabase } from '../../../storage/service-database.ts';
import type { DepositLimits } from '../deposit.ts';
import type { Chain, ChainFamilyName } from './chain.ts';
import type {
  ChainPosition,
  ChainStep,
  NumberedAddress,
  SkippedRead,
  StepOutcome,
  TreasuryToken,
} from './chain-step.ts';
import { keepTreasuries, noteTried, skipUnreadable } from './operations/reading.ts';
import { recordStep } from './operations/step.ts';
import type { ChainQueries } from './rows.ts';
import type { SeenTransfer } from './seen-transfer.ts';

import { toFirstStream } from './step-decision.ts';

/**
 * Number of transfers in one commit. A longer list is stored in parts, so that other writes do not wait long. The
 * number adapts to the measured time of a part, which differs a hundredfold between a file and a distant server.
 */
const TRANSFERS_PER_COMMIT = { first: 64, min: 8, max: 1_000 };
const COMMIT_MS = { short: 250, long: 1_000 };

export interface ChainStoreOptions {
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: ChainQueries;
  readonly limits: DepositLimits;
  readonly firstDepositCap: MicroUsd;
  /** Amount below which transfers of unknown senders are summed up. Default: 0, none are. */
  readonly minDeposit?: MicroUsd;
  /** Chains of the chains file. Absent: only the calling watcher's chain. */
  readonly chains?: readonly Chain[];
  /** Whether an address is on the operator's list of sanctioned addresses. */
  readonly isSanctioned: (family: ChainFamilyName, address: string) => boolean;
  readonly clock: Clock;
  /** Called when a skipped transaction was read again in vain. Absent: not reported. */
  readonly onStillUnread?: (chain: Chain, tx: string, error: Error) => void;
}

/**
 * Positions of chain watchers, and the deposits that the watchers find, in the service database. Reads see committed
 * rows. Writes throw `LedgerUnavailableError` when nothing can be stored.
 */
export class ChainStore {
  readonly #options: ChainStoreOptions;
  readonly #treasuries = new Map<string, readonly string[]>();
  #perCommit = TRANSFERS_PER_COMMIT.first;

  constructor(options: ChainStoreOptions) {
    this.#options = options;
  }

  /** Amount below which transfers of unknown senders are summed up. */
  get minDeposit(): MicroUsd {
    return this.#options.minDeposit ?? NO_MONEY;
  }

  /**
   * Lists the current and former treasuries of a chain, oldest first. The first call stores the treasuries of the
   * chains file.
   */
  async listTreasuries(chain: Chain): Promise<readonly string[]> {
    const key = `${chain.scope} ${chain.treasury}`;
    const known = this.#treasuries.get(key);
    if (known !== undefined) return known;
    const { ledgerDatabase, chains = [chain], clock } = this.#options;
    const current = chains
      .filter(({ scope }) => scope === chain.scope)
      .map(({ scope, treasury, name }) => ({ scope, treasury, chain: name }));
    const kept = await ledgerDatabase.transact(keepTreasuries, { current, now: clock() });
    const treasuries = kept.map(({ treasury }) => treasury);
    this.#treasuries.set(key, treasuries);
    return treasuries;
  }

  /**
   * Lists treasuries that are no longer in the chains file. `isWatched`: the chain is in the file, with another
   * treasury.
   */
  async listFormerTreasuries(): Promise<
    readonly { readonly chain: string; readonly treasury: string; readonly isWatched: boolean }[]
  > {
    const { queries, chains = [] } = this.#options;
    const rows = await queries.listAllTreasuries();
    return rows
      .filter(
        (row) => !chains.some(({ scope, treasury }) => scope === row.scope && treasury === row.treasury),
      )
      .map(({ scope, chain, treasury }) => ({
        chain,
        treasury,
        isWatched: chains.some((one) => one.scope === scope),
      }));
  }

  /** Lists the known senders among the given ones: registered wallets, forwarders and treasuries. */
  async listPayers(chain: Chain, senders: readonly string[]): Promise<ReadonlySet<string>> {
    const treasuries = await this.listTreasuries(chain);
    const payers = senders.length === 0 ? [] : await this.#options.queries.listPayers(chain.family, senders);
    return new Set([...payers, ...treasuries]);
  }

  /** Lists the given transactions that have a recorded deposit or small amount. */
  async listRecorded({ scope }: Chain, txHashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (txHashes.length === 0) return new Set();
    return new Set(await this.#options.queries.listRecorded(scope, txHashes));
  }

  /** Lists the skipped transactions of a chain that have not been read since. */
  async listSkipped({ scope }: Chain): Promise<readonly string[]> {
    return (await this.#options.queries.listSkipped(scope)).map(({ tx }) => tx);
  }

  /** Lists skipped transactions that wait for a person and were not retried for a day. */
  async listSkippedDue({ scope }: Chain): Promise<readonly string[]> {
    const { queries, clock } = this.#options;
    const before = clock() - DAY_MS;
    const rows = await queries.listSkippedOpen(scope);
    return rows.filter(({ triedAt }) => triedAt <= before).map(({ tx }) => tx);
  }

  /** Skips a transaction that cannot be read. It waits for a person, and is retried daily. */
  async skip({ scope, name }: Chain, tx: string, reason: string): Promise<void> {
    const { ledgerDatabase, clock } = this.#options;
    await ledgerDatabase.transact(skipUnreadable, { scope, tx, chain: name, reason, now: clock() });
  }

  async noteTried({ scope }: Chain, tx: string): Promise<void> {
    const { ledgerDatabase, clock } = this.#options;
    await ledgerDatabase.transact(noteTried, { scope, tx, now: clock() });
  }

  /** Reports that a skipped transaction still cannot be read. */
  reportStillUnread(chain: Chain, tx: string, error: Error): void {
    this.#options.onStillUnread?.(chain, tx, error);
  }

  /**
   * Stores the transfers of a skipped transaction that could be read now, unless a person has already decided about it.
   */
  async storeSkipped(chain: Chain, tx: string, found: readonly SkippedRead[]): Promise<void> {
    for (const [i, { stream, transfers }] of found.entries()) {
      const from = await this.findPosition(chain, stream);
      const isLast = i === found.length - 1;
      await this.#storePart(chain, { stream, from, to: null, transfers }, isLast ? tx : null);
    }
  }

  async findPosition(chain: Chain, stream: string): Promise<ChainPosition | null> {
    const row = await this.#options.queries.findCursor(chain.scope, stream);
    return row === null ? null : { position: row.position, mark: row.mark };
  }

  /**
   * Stores the deposits of a step, and then its position, which moves only after all deposits are stored. Deposits that
   * are already recorded are not stored again.
   */
  async storeStep(chain: Chain, step: ChainStep): Promise<StepOutcome> {
    let recorded = 0;
    for (let at = 0; ; ) {
      const part = slicePart(step.transfers, at, this.#perCommit);
      at += part.length;
      const isLast = at === step.transfers.length;
      // Only the last part moves the position. After a crash, all parts are read again.
      const outcome = await this.#storePart(chain, { ...step, transfers: part, to: isLast ? step.to : null });
      recorded += outcome.recorded;
      if (!outcome.isCurrent || isLast) return { isCurrent: outcome.isCurrent, recorded };
    }
  }

  async #storePart(
    chain: Chain,
    { stream, from, to, transfers }: ChainStep,
    readAgain: string | null = null,
  ): Promise<StepOutcome> {
    const { ledgerDatabase, limits, firstDepositCap, isSanctioned, clock } = this.#options;
    const { name, family } = chain;
    const treasuries = await this.listTreasuries(chain);
    const began = performance.now();
    try {
      return await ledgerDatabase.transact(recordStep, {
        scope: chain.scope,
        stream,
        from,
        to,
        readAgain,
        transfers: transfers.map((transfer) => ({
          ...transfer,
          isSanctioned: transfer.from !== null && isSanctioned(family, transfer.from),
        })),
        chain: name,
        family,
        treasuries,
        limits,
        firstDepositCap,
        minDeposit: this.minDeposit,
        now: clock(),
      });
    } finally {
      // A part that the store rejected because it took too long counts as slow too.
      const tookMs = performance.now() - began;
      const factor = tookMs > COMMIT_MS.long ? 1 / 4 : tookMs < COMMIT_MS.short ? 2 : 1;
      const { min, max } = TRANSFERS_PER_COMMIT;
      if (transfers.length >= this.#perCommit || factor < 1)
        this.#perCommit = Math.min(max, Math.max(min, Math.floor(this.#perCommit * factor)));
    }
  }

  /** Lists the owners' addresses on a chain with a number above the given one, in ascending order. */
  listAddressesAfter(chain: Chain, seq: number): Promise<readonly NumberedAddress[]> {
    return this.#options.queries.listAddressesAfter(chain.scope, seq);
  }

  /** Finds the position from which the first start of the service read the chain; null: it has not started yet. */
  async findFirstPosition(chain: Chain, stream: string): Promise<number | null> {
    return (await this.findPosition(chain, toFirstStream(stream)))?.position ?? null;
  }

  /** Sums the transfers to a treasury after one position and up to another, sweeps included. Decimal text. */
  async sumIncome({ scope }: Chain, of: TreasuryToken, after: number, upTo: number): Promise<string> {
    const amounts = await this.#options.queries.listIncome({ scope, ...of }, after, upTo);
    return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed();
  }

  /**
   * Whether a transfer is recorded as a deposit: under its own key or, after a reorganization, under another key of its
   * transaction.
   */
  isRecorded(chain: Chain, txHash: string, idem: string): Promise<boolean> {
    return this.#options.queries.hasDeposit(chain.scope, txHash, idem);
  }

  /** Whether an address belongs to an owner on any chain. */
  isForwarder(address: string): Promise<boolean> {
    return this.#options.queries.hasAddress(address);
  }

  /**
   * Sums the deposits of a token on a chain that belong to the owner of an address, micro-USD; null: one of the
   * deposits has no known amount.
   */
  async sumRecorded(chain: Chain, address: string, symbol: string): Promise<number | null> {
    const { queries } = this.#options;
    const scope = chain.scope;
    const owner = await queries.findAddressOwner(scope, address);
    if (owner === null) return 0;
    const { total, uncounted } = await queries.sumDeposits(scope, owner, symbol);
    return uncounted > 0 ? null : total;
  }

  /**
   * Finds when a wallet without a position on the chain was registered; null: the wallet has a position, or is not
   * registered.
   */
  async findRegisteredAt({ family, scope }: Chain, wallet: string): Promise<EpochMs | null> {
    const { queries } = this.#options;
    const row = await queries.findWallet(family, wallet);
    if (row === null) return null;
    const spans = await queries.listSpans(family, scope, [wallet]);
    const hasPosition = spans.some(({ owner, until }) => owner === row.owner && until === null);
    return hasPosition ? null : epochMs(row.registeredAt);
  }
}

/**
 * Slices the next part of a list. Transfers of one transaction stay in one part, because each is compared with the
 * others.
 */
function slicePart(transfers: readonly SeenTransfer[], at: number, count: number): readonly SeenTransfer[] {
  let end = Math.min(transfers.length, at + count);
  while (end > at && end < transfers.length && transfers[end]?.txHash === transfers[end - 1]?.txHash)
    end += 1;
  return transfers.slice(at, end);
}
