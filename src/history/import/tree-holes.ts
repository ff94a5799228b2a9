import { type AssetRef, isAssetRef, type SeriesRef } from '../../domain/index.ts';
import { putHoles } from '../columns/hole.ts';
import { type Step, StepJudge } from '../columns/steps.ts';
import type { HistoryReader } from '../contract/history-store.ts';
import type { OpenBatch } from '../contract/import-batches.ts';

/**
 * Maximum number of series whose steps are followed over several days. Above it, the oldest series is judged early, by
 * the steps that are known.
 */
const MAX_JUDGED = 50_000;

/** Judge of the steps of one series, whose records arrive day by day. */
interface SeriesSteps {
  readonly ref: AssetRef;
  readonly judge: StepJudge;
}

/** Finds the holes inside the series of a tree that the gap table of the tree does not list. */
export class TreeHoles {
  /** Judges by asset, in the order in which they were created. */
  readonly #steps = new Map<string, SeriesSteps>();
  readonly #holes: { readonly ref: AssetRef; readonly hole: Step }[] = [];

  /** Adds the next record of a series. @param source Code of its source. */
  add(ref: SeriesRef, t: number, source: number): void {
    // Reference prices need no judge: a hole of a minute or longer is a row of the gap table.
    if (!isAssetRef(ref)) return;
    let steps = this.#steps.get(ref.asset);
    if (steps === undefined) {
      steps = { ref, judge: new StepJudge() };
      this.#steps.set(ref.asset, steps);
      const [oldest] = this.#steps.size > MAX_JUDGED ? this.#steps.values() : [];
      if (oldest !== undefined) this.#end(oldest);
    }
    steps.judge.add(t, source);
    this.#holes.push(...steps.judge.takeHoles(false).map((hole) => ({ ref, hole })));
  }

  /** Stores the found holes as gaps, once all records have arrived. @returns Number of gaps. */
  async put(reader: HistoryReader, batch: Pick<OpenBatch, 'putGap'>): Promise<number> {
    for (const steps of [...this.#steps.values()]) this.#end(steps);
    let count = 0;
    const target: Pick<OpenBatch, 'putGap'> = {
      putGap: async (gap) => {
        count++;
        await batch.putGap(gap);
      },
    };
    for (const { ref, hole } of this.#holes) await putHoles(reader, target, ref, [hole]);
    return count;
  }

  #end({ ref, judge }: SeriesSteps): void {
    this.#holes.push(...judge.takeHoles(true).map((hole) => ({ ref, hole })));
    this.#steps.delete(ref.asset);
  }
}
