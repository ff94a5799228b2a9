import { MINUTE_MS } from '../../domain/index.ts';
import { decodeSource } from '../contract/source-codes.ts';

/** Span between two consecutive records. */
export interface Step {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Number of steps on either side with which a step is compared. */
const NEIGHBOURS = 20;
/** Multiple of the median of its neighbours that a step must exceed to be a hole, as well as {@link MIN_HOLE_MS}. */
const HOLE_FACTOR = 10;
const MIN_HOLE_MS = 5 * MINUTE_MS;

interface JudgedStep extends Step {
  /** Lengths of the steps before this one, and of those after it as they arrive. */
  readonly neighbours: number[];
  after: number;
}

/**
 * Finds holes in the records of one series, which are added in order of time: steps longer than five minutes and than
 * ten times the median of the 20 steps on either side. Steps from or to a trade are not judged, since a market may have
 * no trades for long.
 */
export class StepJudge {
  readonly #holes: Step[] = [];
  readonly #before: number[] = [];
  #waiting: JudgedStep[] = [];
  #last: { readonly t: number; readonly isTrade: boolean } | null = null;

  /** Adds the next record. @param source Code of its source. */
  add(t: number, source: number): void {
    const last = this.#last;
    const isTrade = decodeSource(source) === 'trade';
    this.#last = { t, isTrade };
    if (last === null || t <= last.t) return;
    if (isTrade || last.isTrade) return;
    const lengthMs = t - last.t;
    let isAnyFull = false;
    for (const step of this.#waiting) {
      step.neighbours.push(lengthMs);
      step.after++;
      isAnyFull ||= step.after >= NEIGHBOURS;
    }
    if (isAnyFull) {
      for (const step of this.#waiting) if (step.after >= NEIGHBOURS) this.#judge(step);
      this.#waiting = this.#waiting.filter(({ after }) => after < NEIGHBOURS);
    }
    if (lengthMs > MIN_HOLE_MS) {
      this.#waiting.push({ fromMs: last.t, toMs: t, neighbours: [...this.#before], after: 0 });
    }
    this.#before.push(lengthMs);
    if (this.#before.length > NEIGHBOURS) this.#before.shift();
  }

  /**
   * Removes and returns the holes found so far. @param isEnd Whether no more records follow: the last steps are then
   * judged by the neighbours that they have.
   */
  takeHoles(isEnd: boolean): Step[] {
    if (isEnd) {
      for (const step of this.#waiting) this.#judge(step);
      this.#waiting = [];
    }
    return this.#holes.splice(0);
  }

  #judge({ fromMs, toMs, neighbours }: JudgedStep): void {
    if (neighbours.length === 0) return;
    const ordered = neighbours.toSorted((a, b) => a - b);
    const median = ordered[ordered.length >> 1]!;
    if (toMs - fromMs > HOLE_FACTOR * median) this.#holes.push({ fromMs, toMs });
  }
}
