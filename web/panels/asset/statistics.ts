import type { GetAssetRiskAnswer, GetAssetStatsAnswer, GetCarryAnswer } from '../../../client/src/index.ts';
import { reasonText, shown } from '../../format/field.ts';
import { distanceText, getUnits } from '../../format/market.ts';
import { count, fixed, MISSING, significant } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';
import { annualDoubt, type Metric, valueAt } from './metric.ts';
import { RISK_METRICS } from './risk-metrics.ts';
import type { AssetState } from './state.ts';
import { STATS_METRICS } from './stats-metrics.ts';

const SUPPRESSED: Readonly<Record<string, string>> = {
  'bounded-probability': 'a probability is bounded, so its returns have no Sharpe',
  'insufficient-data': 'too few bars',
  'zero-variance': 'returns do not vary',
};

/** Volatility, deepest fall, worst bar in twenty; all other figures folded below. */
export const risk = (state: AssetState): Content =>
  panel<GetAssetRiskAnswer>({
    title: 'Risk',
    guide: 'analytics#when-to-distrust-a-figure',
    width: 'full',
    call: call<GetAssetRiskAnswer>(`${state.path}/risk?explain=true`, { everyMs: 30_000 }),
    never: ({ metrics }) => (metrics.bars === 0 ? 'Nothing usable was recorded yet.' : null),
    body: (answer) => {
      const { metrics, periodsPerYear, whyNull } = answer;
      const doubt = annualDoubt(metrics.bars, periodsPerYear);
      const why = (path: string) => reasonText(whyNull?.[path]);
      const rows = selectMetrics(RISK_METRICS, state);
      return html`<div class="risk-figures">
          ${riskFigures(answer, doubt).map(
            ({ name, value, path }) => html`<div class="figure"
              ><span class="label">${name}</span
              ><b title=${value === null ? why(path) : String(value)}>${value === null ? MISSING : riskText(value, state.unit)}</b></div
            >`,
          )}
          <p class="stands">From ${describeSample(answer)}.${doubt === null || state.unit !== 'usd' ? nothing : html` <span class="warn" title=${`figures of a year are greyed: ${doubt}`}>▲ no figures of a year: ${doubt}</span>`}</p>
        </div>
        <details class="fold"><summary>all ${rows.length} figures of risk</summary>${metricTable(state, rows, answer, doubt, why)}</details>`;
    },
  });

/** Metrics that an asset has: a probability, which is decided at 0 or 1, has none of a year. */
const selectMetrics = (metrics: readonly Metric[], { unit }: AssetState): readonly Metric[] =>
  metrics.filter(({ isAnnual, only = unit }) => only === unit && (unit === 'usd' || isAnnual !== true));

/** A share of the price, or points of a probability. */
const riskText = (value: number, unit: AssetState['unit']): string =>
  unit === 'usd'
    ? `${fixed(value * 100, value < 0.1 ? 2 : 1)} %`
    : distanceText(value, unit, settings.value.odds);

/**
 * Shows the three most telling figures. For a sample too short for a year, and of a probability, the volatility is a
 * bar's.
 */
function riskFigures({ metrics, points, sampling }: GetAssetRiskAnswer, doubt: string | null) {
  const bar = sampling?.stepMs == null ? 'bar' : duration(sampling.stepMs).replace(/^1 h$/, 'hour');
  const ofBar = `volatility of ${bar === 'hour' ? 'an hour' : `a ${bar}`}`;
  const loss = `one ${bar} in twenty loses more than`;
  if (points !== null) {
    const { realizedVolPts, maxDrawdownPts, modifiedVar95Pts } = points;
    return [
      { name: ofBar, value: realizedVolPts, path: 'points.realizedVolPts' },
      { name: 'deepest fall', value: maxDrawdownPts, path: 'points.maxDrawdownPts' },
      { name: loss, value: modifiedVar95Pts, path: 'points.modifiedVar95Pts' },
    ];
  }
  return [
    doubt === null
      ? { name: 'volatility of a year', value: metrics.annualizedVol, path: 'metrics.annualizedVol' }
      : { name: ofBar, value: metrics.realizedVol, path: 'metrics.realizedVol' },
    { name: 'deepest fall', value: metrics.maxDrawdown, path: 'metrics.maxDrawdown' },
    { name: loss, value: metrics.modifiedVar95, path: 'metrics.modifiedVar95' },
  ];
}

function describeSample({ metrics, points, sampling, ...answer }: GetAssetRiskAnswer): string {
  const { periodsPerYear, source, minBars } = answer;
  if (source === 'fallback')
    return `${metrics.bars} usable prices, fewer than the ${minBars} that figures need`;
  const bars =
    sampling?.stepMs == null ? `${sampling?.basis ?? ''} bars` : `bars of ${duration(sampling.stepMs)}`;
  const outages =
    sampling === null || sampling.outagesSkipped === 0
      ? ''
      : `; ${sampling.outagesSkipped} outages are no moves`;
  return `${metrics.returns} returns between ${metrics.bars} ${bars}, together ${duration(sampling?.coveredMs ?? 0)}${outages}${points === null ? `; ${ofYear(periodsPerYear)}` : ''}`;
}

/** Statistics over hourly bars of 30 days. */
export const stats = (state: AssetState): Content =>
  panel<GetAssetStatsAnswer>({
    title: 'Statistics',
    guide: 'analytics#what-each-figure-means',
    width: 'half',
    call: call<GetAssetStatsAnswer>(`${state.path}/stats?explain=true`, {
      everyMs: 60_000,
      credential: 'key',
    }),
    freeCall: `${state.path}/risk`,
    never: ({ stats: { n } }) => (n === 0 ? 'No hourly bar is known yet.' : null),
    body: ({ stats: pack, whyNull }) => {
      const { n, periodsPerYear, verdict, returns } = pack;
      const suppressed = returns.sharpeSuppressedReason;
      const standsOn = `${n} returns of ${widthOfBar(periodsPerYear)} each, of up to 30 days; ${state.unit === 'usd' ? `${ofYear(periodsPerYear)}; ` : ''}the tests together say ${verdict.replaceAll('-', ' ')}`;
      const why = (path: string) =>
        path.startsWith('returns.sharpe') && suppressed !== null
          ? (SUPPRESSED[suppressed] ?? suppressed)
          : reasonText(whyNull?.[`stats.${path}`]);
      const rows = selectMetrics(STATS_METRICS, state).filter(
        ({ path }) => pack.horizon !== null || !path.startsWith('horizon.'),
      );
      const doubt = annualDoubt(n, periodsPerYear);
      return html`<p class="stands">From ${standsOn}.${
        doubt === null || state.unit !== 'usd'
          ? nothing
          : html` <span class="warn">▲ Figures of a year are greyed: ${doubt}.</span>`
      }</p>
        <details class="fold"><summary>all ${rows.length} figures and tests</summary>${metricTable(state, rows, pack, doubt, why)}</details>`;
    },
  });

/** Hours without a record have no bar, so that a bar may be longer than one. */
const widthOfBar = (periodsPerYear: number): string =>
  periodsPerYear === HOURS_OF_YEAR ? 'an hour' : duration((HOURS_OF_YEAR / periodsPerYear) * HOUR_MS);

const HOURS_OF_YEAR = 8_760;
const HOUR_MS = 3_600_000;

/**
 * Describes the number of periods of a year: two tables may count a year differently, and so may their figures of a
 * year differ.
 */
const ofYear = (periods: number | null): string =>
  periods === null ? 'no figures of a year' : `a year is ${count(periods)} of them`;

function metricTable(
  state: AssetState,
  metrics: readonly Metric[],
  answer: unknown,
  doubt: string | null,
  why: (path: string) => string,
): Content {
  return html`<table class="plain metrics">
      <thead><tr><th>figure</th><th class="num">value</th><th>unit</th><th>what it says</th></tr></thead>
      <tbody>
        ${metrics.map((metric) => {
          const value = valueAt(answer, metric.path);
          const isDoubtful = metric.isAnnual === true && doubt !== null;
          const unit = unitOf(metric, state);
          return html`<tr class=${isDoubtful ? 'dim' : ''}>
            <td class="nowrap">${metric.name}</td>
            <td class="num" title=${value === null ? why(metric.path) : String(value)}>${metricText(state, metric, value)}</td>
            <td class="muted nowrap">${value === null ? nothing : unit}</td>
            <td class="text muted">${value === null ? why(metric.path) : metric.says}${
              metric.source === undefined || value === null
                ? nothing
                : html` <cite title=${metric.source}>${metric.source.split(',')[0]}</cite>`
            }</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

/** Unit of a metric: differences of a probability are points, and shares of its price or peak are percent as elsewhere. */
function unitOf({ isPrice, isDifference, unit }: Metric, state: AssetState): string {
  if (state.unit === 'usd') return isPrice === true ? 'USD' : unit;
  if (isPrice === true) return 'probability';
  return isDifference === true || unit === 'pp' ? getUnits(state.unit, settings.value.odds).distance : unit;
}

function metricText(state: AssetState, { times = 1, isPrice, unit }: Metric, value: unknown): string {
  if (typeof value !== 'number') return value === null ? MISSING : String(value);
  if (isPrice === true) return shown('price', value, { priceUnit: state.unit }).text;
  if (unit === 'bars') return fixed(value, 0);
  const scaled = value * times;
  return Math.abs(scaled) >= 1_000 ? significant(scaled, 4) : fixed(scaled, Math.abs(scaled) < 1 ? 3 : 2);
}

/** Cost or yield of funding. */
export const carry = (state: AssetState): Content =>
  panel<GetCarryAnswer>({
    title: 'Carry',
    guide: 'glossary#figures',
    unit: 'funding, % of notional',
    width: 'half',
    call: call<GetCarryAnswer>(`${state.path}/carry`, { everyMs: 60_000 }),
    empty: ({ carry: found }) => (found === null ? 'The venue publishes no funding rate.' : null),
    body: ({ carry: found }) => {
      if (found === null) return nothing;
      const row = (name: string, side: typeof found.longSide) => html`<tr>
        <td>${name}</td>
        <td>${side.role}</td>
        <td class="num">${fixed(side.hourlyFrac * 100, 5)}</td>
        <td class="num">${fixed(side.annualizedFrac * 100, 2)}</td>
        <td class="num">${side.daysTo1Pct === null ? MISSING : fixed(side.daysTo1Pct, 1)}</td>
        <td class="num wide-only">${side.daysTo10Pct === null ? MISSING : fixed(side.daysTo10Pct, 1)}</td>
      </tr>`;
      return html`<p class="stands">From the rate of the running hour; a year is 8760 times that, not compounded.</p>
        <table class="plain">
          <thead>
            <tr><th>side</th><th>role</th><th class="num">an hour</th><th class="num">a year</th><th class="num">days to 1 %</th><th class="num wide-only">days to 10 %</th></tr>
          </thead>
          <tbody>${row('long', found.longSide)}${row('short', found.shortSide)}</tbody>
        </table>`;
    },
  });
