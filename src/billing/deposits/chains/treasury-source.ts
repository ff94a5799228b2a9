import { setTimeout as sleep } from 'node:timers/promises';
import Big from 'big.js';
import { SECOND_MS } from '../../../domain/index.ts';
import {
  type MoneySource,
  NotComparedError,
  type SourceMark,
  type SourceReading,
} from '../../sources/source.ts';
import { CREDITED_CURRENCIES } from '../deposit.ts';
import type { Chain, ChainToken } from './chain.ts';
import type { ChainStore } from './chain-store.ts';
import type { TreasuryHoldings } from './family.ts';

/** Number of polls to wait until a transfer that is part of the balance is recorded. */
const MAX_POLLS = 3;
/** Number of decimals that the ledger records. Tokens with more decimals hold amounts too small to be recorded. */
const RECORDED_DECIMALS = 6;
const UNRECORDED_DUST = '0.01';

export interface TreasurySourceOptions {
  readonly chain: Chain;
  readonly treasury: string;
  readonly token: ChainToken;
  readonly holdings: TreasuryHoldings;
  readonly store: Pick<ChainStore, 'sumIncome'>;
}

/**
 * Compares a token of a treasury with the records. The income is the change of the balance plus outgoing transfers. The
 * recorded side is the watcher's income at the treasury: deposits of registered wallets and unknown senders, and sweeps
 * of forwarders, whose deposits were recorded when they arrived there.
 */
export class TreasurySource implements MoneySource {
  readonly id: string;
  readonly title: string;
  readonly currency: string;
  readonly isCounted: boolean;
  readonly #options: TreasurySourceOptions;

  constructor(options: TreasurySourceOptions) {
    const { chain, treasury, token } = options;
    // The operator may rename a chain, so the id consists of scope, token and treasury.
    this.id = `${chain.scope}:${token.address}:${treasury}`;
    this.title = `${token.symbol} of ${treasury} on ${chain.name}`;
    this.currency = token.symbol;
    this.isCounted = CREDITED_CURRENCIES.includes(token.symbol);
    this.#options = options;
  }

  async read(base: SourceMark | null, signal: AbortSignal): Promise<SourceReading> {
    const { treasury, token, holdings } = this.#options;
    const { position, units } = await holdings.readHolding(treasury, token, signal);
    const balance = this.#toAmount(units);
    const about = {
      mark: { position, balance: balance.toFixed() },
      leftOut: null,
      tolerance: token.decimals > RECORDED_DECIMALS ? UNRECORDED_DUST : '0',
    };
    await this.#waitUntilRead(position, signal);
    if (base === null) return { ...about, figures: null };
    if (position < base.position) {
      throw new NotComparedError(`the chain is read again from ${position}, before ${base.position}`);
    }
    const range = { after: base.position, upTo: position };
    const outgoing = this.#toAmount(await holdings.sumOutgoing(treasury, token, range, signal));
    const cameIn = balance.minus(base.balance).plus(outgoing).toFixed();
    return { ...about, figures: { cameIn, recorded: await this.#sumRecorded(cameIn, range, signal) } };
  }

  /**
   * Sums the recorded income. If the sum is below the transfers that came in, a later poll may still record the rest.
   */
  async #sumRecorded(
    cameIn: string,
    { after, upTo }: { readonly after: number; readonly upTo: number },
    signal: AbortSignal,
  ): Promise<string> {
    const { chain, treasury, token, store, holdings } = this.#options;
    const held = { treasury, token: token.address };
    for (let polls = holdings.isRead === undefined ? MAX_POLLS : 1; ; polls++) {
      const recorded = await store.sumIncome(chain, held, after, upTo);
      if (polls >= MAX_POLLS || new Big(recorded).gte(cameIn)) return recorded;
      await this.#waitForPoll(upTo, signal);
    }
  }

  async #waitUntilRead(position: number, signal: AbortSignal): Promise<void> {
    const { treasury, token, holdings } = this.#options;
    if (holdings.isRead === undefined) return;
    for (let polls = 0; !(await holdings.isRead(treasury, token, position)); polls++) {
      if (polls === MAX_POLLS) throw createNotReadError(position);
      await this.#waitForPoll(position, signal);
    }
  }

  async #waitForPoll(position: number, signal: AbortSignal): Promise<void> {
    const waitMs = Math.min(this.#options.chain.pollMs, 15 * SECOND_MS);
    await sleep(waitMs, undefined, { signal }).catch(() => {
      throw createNotReadError(position);
    });
  }

  #toAmount(units: bigint): Big {
    return new Big(units.toString()).times(`1e-${this.#options.token.decimals}`);
  }
}

function createNotReadError(position: number): NotComparedError {
  return new NotComparedError(`the chain has not been read up to the balance at position ${position}`);
}
