import { priceText } from '../../format/market.ts';
import { count, fixed, significant } from '../../format/number.ts';
import { venueTitle } from '../../format/venue.ts';
import { settings } from '../../state/settings.ts';
import { priceFigure } from '../figure.ts';
import { type Content, html, nothing, svg } from '../view.ts';
import { type Bin, type Distribution, findDistribution } from './distribution.ts';
import { getExclusivity, linkedVenues, type Outcome, sumOutcomes } from './model.ts';

/** Classes with the colour of a venue on this page: that of the event first, then those that ask the same. */
const VENUE_CLASSES = ['venue-0', 'venue-1', 'venue-2', 'venue-3'] as const;

/** Prices of the outcomes at one venue. */
interface VenuePrices {
  readonly venue: string;
  readonly className: string;
  readonly outcomes: readonly Outcome[];
}

/** Lists the venue of the event and those that ask the same, each with the outcomes as it prices them. */
function listVenuePrices(outcomes: readonly Outcome[]): readonly VenuePrices[] {
  const open = outcomes.filter(({ isGone }) => !isGone);
  const own = open[0]?.venue;
  if (own === undefined) return [];
  const others = linkedVenues(open).filter((venue) => venue !== own);
  return [own, ...others].slice(0, VENUE_CLASSES.length).map((venue, i) => ({
    venue,
    className: VENUE_CLASSES[i] ?? '',
    outcomes: i === 0 ? open : open.map((outcome) => pricedAt(outcome, venue)),
  }));
}

/** Returns the outcome with the price of another venue alone; without one where that venue does not ask it. */
function pricedAt(outcome: Outcome, venue: string): Outcome {
  const last = outcome.linked.find((one) => one.venue === venue)?.price ?? null;
  return { ...outcome, venue, last, bid: null, ask: null };
}

const venueKey = ({ venue, className }: VenuePrices): Content =>
  html`<span class=${className}>■ ${venueTitle(venue)}</span>`;

/**
 * Prices of all outcomes one behind the other, a bar for each venue: how far they are from 100 % together. Where several
 * outcomes can pay, their sum says nothing, and no bar is drawn.
 */
export function togetherBars(outcomes: readonly Outcome[]): Content {
  if (getExclusivity(outcomes) === 'independent') return nothing;
  const venues = listVenuePrices(outcomes).filter(
    ({ outcomes: priced }) => priced.filter(({ last }) => last !== null).length > 1,
  );
  const sums = venues.map((venue) => sumOutcomes(venue.outcomes).last ?? 0);
  const widest = Math.max(1, ...sums);
  if (venues.length === 0) return nothing;
  return html`<div class="together">${venues.map((venue, i) => {
    let from = 0;
    const parts = venue.outcomes.map(({ name, last }) => {
      const part = { name, last: last ?? 0, from };
      from += part.last;
      return part;
    });
    const words = `${venueTitle(venue.venue)}: ${fixed((sums[i] ?? 0) * 100, 1)} % together`;
    return html`<div>${venueKey(venue)}<svg class=${venue.className} viewBox="0 0 ${widest * 100} 12" preserveAspectRatio="none" width="100%" height="12" role="img" aria-label=${words}>
      ${parts.map(
        (part, place) =>
          svg`<rect class=${place % 2 === 0 ? 'even' : 'odd'} x=${part.from * 100} width=${part.last * 100} height="12"><title>${part.name}: ${priceText(part.last, 'probability', settings.peek().odds)}</title></rect>`,
      )}
      ${svg`<line class="whole" x1="100" x2="100" y1="0" y2="12"></line>`}</svg></div>`;
  })}</div>`;
}

/** Height of the bar of one venue, where several have one and where one alone has, px. */
const LANE = 8;
const WIDE_LANE = 14;

/** What the prices say of the number that the outcomes ask about, a bar for each venue and bin. */
export function distributionBars(outcomes: readonly Outcome[]): Content {
  const venues = listVenuePrices(outcomes).flatMap((venue) => {
    const distribution = findDistribution(venue.outcomes);
    return distribution === null ? [] : [{ ...venue, distribution }];
  });
  const [first] = venues;
  if (first === undefined) return nothing;
  const bins = listBins(venues.map(({ distribution }) => distribution));
  const lane = venues.length === 1 ? WIDE_LANE : LANE;
  const height = venues.length * lane;
  const widest = Math.max(
    0.01,
    ...venues.flatMap(({ distribution }) => distribution.bins.map(({ probability }) => probability ?? 0)),
  );
  return html`${venues.length < 2 ? nothing : html`<p class="venue-keys">${venues.map(venueKey)}</p>`}
    <table class="plain distribution">
      <thead><tr><th>Range</th><th>Implied probability</th>${venues.map(({ venue }) => html`<th class="num">${venueTitle(venue)}</th>`)}</tr></thead>
      <tbody>${bins.map(
        (bin) => html`<tr><td class="range">${rangeText(bin)}</td>
        <td class="bar"><svg viewBox="0 0 100 ${height}" preserveAspectRatio="none" width="100%" height=${height} aria-hidden="true">${venues.map(
          ({ distribution, className }, i) =>
            svg`<rect class=${className} y=${i * lane + 1} height=${lane - 2} width=${(Math.max(0, findBin(distribution, bin)?.probability ?? 0) / widest) * 100}></rect>`,
        )}</svg></td>
        ${venues.map(({ distribution }) => html`<td class="num">${binFigure(findBin(distribution, bin))}</td>`)}</tr>`,
      )}</tbody>
    </table>
    <p class="foot muted">${describe(first.distribution)}</p>`;
}

/** Lists all bins of all venues from low to high: a venue that lacks a strike has wider ones. */
function listBins(distributions: readonly Distribution[]): readonly Bin[] {
  const bins = new Map(
    distributions.flatMap(({ bins: some }) => some.map((bin) => [keyOf(bin), bin] as const)),
  );
  return [...bins.values()].sort(
    (a, b) =>
      (a.from ?? Number.NEGATIVE_INFINITY) - (b.from ?? Number.NEGATIVE_INFINITY) ||
      (a.to ?? Number.POSITIVE_INFINITY) - (b.to ?? Number.POSITIVE_INFINITY),
  );
}

const keyOf = ({ from, to }: Bin): string => `${from} ${to}`;

const findBin = ({ bins }: Distribution, bin: Bin): Bin | undefined =>
  bins.find((one) => keyOf(one) === keyOf(bin));

function binFigure(bin: Bin | undefined): Content {
  if (bin === undefined) return html`<span class="missing" title="this venue has no such bin">–</span>`;
  if (bin.probability !== null && bin.probability < 0)
    return html`<span class="warn" title=${`the prices at its ends differ by ${fixed(bin.probability * 100, 1)} points`}>▲ prices contradict the order</span>`;
  return priceFigure(bin.probability, { unit: 'probability', whyNull: 'no_price' });
}

function rangeText({ from, to }: Bin): string {
  if (from === null) return to === null ? 'any' : `below ${strikeText(to)}`;
  return to === null ? `${strikeText(from)} and above` : `${strikeText(from)} to ${strikeText(to)}`;
}

/** Formats a strike in groups of digits. */
function strikeText(value: number): string {
  if (Number.isInteger(value)) return count(value);
  const text = significant(value, 8);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function describe({ by, unpriced }: Distribution): string {
  const made =
    by === 'ranges'
      ? 'Each bin is the price of its own market: the middle of bid and ask, else the recorded price.'
      : 'Each bin is the difference of the prices at its two strikes: the middle of bid and ask, else the recorded price.';
  const without =
    unpriced === 0
      ? ''
      : by === 'ranges'
        ? ` ${count(unpriced)} without a price.`
        : ` ${unpriced === 1 ? 'A strike' : `${count(unpriced)} strikes`} without a price joined the bins beside.`;
  return `${made}${without} Nothing is normalised.`;
}
