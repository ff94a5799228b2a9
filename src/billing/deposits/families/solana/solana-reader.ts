import { askAll, findLaggard, type NodeAnswer, requireSame, runAll } from '../../chains/agreement.ts';
import type { Chain, ChainToken } from '../../chains/chain.ts';
import { type ChainReader, type PollOutcome, requireCurrent } from '../../chains/chain-reader.ts';
import type { ChainPosition, SkippedRead } from '../../chains/chain-step.ts';
import type { ChainStore } from '../../chains/chain-store.ts';
import { DecimalsCheck } from '../../chains/decimals-check.ts';
import { computeTransferValue, type SeenTransfer } from '../../chains/seen-transfer.ts';
import { readSkippedAgain } from '../../chains/skipped-again.ts';
import { UnreadableError, UnreadableItems } from '../../chains/unreadable-items.ts';
import { createPassingFault } from '../../chains/watch-fault.ts';
import { computeAssociatedTokenAccount } from './address.ts';
import { readBalanceChange } from './balance-change.ts';
import type { ListedSignature, SolanaNode, WireTransaction } from './solana-node.ts';

/**
 * Maximum number of signatures in memory. If there are more, this poll reads the oldest ones and later polls read the
 * rest.
 */
const MAX_SIGNATURES = 200_000;
/** Number of transactions that are read before the position is stored. */
const TRANSACTIONS_PER_STEP = 100;
/** Number of slots, about two minutes, by which a node may lag: nodes are never at the same slot. */
const MAX_LAG_SLOTS = 300;

export interface SolanaReaderOptions {
  readonly chain: Chain;
  /** Nodes of the chain, at least one. All must agree. */
  readonly nodes: readonly SolanaNode[];
  readonly store: ChainStore;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** A token with the treasury's account for it. */
interface TreasuryAccount {
  readonly treasury: string;
  readonly token: ChainToken;
  readonly account: string;
}

/**
 * Reads transfers to the token accounts of the treasury on Solana. Nodes list signatures newest first, so a poll walks
 * back to the newest known one and then reads forward. Each account has its own position.
 */
export class SolanaReader implements ChainReader {
  readonly chain: Chain;
  #accounts: readonly TreasuryAccount[];
  readonly #nodes: readonly SolanaNode[];
  readonly #store: ChainStore;
  readonly #decimals: DecimalsCheck;
  readonly #items: UnreadableItems;

  constructor({ chain, nodes, store, now }: SolanaReaderOptions) {
    this.chain = chain;
    this.#accounts = listAccounts(chain, [chain.treasury]);
    this.#nodes = nodes;
    this.#store = store;
    this.#decimals = new DecimalsCheck({ chain, nodes, now });
    this.#items = new UnreadableItems({ chain, store, now });
  }

  get streams(): readonly string[] {
    return this.#accounts.map(({ account }) => account);
  }

  poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    return this.#items.guard(() => this.#poll(signal, onProgress));
  }

  async #poll(signal: AbortSignal, onProgress: () => void): Promise<PollOutcome> {
    await this.#decimals.requireDecimals(signal);
    const slots = await askAll(this.#nodes, (node) => node.readSlot(signal));
    const final = Math.min(...slots.map(({ answer }) => answer));
    this.#accounts = listAccounts(this.chain, await this.#store.listTreasuries(this.chain));
    // The failure of one account does not stop the others.
    await runAll(this.#accounts, (account) => this.#readAccount(account, final, signal, onProgress));
    await this.#readSkipped(signal);
    const late = findLaggard(slots, MAX_LAG_SLOTS);
    return { waitsFor: late === null ? null : `${late.node} to reach slot ${late.newest}` };
  }

  async #readAccount(
    { token, account, treasury }: TreasuryAccount,
    final: number,
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    let position = await this.#store.findPosition(this.chain, account);
    if (position === null) return this.#begin(account, final, signal);
    const listed = await this.#listNewSignatures(account, position, final, signal);
    for (let i = 0; i < listed.length && !signal.aborted; i += TRANSACTIONS_PER_STEP) {
      const part = listed.slice(i, i + TRANSACTIONS_PER_STEP);
      const { transfers, last, error } = await this.#readPart(part, { token, account, treasury }, signal);
      if (last !== null) {
        const next: ChainPosition = { position: last.slot, mark: last.signature };
        await this.#advance(account, position, next, transfers);
        position = next;
        onProgress();
      }
      if (error !== null) throw error;
    }
  }

  /** Reads transactions up to the first unreadable one, so that the deposits before it are credited. */
  async #readPart(
    part: readonly ListedSignature[],
    account: TreasuryAccount,
    signal: AbortSignal,
  ): Promise<{ transfers: SeenTransfer[]; last: ListedSignature | null; error: unknown }> {
    const transfers: SeenTransfer[] = [];
    let last: ListedSignature | null = null;
    for (const one of part) {
      try {
        if (!one.failed && !this.#items.isSkipped(one.signature)) {
          const transfer = await this.#readTransaction(one, account, signal);
          if (transfer !== null) transfers.push(transfer);
        }
      } catch (error) {
        return { transfers, last, error };
      }
      if (one.isNamed) last = one;
    }
    return { transfers, last, error: null };
  }

  /** Retries skipped transactions once a day. */
  async #readSkipped(signal: AbortSignal): Promise<void> {
    await readSkippedAgain(this.chain, this.#store, async (signature) => {
      const found: SkippedRead[] = [];
      for (const account of this.#accounts) {
        const answers = await askAll(this.#nodes, (node) => this.#findTransaction(node, signature, signal));
        const { slot } = answers[0]!.answer;
        const transfer = this.#toTransfer(answers, { signature, slot }, account);
        found.push({ stream: account.account, transfers: transfer === null ? [] : [transfer] });
      }
      return found;
    });
  }

  /** Stores the position of the first start, after the newest transaction. */
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

  /** Lists the final transactions after a position, oldest first. All nodes must list the same. */
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
   * Lists the signatures after a position, newest first. The walk ends at the newest known signature, at an empty page,
   * or below the slot of the position. A short page proves nothing, because nodes cap its length as they like.
   */
  async #walkBack(
    node: SolanaNode,
    account: string,
    { position, mark }: ChainPosition,
    signal: AbortSignal,
  ): Promise<ListedSignature[]> {
    // Signatures in the order of the list, newest first.
    const found = new Map<string, ListedSignature>();
    // A node that does not have the transaction of the mark lists older ones too, so the slot has to end the walk.
    const isNew = ({ slot }: ListedSignature) => (mark === null ? slot > position : slot >= position);
    let before: string | null = null;
    let oldestSlot = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const page = await node.listSignatures(account, { until: mark, before }, signal);
      const known = page.findIndex(({ signature }) => signature === mark);
      const listed = known === -1 ? page : page.slice(0, known);
      const isRepeated = listed.length > 0 && listed.every(({ signature }) => found.has(signature));
      for (const one of listed) if (isNew(one)) found.set(one.signature, one);
      const last = listed.findLast(({ isNamed }) => isNamed);
      if (last === undefined || known !== -1 || !isNew(last)) return [...found.values()];
      if (isRepeated || listed[0]!.slot > oldestSlot)
        throw createPassingFault(`${node.shownUrl} repeats a page of signatures`);
      oldestSlot = last.slot;
      before = last.signature;
      for (const newest of found.keys()) {
        if (found.size <= MAX_SIGNATURES) break;
        found.delete(newest);
      }
    }
  }

  async #readTransaction(
    one: ListedSignature,
    account: TreasuryAccount,
    signal: AbortSignal,
  ): Promise<SeenTransfer | null> {
    const answers = await this.#items.ask(this.#nodes, one.signature, (node) =>
      one.isNamed
        ? this.#findTransaction(node, one.signature, signal)
        : Promise.reject(new UnreadableError(`${node.shownUrl} lists a transaction without its signature`)),
    );
    return answers === null ? null : this.#toTransfer(answers, one, account);
  }

  /** Finds a transaction. @throws {UnreadableError} when the node lists the transaction but does not have it. */
  async #findTransaction(node: SolanaNode, signature: string, signal: AbortSignal): Promise<WireTransaction> {
    const transaction = await node.findTransaction(signature, signal);
    if (transaction !== null) return transaction;
    throw new UnreadableError(`${node.shownUrl} does not have transaction ${signature} yet`);
  }

  #toTransfer(
    answers: readonly NodeAnswer<WireTransaction>[],
    { signature, slot }: Pick<ListedSignature, 'signature' | 'slot'>,
    { token, account, treasury }: TreasuryAccount,
  ): SeenTransfer | null {
    const changes = answers.map(({ node, answer }) => ({
      node,
      answer: readBalanceChange(answer, account, token.address),
    }));
    const change = requireSame(changes, `transaction ${signature}`, (answer) =>
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
      to: treasury,
      amount,
      microUsd,
      txHash: signature,
      logIndex: null,
      position: slot,
      minedAfter: change.timeMs ?? 0,
    };
  }
}

function listAccounts(chain: Chain, treasuries: readonly string[]): readonly TreasuryAccount[] {
  return treasuries.flatMap((treasury) =>
    chain.tokens.map((token) => ({
      token,
      treasury,
      account: computeAssociatedTokenAccount(treasury, token.address),
    })),
  );
}
