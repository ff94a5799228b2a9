import { DAY_MS } from '../../domain/index.ts';
import type { LinkRelation } from '../link.ts';

/** The result of comparing two markets. */
export interface MatchResult {
  /** Relation of the two markets; null: refused. */
  readonly relation: LinkRelation | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly differences: readonly string[];
  /** Reasons against `same`; empty for `same` and `opposite`. */
  readonly refusals: readonly string[];
  /** Whether the two markets share all words but one, so that a refusal is worth recording. */
  readonly isNear: boolean;
}

/** How one condition holds the other: a implies b, b implies a, they exclude each other, or they are equal. */
export type Nesting = 'equal' | 'narrower' | 'wider' | 'complement' | null;

/** Confidence that each inference costs, so that no link rests on more than four of them. */
const INFERENCE_COST = 0.02;
/** Confidence that a fact costs which is not known at all, so that one such gap takes a link out of trading. */
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

  /** Whether nothing can bring the two together any more. */
  get isRefused(): boolean {
    return this.#hard.length > 0;
  }

  note(reason: string): void {
    this.#reasons.push(reason);
  }

  /** Notes something that is implied, not said. */
  infer(reason: string): void {
    this.#reasons.push(reason);
    this.#inferences += 1;
  }

  /** A fact that would support the pair if it were known: a link without it carries no money. */
  addLack(reason: string): void {
    this.#differences.push(reason);
    this.#lacking += 1;
  }

  /** A way in which the two could resolve differently, too rare to refuse. */
  differ(difference: string): void {
    this.#differences.push(difference);
    this.#inferences += 0.5;
  }

  refuse(reason: string): void {
    this.#hard.push(reason);
  }

  /** Refuses `same`, but the two belong together: at most `related`. */
  addSoft(reason: string): void {
    this.#softs.push(reason);
  }

  /** Hours apart is `related`; days apart is another question. */
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
   * Weighs the evidence, once the comparison is over.
   *
   * @param isSwapped One of the two is the negation of the other.
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
