import { DAY_MS } from '../../domain/index.ts';
import type { LinkRelation } from '../link.ts';

/** The result of comparing two markets. */
export interface MatchResult {
  /** Relation of the two markets; null: they are not linked. */
  readonly relation: LinkRelation | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly differences: readonly string[];
  /** Reasons against `same`; empty for `same` and `opposite`. */
  readonly refusals: readonly string[];
  /** Whether the two markets share all words but one, so that a refusal is worth recording. */
  readonly isNear: boolean;
}

/**
 * Relation of two conditions: `a` implies `b` (narrower), `b` implies `a` (wider), they exclude each other, or they are
 * equal. null: none of these.
 */
export type Nesting = 'equal' | 'narrower' | 'wider' | 'complement' | null;

/** Confidence that each inference costs. With more than four inferences a link is not traded. */
const INFERENCE_COST = 0.02;
/** Confidence that each unknown fact costs. With one unknown fact a link is not traded. */
const GAP_COST = 0.1;
const FULL_CONFIDENCE = 0.99;
const MAX_RELATED_CONFIDENCE = 0.8;

/** Collects the evidence for and against a link. */
export class Finding {
  isNear = true;
  readonly #reasons: string[] = [];
  readonly #differences: string[] = [];
  readonly #hard: string[] = [];
  readonly #softs: string[] = [];
  readonly #nestings: string[] = [];
  #inferences = 0;
  #lacking = 0;

  /** Whether the pair is refused, whatever other evidence follows. */
  get isRefused(): boolean {
    return this.#hard.length > 0;
  }

  note(reason: string): void {
    this.#reasons.push(reason);
  }

  /** Adds a fact that is implied and not stated. */
  infer(reason: string): void {
    this.#reasons.push(reason);
    this.#inferences += 1;
  }

  /** Adds an unknown fact that would support the pair. The link is then not traded. */
  addLack(reason: string): void {
    this.#differences.push(reason);
    this.#lacking += 1;
  }

  /** Adds a way in which the two could resolve differently that is too rare to refuse the link. */
  differ(difference: string): void {
    this.#differences.push(difference);
    this.#inferences += 0.5;
  }

  addHard(reason: string): void {
    this.#hard.push(reason);
  }

  /** Adds a reason against `same` that leaves the pair `related` at best. */
  addSoft(reason: string): void {
    this.#softs.push(reason);
  }

  /** Adds a difference in times, in ms. Less than a day leaves the pair `related`, more makes another question. */
  addSoftTime(reason: string, one: number, two: number): void {
    if (Math.abs(one - two) < DAY_MS) this.#softs.push(reason);
    else this.#hard.push(reason);
  }

  addNested(reason: string): void {
    this.#nestings.push(reason);
  }

  #computeConfidence(): number {
    const cost = INFERENCE_COST * this.#inferences + GAP_COST * this.#lacking;
    return Math.max(0, Math.round((FULL_CONFIDENCE - cost) * 1000) / 1000);
  }

  /**
   * Computes the relation and the confidence, after the comparison.
   *
   * @param isSwapped Whether one of the two is the negation of the other.
   */
  toResult(isSwapped: boolean, nesting: readonly Nesting[]): MatchResult {
    const refusals = [...this.#hard, ...this.#softs, ...this.#nestings];
    const base = { reasons: this.#reasons, differences: this.#differences, refusals, isNear: this.isNear };
    if (this.#hard.length > 0) return { ...base, relation: null, confidence: 0 };
    const confidence = this.#computeConfidence();
    if (this.#softs.length > 0) {
      return { ...base, relation: 'related', confidence: Math.min(confidence, MAX_RELATED_CONFIDENCE) };
    }
    const isOpposite = (nesting.filter((found) => found === 'complement').length % 2 === 1) !== isSwapped;
    const found = nesting.filter((one) => one === 'narrower' || one === 'wider');
    if (found.length === 0) return { ...base, relation: isOpposite ? 'opposite' : 'same', confidence };
    if (isOpposite || new Set(found).size > 1) return { ...base, relation: 'related', confidence };
    return { ...base, relation: found[0] === 'narrower' ? 'subset' : 'superset', confidence };
  }
}
