import type { Leg, WorldEvent } from './event.ts';
import type { SimulatedVenue } from './venues.ts';

/** The key of a listing at its venue: slug, ticker or the number behind the coin. */
export function listingName(venue: SimulatedVenue, event: WorldEvent, leg: Leg, polarity: 1 | -1): string {
  switch (venue) {
    case 'polymarket':
      return polymarketSlug(event, leg, polarity);
    case 'kalshi':
      return kalshiTicker(event, leg);
    case 'limitless':
      return limitlessSlug(event, leg);
    case 'hyperliquid':
      return `${event.id}-${leg.index}`;
  }
}

export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/\$/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const eastern = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

interface EasternTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** The clock of New York, by which Kalshi and Polymarket name their markets. */
function easternTime(t: number): EasternTime {
  const parts = new Map(eastern.formatToParts(t).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

const easternDate = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'America/New_York',
});
const utcMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a day as `November 21`. */
export function monthDay(t: number): string {
  return easternDate.format(t);
}

const utcDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day as `Nov 21, 2026`. */
export function shortDate(t: number): string {
  return utcDate.format(t);
}

/** Formats a month as `November 2026`. */
export function monthYear(t: number): string {
  return utcMonth.format(t);
}

/** Formats an hour of New York as `5PM ET`. */
export function easternHour(t: number): string {
  const { hour, minute } = easternTime(t);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes}${hour < 12 ? 'AM' : 'PM'} ET`;
}

const easternZone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const easternShort = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** Formats a time of New York as `5:45 PM EDT`. */
export function easternClock(t: number): string {
  return easternZone.format(t).replace('\u202f', ' ');
}

/** Formats a day of New York as `Nov 21, 2026`. */
export function easternShortDate(t: number): string {
  return easternShort.format(t);
}

const utcLong = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

/** Formats a day as `November 21, 2026`. */
export function longDate(t: number): string {
  return utcLong.format(t);
}

/** Formats the hour of a time: `17:00 UTC`. */
export function utcHour(t: number): string {
  return `${new Date(t).toISOString().slice(11, 16)} UTC`;
}

/** Formats a time as `20261121-1700`. */
export function compactTime(t: number): string {
  return new Date(t).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
}

function polymarketSlug(event: WorldEvent, leg: Leg, polarity: 1 | -1): string {
  const { subject, closeAt, openAt } = event;
  const date = toSlug(monthDay(closeAt));
  switch (event.kind) {
    case 'threshold':
      return `${toSlug(subject.name)}-${polarity === 1 ? 'above' : 'below'}-${toSlug(leg.label.replace(/,/g, ''))}-on-${date}`;
    case 'updown':
      return polymarketUpDownSlug(event);
    case 'match':
      return `${toSlug(subject.name)}-${new Date(closeAt).toISOString().slice(0, 10)}`;
    case 'dates':
      return `${toSlug(subject.name)}-by-${toSlug(leg.label)}-${new Date(openAt).getUTCFullYear()}-${event.number}`;
    case 'exclusive':
      return `will-${toSlug(leg.label)}-${toSlug(subject.name)}-${new Date(closeAt).toISOString().slice(0, 7)}`;
    case 'single':
      return `will-${toSlug(subject.name)}-by-${date}-${event.number}`;
  }
}

/** Formats the slug of a window, `btc-updown-15m-1790107200`: the start in seconds. */
export function polymarketUpDownSlug(event: WorldEvent): string {
  const width = event.series.startsWith('15m') ? '15m' : '1h';
  return `${event.subject.ticker.toLowerCase()}-updown-${width}-${event.openAt / 1_000}`;
}

const eventTickers = new WeakMap<WorldEvent, string>();

/** Formats the ticker of an event: `KXBTCD-26NOV2112`. */
export function kalshiEventTicker(event: WorldEvent): string {
  const known = eventTickers.get(event);
  if (known !== undefined) return known;
  const ticker = writeEventTicker(event);
  eventTickers.set(event, ticker);
  return ticker;
}

function writeEventTicker(event: WorldEvent): string {
  const { year, month, day, hour, minute } = easternTime(event.closeAt);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${two(year % 100)}${MONTHS[month - 1]}${two(day)}`;
  const clock =
    event.kind === 'updown' ? `${two(hour)}${two(minute)}` : event.kind === 'threshold' ? two(hour) : '';
  return `${event.subject.kalshiSeries}-${date}${clock}`;
}

function kalshiTicker(event: WorldEvent, leg: Leg): string {
  const stem = kalshiEventTicker(event);
  switch (event.kind) {
    case 'threshold':
      return `${stem}-T${leg.strike}`;
    case 'updown':
      return `${stem}-${String(easternTime(event.closeAt).minute).padStart(2, '0')}`;
    case 'single':
      return stem;
    default:
      return `${stem}-${leg.label
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, 6)}${leg.index}`;
  }
}

function limitlessSlug(event: WorldEvent, leg: Leg): string {
  const { subject, openAt, closeAt } = event;
  const ticker = subject.ticker.toLowerCase();
  switch (event.kind) {
    case 'threshold':
      return `${ticker}-above-${toSlug(leg.label)}-on-${toSlug(monthDay(closeAt))}-${closeAt / 1_000}`;
    case 'updown':
      return `${ticker}-up-or-down-${event.series.startsWith('15m') ? '15-min' : 'hourly'}-${openAt / 1_000}`;
    default:
      return `${toSlug(subject.name)}${leg.label === '' ? '' : `-${toSlug(leg.label)}`}-${event.openAt}`;
  }
}
