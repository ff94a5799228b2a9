import type { Evidence } from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { OutcomeMarket } from './normalise-outcomes.ts';
import { outcome as outcomeRow } from './wire.ts';

type Sides = Pick<OutcomeMarket, 'yesCoin' | 'labels'>;

/**
 * Remembers which side of an outcome is Yes. The venue settles by the position of a side, and names sides in one place
 * alone: a row that lists them the other way round cannot be decided, and gives no price until it is as it was.
 */
export class OutcomeSides {
  readonly #intake: Intake;
  readonly #known = new Map<number, Sides>();
  readonly #disputes = new Map<number, Evidence>();

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Whether an outcome was seen in this run, or recalled. */
  knows(outcome: number): boolean {
    return this.#known.has(outcome);
  }

  /** Looks up outcomes that were not seen in this run, as earlier runs have known them. */
  async recall(
    markets: readonly Pick<OutcomeMarket, 'outcome' | 'ref'>[],
    recall: NonNullable<AdapterOptions['recall']>,
  ): Promise<void> {
    for (const { outcome, ref } of markets) {
      if (this.#known.has(outcome)) continue;
      // A register that cannot be read knows nothing.
      const facts = await recall(ref).catch(() => null);
      const yesCoin = facts?.nativeIds.coin;
      if (facts?.outcomes == null || yesCoin === undefined) continue;
      this.#known.set(outcome, { yesCoin, labels: facts.outcomes });
    }
  }

  /** The markets in terms of the sides that are known. */
  note(markets: readonly OutcomeMarket[]): OutcomeMarket[] {
    const listed = new Set(markets.map(({ outcome }) => outcome));
    for (const outcome of this.#known.keys()) if (!listed.has(outcome)) this.#known.delete(outcome);
    this.#disputes.clear();
    return markets.map((market) => {
      const { outcome, yesCoin, labels } = market;
      const known = this.#known.get(outcome);
      if (known === undefined || !isTurned(known, market)) {
        this.#known.set(outcome, { yesCoin, labels });
        return market;
      }
      const value = market.source.sideSpecs;
      const at = { endpoint: outcomeRow.endpoint, row: market.ref.storeKey, member: '/sideSpecs', value };
      const refusal = refuse(outcomeRow.name, 'its sides are the other way round', at);
      this.#intake.count(refusal, true);
      this.#disputes.set(outcome, refusal.at);
      return { ...market, ...known };
    });
  }

  /** Why an outcome gives no price; null: its sides are as they are known. */
  findDispute(outcome: number): Evidence | null {
    return this.#disputes.get(outcome) ?? null;
  }
}

function isTurned(known: Sides, { yesCoin, labels }: Sides): boolean {
  const areExchanged = labels[0] === known.labels[1] && labels[1] === known.labels[0];
  return yesCoin !== known.yesCoin || areExchanged;
}
