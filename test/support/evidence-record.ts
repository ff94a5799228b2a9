import { createHash } from 'node:crypto';
import {
  buildPolymarketAsset,
  epochMs,
  MINUTE_MS,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
  REFERENCES,
  SECOND_MS,
  type SettlingTerms,
  type WholeStatement,
} from '../../src/domain/index.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import type { SettledLine } from '../../src/history/contract/settled.ts';
import { ReferenceRecord } from '../../src/history/references/reference-record.ts';
import { hashMembers } from '../../src/history/settled/line-text.ts';
import { decideWindow } from '../../src/settled/verdict/verdict.ts';

export const RULES =
  'This market will resolve to "Up" if the price of Bitcoin is at least what it was. “Übrigens” — Ω';

/** Decimal text of a second, which rises over the day, with eighteen places at whole minutes. */
export function textAt(t: number): string {
  const second = t / SECOND_MS;
  const tail = String(second % 1_000_000).padStart(6, '0');
  return `${80_000 + (second % 86_400)}.${tail}${t % MINUTE_MS === 0 ? '000000000001' : ''}`;
}

/** Records a series each second from one moment to another, both included, but for those that are left out. */
export async function recordSeries(
  store: HistoryStore,
  key: string,
  fromMs: number,
  toMs: number,
  leftOut: readonly number[] = [],
): Promise<void> {
  const moments: number[] = [];
  for (let t = fromMs; t <= toMs; t += SECOND_MS) if (!leftOut.includes(t)) moments.push(t);
  const values = moments.map(
    (t): SeriesObservation => ({
      venue: REFERENCES,
      storeKey: key,
      asset: `ref-${key}`,
      t: epochMs(t),
      p: Number(textAt(t)),
      v: null,
      s: 'poll',
    }),
  );
  const marks = moments
    .filter((t) => t % MINUTE_MS === 0)
    .map((t) => ({
      key,
      t: epochMs(t),
      place: 0,
      text: textAt(t),
      receivedAt: epochMs(t + 1_300),
      relay: 'rtds',
      count: null,
    }));
  await store.append(values, { venue: REFERENCES, at: epochMs(toMs), changed: [], marks });
}

export interface RecordedWindow {
  readonly slug: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly recordedAt: number;
  readonly outcome?: SettledLine['outcome'];
  readonly payout?: number | null;
  readonly stated?: WholeStatement | null;
  readonly terms?: Partial<SettlingTerms>;
}

/** Records a resolved window of Polymarket with its rules, its line and its verdict, as it follows from the record. */
export async function recordWindow(store: HistoryStore, window: RecordedWindow): Promise<SettledLine> {
  const { slug, openAt, closeAt, outcome = 'yes', payout = 1, stated = null } = window;
  const { venue, storeKey, asset, kind } = buildPolymarketAsset(slug);
  const key = { venue, storeKey };
  const terms: SettlingTerms = {
    ...NO_SETTLING,
    source: 'twap60',
    coin: 'btc',
    statistic: 'at',
    openAt,
    closeAt,
    strikeFrom: 'opening',
    test: 'above',
    tie: 'yes',
    toleranceSeconds: 0,
    ...window.terms,
  };
  const statedBy = { source: 'cryptoMarketConfig', test: 'rules' };
  const listed = {
    ...key,
    asset,
    kind,
    title: slug,
    eventKey: slug,
    event: null,
    category: 'crypto',
    settling: terms,
    statedBy,
    outcomes: ['Up', 'Down'] as const,
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: epochMs(closeAt),
    endsAt: null,
    nativeIds: {},
    url: null,
    rules: RULES,
  };
  const recordedAt = epochMs(window.recordedAt);
  await store.append([], { venue, at: recordedAt, changed: [listed] });
  const rulesHash = createHash('sha256').update(RULES).digest('hex').slice(0, 32);
  const line: SettledLine = {
    ...key,
    asset,
    outcome,
    payout,
    settledAt: epochMs(closeAt + 40_000),
    recordedAt,
    source: 'polymarket:/markets',
    rulesHash,
    terms,
    statedBy,
    stated,
  };
  await store.addSettledLine(line);
  const series = `${terms.source}-${terms.coin}`;
  const near = await new ReferenceRecord(store).valuesBetween(
    series,
    epochMs(openAt - 1_000),
    epochMs(closeAt + 10_000),
  );
  const values = near.map(({ t, text, p, count, receivedAt }) => ({
    t,
    text,
    value: p,
    count,
    receivedAt: receivedAt ?? t + 1_300,
  }));
  const verdict = decideWindow({
    terms,
    series: { [series]: values },
    stated,
    termsChangedAt: null,
    resolution: { outcome, payout },
  });
  await store.putSettled({
    ...key,
    asset,
    ...verdict,
    source: terms.source,
    coin: terms.coin,
    openAt: terms.openAt,
    closeAt: terms.closeAt,
    outcome,
    settledAt: line.settledAt,
    recordedAt,
    decidedAt: epochMs(recordedAt + 1_000),
    changedFrom: null,
    rulesHash,
    termsHash: hashMembers(terms),
  });
  return line;
}
