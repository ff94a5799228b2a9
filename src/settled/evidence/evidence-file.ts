import type { NullReason, WhyNull } from '../../domain/index.ts';
import type { SettledRow } from '../../history/contract/settled.ts';
import type { Evidence } from './evidence.ts';

/** Version of the file format. */
const EVIDENCE_FORMAT = 'crosstape-evidence/1';

/**
 * Evidence in the form that `clients/check-settled.py` reads. Without a verdict, everything except the name is null.
 */
export interface EvidenceFile
  extends Pick<MaybeNull<Evidence>, Exclude<keyof Evidence, 'verdict' | 'whyNoProof'>> {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly asset: string;
  readonly venue: string;
  readonly verdict: Omit<SettledRow, 'storeKey' | 'isReopened'> | null;
  readonly whyNull: WhyNull;
}

type MaybeNull<T> = { readonly [Member in keyof T]: T[Member] | null };

interface Named {
  readonly asset: string;
  readonly venue: string;
}

/** Builds a file without a verdict, with the reason for its absence. */
export function describeNoEvidence({ asset, venue }: Named, reason: NullReason): EvidenceFile {
  const none = { rules: null, terms: null, statedBy: null, stated: null, series: null, resolution: null };
  return {
    format: EVIDENCE_FORMAT,
    asset,
    venue,
    ...none,
    verdict: null,
    proof: null,
    whyNull: { verdict: reason },
  };
}

/** Builds the file of a verdict. @param isWithheld Whether the caller may not see the values of the source. */
export function toEvidenceFile({ asset, venue }: Named, found: Evidence, isWithheld: boolean): EvidenceFile {
  const { rules, terms, statedBy, stated, series, resolution, verdict, proof, whyNoProof } = isWithheld
    ? withhold(found)
    : found;
  const { storeKey: _, isReopened: __, ...row } = verdict;
  return {
    format: EVIDENCE_FORMAT,
    asset,
    venue,
    rules,
    terms,
    statedBy,
    stated,
    series,
    resolution,
    verdict: row,
    proof,
    whyNull: {
      ...(isWithheld ? { series: 'withheld' } : {}),
      ...(whyNoProof === null ? {} : { proof: whyNoProof }),
    },
  };
}

/** Removes recorded values from the evidence, and from the leaves, whose text contains the values of a whole minute. */
function withhold(found: Evidence): Evidence {
  const { series, verdict, proof } = found;
  return {
    ...found,
    series: Object.fromEntries(
      Object.entries(series).map(([key, values]) => [
        key,
        values.map((value) => ({ ...value, text: null, p: null, count: null })),
      ]),
    ),
    verdict: {
      ...verdict,
      value: null,
      strike: verdict.strikeBy === 'record' ? null : verdict.strike,
    },
    proof:
      proof === null ? null : { ...proof, minutes: proof.minutes.map((part) => ({ ...part, leaf: null })) },
  };
}
