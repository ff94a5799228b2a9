import { askAll, findLaggard, requireSame } from '../../chains/agreement.ts';
import type { Chain, ChainToken } from '../../chains/chain.ts';
import { type ChainReader, type PollOutcome, requireCurrent } from '../../chains/chain-reader.ts';
import type { ChainPosition, ChainStore } from '../../chains/chain-store.ts';
import { DecimalsCheck } from '../../chains/decimals-check.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { createPassingFault } from '../../chains/watch-fault.ts';
import { computeAssociatedTokenAccount } from './address.ts';
import { readBalanceChange } from './balance-change.ts';
import type { ListedSignature, SolanaNode } from './solana-node.ts';

/** New signatures that one walk keeps in memory; more at once have to be looked at by the operator. */
const MAX_SIGNATURES = 200_000;
/** Transactions that are read before the position is stored. */
const TRANSACTIONS_PER_STEP = 100;
/** About two minutes; nodes are never at the same slot. */
const MAX_LAG_SLOTS = 300;

export interface SolanaReaderOptions {
  readonly chain: Chain;
  /** At least one; all must agree. */
  readonly nodes: readonly SolanaNode[];
  readonly store: ChainStore;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** A token with the account in which the treasury holds it. */
interface TreasuryAccount {
  readonly token: ChainToken;
  readonly account: string;
}

/**
 * Reads transfers to the token accounts of the treasury on Solana. Signatures come newest first, so a poll walks
 * back to the newest one that it knows and then goes forward. Each account has a position of its own.
 */
export class SolanaReader implements ChainReader {
  readonly chain: Chain;
  readonly streams: readonly string[];
  readonly #accounts: readonly TreasuryAccount[];
  readonly #nodes: readonly SolanaNode[];
  readonly #store: ChainStore;
  readonly #decimals: DecimalsCheck;

  constructor({ chain, nodes, store, now }: SolanaReaderOptions) {
    this.chain = chain;
    this.#accounts = chain.tokens.map((token) => ({
      token,
      account: computeAssociatedTokenAccount(chain.treasury, token.address),
    }));
    this.streams = this.#accounts.map(({ account }) => account);
    this.#nodes = nodes;
    this.#store = store;
    this.#decimals = new DecimalsCheck({ chain, nodes, now });
  }

  async poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    await this.#decimals.requireDecimals(signal);
    const slots = await askAll(this.#nodes, (node) => node.readSlot(signal));
    const final = Math.min(...slots.map(({ answer }) => answer));
    for (const account of this.#accounts) await this.#readAccount(account, final, signal, onProgress);
    const late = findLaggard(slots, MAX_LAG_SLOTS);
    return { waitsFor: late === null ? null : `${late.node} to reach slot ${late.newest}` };
  }

  async #readAccount(
    { token, account }: TreasuryAccount,
    final: number,
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    let position = await this.#store.findPosition(this.chain, account);
    if (position === null) return this.#begin(account, final, signal);
    const listed = await this.#listNewSignatures(account, position, final, signal);
    for (let i = 0; i < listed.length && !signal.aborted; i += TRANSACTIONS_PER_STEP) {
      const part = listed.slice(i, i + TRANSACTIONS_PER_STEP);
      const transfers: SeenTransfer[] = [];
      for (const listedOne of part) {
        if (listedOne.failed) continue;
        const transfer = await this.#readTransaction(listedOne, token, account, signal);
        if (transfer !== null) transfers.push(transfer);
      }
      const last = part.at(-1) as ListedSignature;
      const next: ChainPosition = { position: last.slot, mark: last.signature };
      await this.#advance(account, position, next, transfers);
      position = next;
      onProgress();
    }
  }

  /** The first start begins after the newest transaction. */
  async #begin(account: string, final: number, signal: AbortSignal): Promise<void> {
    const newest = { until: null, before: null };
    const answers = await askAll(this.#nodes, async (node) => {
      const page = await node.listSignatures(account, newest, signal);
      return page.find(({ slot }) => slot <= final) ?? null;
    });
    const last = requireSame(
      answers,
      `the newest transaction of ${account}`,
      (answer) => answer?.signature ?? '',
    );
    const first: ChainPosition =
      last === null ? { position: final, mark: null } : { position: last.slot, mark: last.signature };
    await this.#advance(account, null, first, []);
  }

  async #advance(
    stream: string,
    from: ChainPosition | null,
    to: ChainPosition,
    transfers: readonly SeenTransfer[],
  ): Promise<void> {
    requireCurrent(await this.#store.storeStep(this.chain, { stream, from, to, transfers }));
  }

  /** Final transactions after the position, oldest first, as all nodes list them. */
  async #listNewSignatures(
    account: string,
    position: ChainPosition,
    final: number,
    signal: AbortSignal,
  ): Promise<ListedSignature[]> {
    const answers = await askAll(this.#nodes, async (node) =>
      (await this.#walkBack(node, account, position, signal)).filter(({ slot }) => slot <= final),
    );
    const newestFirst = requireSame(answers, `transactions of ${account}`, (answer) =>
      answer
        .map(({ signature, slot, failed }) => `${slot}:${signature}:${failed}`)
        .sort()
        .join(),
    );
    return newestFirst.toReversed();
  }

  /**
   * Signatures after the position, newest first. The walk ends at the newest signature that is known, at an empty
   * page, or behind the slot of the position; a short page says nothing, because nodes cap their length as they like.
   */
  async #walkBack(
    node: SolanaNode,
    account: string,
    { position, mark }: ChainPosition,
    signal: AbortSignal,
  ): Promise<ListedSignature[]> {
    const found = new Map<string, ListedSignature>();
    // A node that does not know the newest transaction we know continues beyond it; the slot ends the walk.
    const isNew = ({ slot }: ListedSignature) => (mark === null ? slot > position : slot >= position);
    let before: string | null = null;
    while (found.size <= MAX_SIGNATURES) {
      const page = await node.listSignatures(account, { until: mark, before }, signal);
      const known = page.findIndex(({ signature }) => signature === mark);
      const listed = known === -1 ? page : page.slice(0, known);
      const foundBefore = found.size;
      for (const one of listed) if (isNew(one)) found.set(one.signature, one);
      const last = listed.at(-1);
      if (last === undefined || known !== -1 || !isNew(last)) return [...found.values()];
      if (found.size === foundBefore)
        throw createPassingFault(`${node.shownUrl} repeats a page of signatures`);
      before = last.signature;
    }
    throw createPassingFault(
      `${node.shownUrl} lists more than ${MAX_SIGNATURES} new transactions of ${account}`,
    );
  }

  async #readTransaction(
    { signature, slot }: ListedSignature,
    token: ChainToken,
    account: string,
    signal: AbortSignal,
  ): Promise<SeenTransfer | null> {
    const answers = await askAll(this.#nodes, async (node) => {
      const transaction = await node.findTransaction(signature, signal);
      if (transaction === null)
        throw createPassingFault(`${node.shownUrl} does not have transaction ${signature} yet`);
      return readBalanceChange(transaction, account, token.address);
    });
    const change = requireSame(answers, `transaction ${signature}`, (answer) =>
      answer === null ? '' : `${answer.units} ${answer.from}`,
    );
    if (change === null || change.units <= 0n) return null;
    const { amount, microUsd } = computeTransferValue(change.units, token);
    if (microUsd === 0) return null;
    return {
      idem: `${signature}:${account}`,
      symbol: token.symbol,
      token: token.address,
      from: change.from,
      to: this.chain.treasury,
      amount,
      microUsd,
      txHash: signature,
      logIndex: null,
      position: slot,
      minedAfter: change.timeMs ?? 0,
    };
  }
}
