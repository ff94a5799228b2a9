import { type AssetRef, isAssetRef, type SeriesRef } from '../../domain/index.ts';
import { putHoles } from '../columns/hole.ts';
import { type Step, StepJudge } from '../columns/steps.ts';
import type { HistoryReader } from '../contract/history-store.ts';
import type { OpenBatch } from '../contract/import-batches.ts';

/** Series whose steps are followed over days; of more, those that came first are judged by what came. */
const MAX_JUDGED = 50_000;

/** The steps of one series of a tree, which come day by day. */
interface SeriesSteps {
  readonly ref: AssetRef;
  readonly judge: StepJudge;
}

/** Looks for holes inside the series of a tree that its own gap table omits. */
export class TreeHoles {
  /** Steps between the records of each series, those that were met last. */
  readonly #steps = new Map<string, SeriesSteps>();
  readonly #holes: { readonly ref: AssetRef; readonly hole: Step }[] = [];

  /** @param source Code of the source. */
  add(ref: SeriesRef, t: number, source: number): void {
    // Holes of reference prices are read from their series; a minute and more has a row of its own.
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
