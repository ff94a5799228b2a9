import type { NullReason } from '../../../domain/index.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { MarketKey } from '../../../history/contract/series.ts';
import { HourRecord } from '../../../settled/days/hour-record.ts';
import { findEvidence } from '../../../settled/evidence/evidence.ts';
import { describeNoEvidence, toEvidenceFile } from '../../../settled/evidence/evidence-file.ts';
import { computeDigest, type PreparedBody } from '../prepared-body.ts';

export interface EvidenceInput {
  readonly market: MarketKey & { readonly asset: string };
  /** Sources whose values must not be shown. */
  readonly withheld: readonly string[];
}

/** Prepares the evidence file of one market. The hash trees of its hours are rebuilt, which takes tens of ms. */
export async function prepareEvidence(
  history: HistoryReader,
  { market, withheld }: EvidenceInput,
): Promise<PreparedBody> {
  const found = await findEvidence({ history, record: new HourRecord(history) }, market);
  const file =
    found === null
      ? describeNoEvidence(market, await explainNone(history, market))
      : toEvidenceFile(market, found, withheld.includes(found.terms.source ?? ''));
  const bytes = Buffer.from(JSON.stringify({ ok: true, ...file }));
  return {
    digest: computeDigest([], [bytes]),
    textBytes: bytes.length,
    heldBytes: bytes.length,
    *parts() {
      yield bytes;
    },
  };
}

/** Finds the reason why a market has no verdict. */
async function explainNone(history: HistoryReader, key: MarketKey): Promise<NullReason> {
  const market = await history.findMarket(key);
  if ((market?.settling ?? null) === null) return 'not_applicable';
  const resolution = await history.findResolution(key);
  return resolution === null || (resolution.reopenedAt ?? null) !== null ? 'not_resolved' : 'not_decided';
}
