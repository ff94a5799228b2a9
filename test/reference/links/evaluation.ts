import {
  formatPairKey,
  isFirm,
  type Link,
  type LinkRelation,
  type Refusal,
  turnLink,
} from '../../../src/links/link.ts';
import { LinkIndex } from '../../../src/links/link-index.ts';
import type { LabelFile, LabelledPair } from './label-file.ts';

/** Results of the matcher for one file of labelled pairs, in the ids of the file. */
export interface Evaluation {
  readonly claims: readonly Claim[];
  readonly refused: readonly Refusal[];
  /** Time of reading and matching all markets of the file. */
  readonly ms: number;
}

export interface Claim {
  readonly a: string;
  readonly b: string;
  readonly relation: LinkRelation;
  readonly confidence: number;
}

/** Matches all markets of a file at once, as the service does. */
export async function evaluate(file: LabelFile): Promise<Evaluation> {
  const index = new LinkIndex({ curatedPath: null });
  const startedAt = performance.now();
  await index.update([...file.states.values()]);
  const ms = Math.round(performance.now() - startedAt);
  const id = (asset: string) => file.idByAsset.get(asset) ?? asset;
  return {
    claims: index.listLinks().map((link) => ({ ...toClaim(link), a: id(link.a), b: id(link.b) })),
    refused: index.listRefused().map(({ a, b, reasons }) => ({ a: id(a), b: id(b), reasons })),
    ms,
  };
}

function toClaim({ a, b, relation, confidence }: Link): Claim {
  return { a, b, relation, confidence };
}

/** Right and wrong claims of one kind of pair. */
export interface Tally {
  /** Pairs that a person gave this relation. */
  readonly labelled: number;
  /** Pairs among the labelled ones for which the matcher claims it. */
  readonly claimed: number;
  readonly right: number;
}

export interface Score {
  readonly byRelation: ReadonlyMap<LinkRelation, Tally>;
  /** `same` and `opposite` together, by the category of the pair. */
  readonly byCategory: ReadonlyMap<string, Tally>;
  /** `same` and `opposite` together: the links on which money rests. */
  readonly firm: Tally;
  /** Right among the claims of `same` and `opposite`, by the band of their confidence, highest first. */
  readonly byBand: ReadonlyMap<string, { readonly claimed: number; readonly right: number }>;
  readonly wrong: readonly (LabelledPair & { readonly claimed: LinkRelation })[];
  readonly missed: readonly (LabelledPair & { readonly against: readonly string[] })[];
  /** Firm claims over pairs that nobody has labelled. */
  readonly unlabelled: readonly Claim[];
}

/**
 * Compares the claims with the labels.
 *
 * @param labelled Every pair that has a label, where `pairs` are only some of them.
 */
export function score(
  pairs: readonly LabelledPair[],
  { claims, refused }: Evaluation,
  labelled: readonly LabelledPair[] = pairs,
): Score {
  const claimOfPair = new Map(claims.map((claim) => [formatPairKey(claim.a, claim.b), claim]));
  const refusalOfPair = new Map(
    refused.map((refusal) => [formatPairKey(refusal.a, refusal.b), refusal.reasons]),
  );
  const byRelation = new Map<LinkRelation, Tally>();
  const byCategory = new Map<string, Tally>();
  const byBand = new Map(BANDS.map(({ name }) => [name, { claimed: 0, right: 0 }]));
  let firm = NOTHING;
  const wrong: (LabelledPair & { claimed: LinkRelation })[] = [];
  const missed: (LabelledPair & { against: readonly string[] })[] = [];

  for (const pair of pairs) {
    const key = formatPairKey(pair.a, pair.b);
    const claim = claimOfPair.get(key);
    const claimed = claim === undefined ? null : turnLink({ ...claim, ...NO_REASONS }, pair.a).relation;
    for (const relation of new Set([pair.label, claimed])) {
      if (relation === null || relation === 'none') continue;
      byRelation.set(relation, counted(byRelation.get(relation), pair.label, claimed, relation));
    }
    const isTrue = isFirm(pair.label);
    const isClaimed = claimed !== null && isFirm(claimed);
    if (!isTrue && !isClaimed) continue;
    const isRight = claimed === pair.label;
    firm = plus(firm, isTrue, isClaimed, isRight);
    byCategory.set(pair.category, plus(byCategory.get(pair.category), isTrue, isClaimed, isRight));
    if (isClaimed) {
      const { name } = BANDS.find(({ from }) => (claim?.confidence ?? 0) >= from) ?? LAST_BAND;
      const band = byBand.get(name) ?? { claimed: 0, right: 0 };
      byBand.set(name, { claimed: band.claimed + 1, right: band.right + Number(isRight) });
    }
    if (isClaimed && !isRight) wrong.push({ ...pair, claimed });
    if (isTrue && !isRight) missed.push({ ...pair, against: refusalOfPair.get(key) ?? ['Not compared.'] });
  }
  const known = new Set(labelled.map(({ a, b }) => formatPairKey(a, b)));
  const unlabelled = claims.filter(
    ({ a, b, relation }) => isFirm(relation) && !known.has(formatPairKey(a, b)),
  );
  return { byRelation, byCategory, byBand, firm, wrong, missed, unlabelled };
}

/** Lowest band of confidence. Links from 0.9 on carry money. */
const LAST_BAND = { name: 'below 0.8', from: 0 };
const BANDS = [
  { name: '0.95 and more', from: 0.95 },
  { name: '0.9 to 0.95', from: 0.9 },
  { name: '0.8 to 0.9', from: 0.8 },
  LAST_BAND,
] as const;

const NOTHING: Tally = { labelled: 0, claimed: 0, right: 0 };
const NO_REASONS = { reasons: [], differences: [], source: 'matched' } as const;

function counted(tally: Tally | undefined, label: string, claimed: string | null, relation: string): Tally {
  return plus(tally, label === relation, claimed === relation, label === relation && claimed === relation);
}

function plus(tally: Tally = NOTHING, isTrue: boolean, isClaimed: boolean, isRight: boolean): Tally {
  return {
    labelled: tally.labelled + Number(isTrue),
    claimed: tally.claimed + Number(isClaimed),
    right: tally.right + Number(isRight),
  };
}

/** Share of right claims; null without a claim. */
export function precision({ claimed, right }: Tally): number | null {
  return claimed === 0 ? null : right / claimed;
}

/** Share of true pairs that were found; null without a true pair. */
export function recall({ labelled, right }: Tally): number | null {
  return labelled === 0 ? null : right / labelled;
}
