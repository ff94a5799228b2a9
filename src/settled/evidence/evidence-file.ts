import type { NullReason, WhyNull } from '../../domain/index.ts';
import type { SettledRow } from '../../history/contract/settled.ts';
import type { Evidence } from './evidence.ts';

/** Version of the file. */
const EVIDENCE_FORMAT = 'crosstape-evidence/1';

/** Evidence as the file that `clients/check-settled.py` reads; all but its name is null where there is no verdict. */
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

/** A file without a verdict, and the reason why there is none. */
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

/** @param isWithheld The caller may not see the values of the source. */
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

/** Leaves out recorded values: also in leaves, whose text has those of a whole minute. */
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
