import type { Evidence } from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { OutcomeMarket } from './normalise-outcomes.ts';
import { outcomeRow } from './wire.ts';

type Sides = Pick<OutcomeMarket, 'yesCoin' | 'labels'>;

/**
 * Remembers which side of an outcome is Yes. The venue settles by the position of a side, and only one member names the
 * sides. When a row lists known sides in the opposite order, the market has no price until the order is as before.
 */
export class OutcomeSides {
  readonly #intake: Intake;
  readonly #known = new Map<number, Sides>();
  readonly #disputes = new Map<number, Evidence>();

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Whether the sides of an outcome are known, from this run or from an earlier one. */
  knows(outcome: number): boolean {
    return this.#known.has(outcome);
  }

  /** Reads the sides of unknown outcomes as earlier runs recorded them. */
  async recall(
    markets: readonly Pick<OutcomeMarket, 'outcome' | 'ref'>[],
    recall: NonNullable<AdapterOptions['recall']>,
  ): Promise<void> {
    for (const { outcome, ref } of markets) {
      if (this.#known.has(outcome)) continue;
      // When the register cannot be read, the outcome is treated as new.
      const facts = await recall(ref).catch(() => null);
      const yesCoin = facts?.nativeIds.coin;
      if (facts?.outcomes == null || yesCoin === undefined) continue;
      this.#known.set(outcome, { yesCoin, labels: facts.outcomes });
    }
  }

  /** Remembers the sides of new markets. @returns The markets, with the known sides where a row has exchanged them. */
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

  /** Finds why an outcome has no price; null: its sides are in the known order. */
  findDispute(outcome: number): Evidence | null {
    return this.#disputes.get(outcome) ?? null;
  }
}

function isTurned(known: Sides, { yesCoin, labels }: Sides): boolean {
  const areExchanged = labels[0] === known.labels[1] && labels[1] === known.labels[0];
  return yesCoin !== known.yesCoin || areExchanged;
}
