import { randomBase62 } from '../../accounts/random.ts';
import { ownerAccount, REVENUE_STREAM } from '../../billing/chart.ts';
import { type Ledger, LedgerUnavailableError } from '../../billing/ledger.ts';
import type { MicroUsd, RandomBytes } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import type { Cashier } from './account-gate.ts';
import type { Refund } from './gate.ts';

const CONNECTION_ID_LENGTH = 16;

/** Charges the ledger. Each use has an id of its own: connecting again costs again. */
export class LedgerCashier implements Cashier {
  readonly #ledger: Ledger;
  readonly #random: RandomBytes;

  constructor(ledger: Ledger, random: RandomBytes) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async charge(owner: string, _use: 'stream', amount: MicroUsd): Promise<Refund> {
    // Whoever owes after a refund or dispute repays first.
    if ((await this.#ledger.owed(owner)) > 0) throw await this.#insufficient(owner, amount);
    const id = `conn_${randomBase62(CONNECTION_ID_LENGTH, this.#random)}`;
    const outcome = await this.#post(owner, id, amount);
    if (outcome.status === 'insufficient') throw await this.#insufficient(owner, amount);
    if (outcome.status !== 'posted') throw new Error(`a charge was ${outcome.status}`);
    return () => this.#refund(owner, id, amount);
  }

  /** A transfer of its own: the ledger only ever grows, and the customer sees both. */
  async #refund(owner: string, id: string, amount: MicroUsd): Promise<void> {
    const { status } = await this.#ledger.deposit({
      scope: 'stream.refund',
      idem: id,
      type: 'refund',
      owner,
      src: REVENUE_STREAM,
      amount,
      ref: id,
    });
    if (status !== 'posted' && status !== 'duplicate') throw new Error(`a refund of ${id} was ${status}`);
  }

  async #post(owner: string, id: string, amount: MicroUsd) {
    try {
      return await this.#ledger.post({
        scope: 'stream',
        idem: id,
        type: 'stream_fee',
        src: ownerAccount(owner),
        dst: REVENUE_STREAM,
        amount,
        ref: id,
      });
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      throw new ApiError(
        'ledger_unavailable',
        'the ledger takes nothing now; try again, nothing was charged',
        {
          headers: { 'retry-after': '5' },
          cause: error,
        },
      );
    }
  }

  async #insufficient(owner: string, amount: MicroUsd): Promise<ApiError> {
    const { microUsd } = await this.#ledger.balance(owner);
    return new ApiError(
      'insufficient_balance',
      `the stream costs ${amount} micro-USD and the balance does not cover it`,
      { extra: { priceMicroUsd: amount, balanceMicroUsd: microUsd } },
    );
  }
}
