import {
  compareDecimals,
  decimalDistance,
  findSource,
  formatDecimal,
  formatPrice,
  parseDecimal,
  type RecordedValue,
  type ReferencePrice,
  type SettledResult,
  type SettlingTerms,
  type StatedAfterwards,
  type StatedPrice,
  toSeriesKey,
  type Verdict,
} from '../../domain/index.ts';
import { type Comparison, compareWithStrike } from './comparison.ts';
import { keepOwnValues, type Moment, readMoment, type SeriesValue } from './moment.ts';

/** Facts that decide a market. */
export interface SettledWindow {
  readonly terms: SettlingTerms;
  /** Recorded values by series key, each list in any order. */
  readonly series: Readonly<Record<string, readonly SeriesValue[]>>;
  readonly stated: StatedAfterwards | null;
  /** Last time at which terms other than the strike changed, in epoch ms. null: never. */
  readonly termsChangedAt: number | null;
  readonly resolution: {
    readonly outcome: 'yes' | 'no' | 'void';
    /** Payout of Yes, 0 to 1. null: not known. */
    readonly payout: number | null;
  };
}

const RECORDED_WITHIN_MS = 600_000;

/**
 * Decides a resolved market again from the recorded values of its own source. Nothing is interpolated, averaged or
 * taken from a neighbouring second. A market that cannot be decided is `unknown`, with the first reason.
 */
export function decideWindow(window: SettledWindow): Verdict {
  const early = findObstacle(window);
  if (early !== null) return { ...UNDECIDED, ...early };

  const { closing, opening, strikes } = readMoments(window);
  const seen = describe(window, { closing, opening, strikes });
  const missing = [opening, closing].filter(
    (moment) => moment !== null && moment.values.length === 0,
  ) as Moment[];
  if (missing.length > 0) return { ...seen, ...describeMissing(missing, window.terms.source ?? '') };
  return { ...seen, ...compareAll(window, { closing, opening, strikes }) };
}

const UNDECIDED: Verdict = {
  verdict: 'unknown',
  reason: null,
  result: null,
  strike: null,
  strikeBy: null,
  value: null,
  missing: [],
  detail: null,
  agrees: { strike: null, value: null },
};

type Obstacle = Pick<Verdict, 'reason' | 'detail'>;

/**
 * Finds the reason why a market cannot be decided, before any value of its deciding times is considered. null: there is
 * none.
 */
function findObstacle({ terms, series, termsChangedAt: changedAt }: SettledWindow): Obstacle | null {
  const { statistic, source, coin, openAt, closeAt } = terms;
  if (statistic !== null && statistic !== 'at')
    return { reason: 'statistic_unsupported', detail: { statistic } };
  const members = listSilent(terms);
  if (members.length > 0 || source === null || coin === null || closeAt === null)
    return { reason: 'terms_silent', detail: { members } };
  if (changedAt !== null && changedAt > (openAt ?? closeAt) && changedAt <= closeAt)
    return { reason: 'terms_changed', detail: { at: changedAt } };

  const isRecorded = (of: string) =>
    keepOwnValues(series[toSeriesKey(of, coin)]).some(({ t }) => Math.abs(t - closeAt) <= RECORDED_WITHIN_MS);
  if (isRecorded(source)) return null;
  const spot = findSource(source)?.averaged ?? null;
  if (spot !== null && isRecorded(spot))
    return { reason: 'average_not_recorded', detail: { source, recorded: spot } };
  return { reason: 'source_not_recorded', detail: { source } };
}

/** Lists the members that the terms need and do not state. */
function listSilent(terms: SettlingTerms): string[] {
  const always = (['source', 'coin', 'statistic', 'closeAt', 'test'] as const).filter(
    (member) => terms[member] === null,
  );
  const strike =
    terms.strikeFrom === 'opening' ? terms.openAt === null && 'openAt' : terms.strike === null && 'strike';
  if (terms.strikeFrom === null) return [...always, 'strike'];
  const isOpenEnded = terms.test === 'between' && terms.strikeHigh === null;
  return [...always, ...(strike === false ? [] : [strike]), ...(isOpenEnded ? ['strikeHigh'] : [])];
}

/** Strikes with which a closing value is compared, and their origin. */
interface Strikes {
  readonly by: 'terms' | 'record' | 'venue' | null;
  readonly values: readonly ReferencePrice[];
  readonly shown: ReferencePrice | null;
}

interface Moments {
  readonly closing: Moment;
  /** Time of the strike with its values. null when the terms or the venue state the strike. */
  readonly opening: Moment | null;
  readonly strikes: Strikes;
}

function readMoments({ terms, series, stated }: SettledWindow): Moments {
  const source = terms.source ?? '';
  const own = keepOwnValues(series[toSeriesKey(source, terms.coin ?? '')]);
  const read = (at: number, takenAt: number | null | undefined) =>
    readMoment(own, { source, at, toleranceSeconds: terms.toleranceSeconds ?? 0, takenAt: takenAt ?? null });
  const closing = read(terms.closeAt ?? Number.NaN, stated?.closeTakenAt);
  if (terms.strikeFrom !== 'opening') {
    const shown = terms.strike === null ? null : toPrice(terms.strike);
    return { closing, opening: null, strikes: { by: 'terms', values: shown === null ? [] : [shown], shown } };
  }
  const opening = read(terms.openAt ?? Number.NaN, stated?.openTakenAt);
  if (opening.values.length > 0)
    return { closing, opening, strikes: { by: 'record', values: opening.values, shown: opening.shown } };
  const said = stated?.strike ?? null;
  if (said === null) return { closing, opening, strikes: { by: null, values: [], shown: null } };
  const shown = said.kind === 'double' ? { text: null, p: Number(said.text) } : toPrice(said.text);
  return { closing, opening: null, strikes: { by: 'venue', values: [shown], shown } };
}

function describe({ stated }: SettledWindow, { closing, strikes }: Moments): Verdict {
  const [strike, value] = [strikes.shown, closing.shown];
  return {
    ...UNDECIDED,
    strike: strike === null ? null : formatPrice(strike),
    strikeBy: strikes.by,
    value: value === null ? null : formatPrice(value),
    agrees: {
      strike: strikes.by === 'venue' ? null : agrees(strike, stated?.strike),
      value: agrees(value, stated?.value),
    },
  };
}

function describeMissing(moments: readonly Moment[], source: string): Partial<Verdict> {
  const missing = moments.map(({ at }) => at);
  const part = moments.find(({ incomplete }) => incomplete !== null)?.incomplete ?? null;
  if (part === null) return { reason: 'second_missing', missing };
  return {
    reason: 'window_incomplete',
    missing,
    detail: { count: part.count, of: findSource(source)?.count ?? null },
  };
}

/** Compares every closing value with every strike. All comparisons must have the same result. */
function compareAll(window: SettledWindow, { closing, opening, strikes }: Moments): Partial<Verdict> {
  const { terms, resolution } = window;
  const strikeHigh = terms.strikeHigh === null ? null : toPrice(terms.strikeHigh);
  const results = closing.values.map((value) =>
    strikes.values.map((strike) => compareWithStrike(value, { strike, strikeHigh }, terms)),
  );
  const all = results.flat();
  for (const reason of ['too_close', 'tie_silent'] as const) if (all.includes(reason)) return { reason };
  if (new Set(all).size > 1)
    return { reason: 'second_disputed', detail: { seconds: listDisputed(results, closing, opening) } };
  return judge(all[0] as SettledResult, resolution);
}

/** Lists the seconds with several values that lead to different results. */
function listDisputed(results: readonly Comparison[][], closing: Moment, opening: Moment | null): number[] {
  const differ = (row: readonly (Comparison | undefined)[]) => new Set(row).size > 1;
  const byStrike = results.some(differ);
  const byValue = (results[0] ?? []).some((_, i) => differ(results.map((row) => row[i])));
  const seconds = [
    byStrike ? (opening?.shown?.t ?? null) : null,
    byValue ? (closing.shown?.t ?? null) : null,
  ];
  return seconds.filter((second) => second !== null);
}

function judge(result: SettledResult, { outcome, payout }: SettledWindow['resolution']): Partial<Verdict> {
  if (outcome !== 'void') return { verdict: result === outcome ? 'reproduced' : 'contradicted', result };
  if (result !== 'half' || payout === null) return { reason: 'void', result };
  return { verdict: payout === 0.5 ? 'reproduced' : 'contradicted', result };
}

/** Whether a price equals the one that the venue stated. null when either is not known. */
function agrees(
  price: ReferencePrice | RecordedValue | null,
  said: StatedPrice | null | undefined,
): boolean | null {
  if (price === null || said === null || said === undefined) return null;
  if (said.kind === 'double') return price.p === Number(said.text);
  const [ours, theirs] = [parseDecimal(formatPrice(price)), parseDecimal(said.text)];
  if (said.kind === 'exact') return compareDecimals(ours, theirs) === 0;
  const places = said.decimals ?? theirs.places;
  const halfUnit = { digits: 5n, places: places + 1 };
  return compareDecimals(decimalDistance(ours, theirs), halfUnit) !== 1;
}

function toPrice(text: string): ReferencePrice {
  return { text: formatDecimal(parseDecimal(text)), p: Number(text) };
}
