import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { calibrate, type MarketHistory, sampleForecasts, wilsonInterval } from '../src/analytics/index.ts';
import { formatDecimal, type SettlingTerms } from '../src/domain/index.ts';
import { hashMembers } from '../src/history/settled/line-text.ts';
import { type ArrivedValue, SeriesAdmission } from '../src/references/recording/admission.ts';
import {
  FIRST_HEAD,
  hashDay,
  hashHead,
  listEntries,
  provePart,
  type RecordedDay,
} from '../src/settled/proof/day-tree.ts';
import { hashLeaf } from '../src/settled/proof/merkle-tree.ts';
import { decideWindow, type SettledWindow } from '../src/settled/verdict/verdict.ts';

export type Evaluate = (input: never) => unknown;

/** Functions that evaluate a case of each kind; they return the members that the reference values have. */
export const SETTLED_KINDS: Readonly<Record<string, Evaluate>> = {
  verdicts: (input: SettledWindow) => decideWindow(input),
  admission: (input: readonly ArrivedValue[]) => admitAll(input),
  proof: (input: ProofInput) => proveDays(input),
  'recorded-day': (input: RecordedDayInput) => decideDay(input),
  samples: (input: MarketHistory) => sampleForecasts(input),
  cells: (input: readonly [number, number, string | null][]) =>
    calibrate(input.map(([p, y, event]) => ({ p, y, event }))),
  wilson: ({ share, n }: { share: number; n: number }) => wilsonInterval(share, n),
};

interface ProofInput {
  readonly days: readonly (RecordedDay & { readonly day: string })[];
  readonly terms: Readonly<Record<string, SettlingTerms>>;
}

interface RecordedDayInput {
  /** Path of a table of ticks with the columns time in ms and price; may be packed by gzip. */
  readonly file: string;
  readonly windowSeconds: number;
  readonly tie: 'yes' | 'no';
}

/** Places of a price that is sent as an integer of 10^-18. */
const PRICE_PLACES = 18;

const WINDOW_TERMS = {
  source: 'twap60',
  coin: 'btc',
  statistic: 'at',
  strikeFrom: 'opening',
  strike: null,
  strikeHigh: null,
  test: 'above',
  decimals: null,
  toleranceSeconds: 0,
} as const;

/** Windows of a recorded day whose strike is the tick of the opening second. */
function decideDay({ file, windowSeconds, tie }: RecordedDayInput) {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const [header = '', ...rows] = (isPacked ? gunzipSync(bytes) : bytes).toString().trim().split(/\r?\n/);
  const columns = header.split(',');
  const [timeAt, exactAt, receivedAt] = ['feed_ts_ms', 'full_accuracy_value', 'recv_ms'].map((name) =>
    columns.indexOf(name),
  ) as [number, number, number];
  const ticks = rows.map((row) => {
    const cells = row.split(',');
    const digits = BigInt(cells[exactAt] ?? '0');
    const exact = formatDecimal({ digits, places: PRICE_PLACES });
    return { t: Number(cells[timeAt]), text: exact, receivedAt: Number(cells[receivedAt]) };
  });
  const byTime = Map.groupBy(ticks, ({ t }) => t);
  const [firstAt, lastAt] = [Math.min(...byTime.keys()), Math.max(...byTime.keys())];
  const spanMs = windowSeconds * 1000;
  const counts = { yes: 0, no: 0, closing: 0, opening: 0, both: 0 };
  const windows = [];
  for (let openAt = firstAt - (firstAt % spanMs); openAt < lastAt; openAt += spanMs) {
    const closeAt = openAt + spanMs;
    const own = [openAt, closeAt].flatMap((t) => byTime.get(t) ?? []);
    const terms = { ...WINDOW_TERMS, openAt, closeAt, tie };
    const { result, strike, value, missing } = decideWindow({
      terms,
      // The day is recorded: what the source sent around the end is not looked at again for each window.
      series: { 'twap60-btc': own.length > 0 ? own : [{ ...ticks[0]!, t: closeAt - 1 }] },
      stated: null,
      termsChangedAt: null,
      resolution: { outcome: 'yes', payout: 1 },
    });
    if (result === 'yes' || result === 'no') counts[result]++;
    else counts[missing.length > 1 ? 'both' : missing[0] === openAt ? 'opening' : 'closing']++;
    windows.push([openAt, closeAt, result, strike, value, missing]);
  }
  return { counts, columns: ['openAt', 'closeAt', 'result', 'strike', 'value', 'missing'], windows };
}

function admitAll(values: readonly ArrivedValue[]) {
  const admission = new SeriesAdmission();
  for (const value of values) admission.admit(value);
  const stored = admission
    .values()
    .map(({ t, p, text: exact, receivedAt }) => ({ t, p, text: exact, receivedAt }));
  return { stored, counts: admission.counts };
}

function proveDays({ days, terms }: ProofInput) {
  const entries = days.map(listEntries);
  const roots = entries.map(hashDay);
  const heads: Buffer[] = [];
  for (const [i, { day }] of days.entries()) heads.push(hashHead(heads[i - 1] ?? FIRST_HEAD, roots[i]!, day));
  const toHex = (hash: Buffer) => hash.toString('hex');
  return {
    termsHash: Object.fromEntries(Object.entries(terms).map(([name, of]) => [name, hashMembers(of)])),
    roots: roots.map(toHex),
    heads: heads.map(toHex),
    firstLeaves: Object.fromEntries(entries.flat().map(({ entry, leaves }) => [entry, leaves[0]])),
    paths: entries.flatMap((ofDay) =>
      ofDay.flatMap(({ leaves }, entryIndex) =>
        leaves.map((leaf, leafIndex) => ({
          ...provePart(ofDay, entryIndex, leafIndex),
          leafHash: toHex(hashLeaf(Buffer.from(leaf))),
        })),
      ),
    ),
  };
}
