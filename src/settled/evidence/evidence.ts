import {
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  type SettlingTerms,
  toSeriesKey,
  type WholeStatement,
} from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { MarketKey } from '../../history/contract/series.ts';
import type { SettledLine, SettledRow } from '../../history/contract/settled.ts';
import { ReferenceRecord, type StoredReference } from '../../history/references/reference-record.ts';
import { formatSettledLine } from '../../history/settled/settled-coding.ts';
import { type ClosedDay, type DayName, findClosedDay } from '../days/closed-days.ts';
import type { HourRecord } from '../days/hour-record.ts';
import { makeEntryAgain } from '../days/make-day.ts';
import { type DayEntry, formatEntry, type ProofPart, provePart } from '../proof/day-tree.ts';
import { listMoments } from '../verdict/list-moments.ts';

/** Value of one time in the form used in evidence. */
export type EvidenceValue = Omit<StoredReference, 's'>;

/**
 * Part of a proof. The leaf is null when its values are withheld. The day is included when it differs from that of the
 * proof.
 */
export type EvidencePart = Omit<ProofPart, 'leaf'> & { readonly leaf: string | null } & Partial<DayName>;

export interface EvidenceProof extends DayName {
  /** Leaves of the minutes that contain the deciding times, as far as they have values. */
  readonly minutes: readonly EvidencePart[];
  readonly resolution: EvidencePart;
}

/** Everything on which a verdict is based, and the path from it to the heads of its days. */
export interface Evidence {
  readonly rules: { readonly hash: string; readonly text: string } | null;
  readonly terms: SettlingTerms;
  readonly statedBy: Readonly<Record<string, string>> | null;
  readonly stated: WholeStatement | null;
  readonly series: Readonly<Record<string, readonly EvidenceValue[]>>;
  readonly resolution: Pick<SettledLine, 'outcome' | 'payout' | 'settledAt' | 'recordedAt' | 'source'>;
  readonly verdict: SettledRow;
  /** null while a day is open, or when the record of an hour no longer has the stored root. */
  readonly proof: EvidenceProof | null;
  readonly whyNoProof: 'day_open' | 'day_changed' | null;
}

export interface EvidenceSources {
  readonly history: HistoryReader;
  readonly record: HourRecord;
}

/** Collects the evidence of a verdict. null when the market has no verdict. */
export async function findEvidence(
  { history, record }: EvidenceSources,
  key: MarketKey,
): Promise<Evidence | null> {
  const verdict = await history.findSettled(key);
  const line = (await history.findSettledLines(key)).at(-1);
  if (verdict === null || verdict.isReopened === true || line === undefined) return null;
  const { terms, statedBy, stated, rulesHash, outcome, payout, settledAt, recordedAt, source } = line;
  const text = rulesHash === null ? null : await history.findRules(rulesHash);
  const seriesKey =
    terms.source === null || terms.coin === null ? null : toSeriesKey(terms.source, terms.coin);
  const moments = seriesKey === null ? [] : listMoments(terms, stated);
  const proof = await prove({ history, record }, line, seriesKey, moments);
  return {
    rules: rulesHash === null || text === null ? null : { hash: rulesHash, text },
    terms,
    statedBy,
    stated,
    series: seriesKey === null ? {} : { [seriesKey]: await readMoments(history, seriesKey, moments) },
    resolution: { outcome, payout, settledAt, recordedAt, source },
    verdict,
    ...(typeof proof === 'string' ? { proof: null, whyNoProof: proof } : { proof, whyNoProof: null }),
  };
}

async function readMoments(
  history: HistoryReader,
  key: string,
  moments: readonly EpochMs[],
): Promise<EvidenceValue[]> {
  const references = new ReferenceRecord(history);
  const values = await Promise.all(moments.map((t) => references.valuesAt(key, t)));
  return values
    .flat()
    .map(({ t, text, p, receivedAt, relay, count }) => ({ t, text, p, receivedAt, relay, count }));
}

/** Builds the proof. @returns The reason when there is none. */
async function prove(
  { history, record }: EvidenceSources,
  line: SettledLine,
  key: string | null,
  moments: readonly EpochMs[],
): Promise<EvidenceProof | 'day_open' | 'day_changed'> {
  const dayOf = (t: number) => Math.floor(t / DAY_MS);
  const days = new Map<number, ClosedDay>();
  for (const day of new Set([line.recordedAt, ...moments].map(dayOf))) {
    const closed = await findClosedDay(history, day);
    if (closed === null) return 'day_open';
    days.set(day, closed);
  }
  const trees = new Map<string, DayEntry | null>();
  const makeTree = async (entry: string): Promise<DayEntry | null> => {
    const known = trees.get(entry);
    if (known !== undefined) return known;
    const made = await makeEntryAgain(record, entry);
    trees.set(entry, made);
    return made;
  };
  const proveLeaf = async (entry: string, t: number, isLeaf: (leaf: string) => boolean) => {
    const { kept } = days.get(dayOf(t))!;
    const index = kept.findIndex((one) => one.entry === entry);
    const made = await makeTree(entry);
    const root = kept[index]?.root ?? null;
    if (made === null ? root !== null : root === null || !made.root.equals(root)) throw new ChangedDayError();
    const leaf = made?.leaves.findLastIndex(isLeaf) ?? -1;
    if (made === null || leaf === -1) return null;
    return provePart(
      kept.map((one, i) => (i === index ? made : { ...one, leaves: [] })),
      index,
      leaf,
    );
  };
  try {
    const ofLine = dayOf(line.recordedAt);
    const text = formatSettledLine(line);
    const hour = formatEntry('', floorTo(line.recordedAt, HOUR_MS));
    const resolution = await proveLeaf(hour, line.recordedAt, (leaf) => leaf === text);
    if (resolution === null) return 'day_changed';
    const minutes: EvidencePart[] = [];
    for (const minute of new Set(moments.map((t) => floorTo(t, MINUTE_MS)))) {
      const entry = formatEntry(key!, floorTo(minute, HOUR_MS));
      const part = await proveLeaf(entry, minute, (leaf) => leaf.startsWith(`M ${key} ${minute}\n`));
      if (part === null) continue;
      const day = dayOf(minute);
      minutes.push(day === ofLine ? part : { ...part, ...days.get(day)!.name });
    }
    return { ...days.get(ofLine)!.name, minutes, resolution };
  } catch (error) {
    if (error instanceof ChangedDayError) return 'day_changed';
    throw error;
  }
}

class ChangedDayError extends Error {}

function floorTo(t: number, spanMs: number): number {
  return t - (t % spanMs);
}
