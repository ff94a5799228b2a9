import type { Listing } from '../world/listing.ts';
import { easternClock, easternHour, easternShortDate, monthDay, monthYear } from '../world/names.ts';
import { perListing } from '../world/per-listing.ts';
import { findCoin } from '../world/references/reference-prices.ts';

export const eventTitle = perListing(({ event }): string => {
  const { subject, closeAt } = event;
  const date = monthDay(closeAt);
  switch (event.kind) {
    case 'threshold':
      return `${subject.name} price on ${date} at ${easternHour(closeAt)}?`;
    case 'updown':
      return `${subject.name} price up or down by ${easternHour(closeAt)} on ${date}?`;
    case 'exclusive':
      return `${subject.name} in ${monthYear(closeAt)}?`;
    case 'match':
      return `${subject.name} winner on ${date}?`;
    case 'dates':
      return `When will there be ${subject.name}?`;
    case 'single':
      return `Will ${subject.name} by ${date}?`;
  }
});

export function legTitle({ event, leg }: Listing): string {
  switch (event.kind) {
    case 'threshold':
      return `${leg.label} or above`;
    case 'updown':
      return 'Price up';
    case 'dates':
      return `Before ${leg.label}`;
    case 'single':
      return 'Yes';
    default:
      return leg.label;
  }
}

export const getRules = perListing((listing): string => {
  const { event, leg } = listing;
  const { subject, closeAt } = event;
  switch (event.kind) {
    case 'threshold':
      return `If the price of ${subject.name} as reported by ${subject.source} at ${easternHour(closeAt)} on ${monthDay(closeAt)} is above ${leg.strike}, then the market resolves to Yes.`;
    case 'updown':
      return windowRules(listing);
    default:
      return `If ${legTitle(listing)} is the outcome of "${eventTitle(listing)}" according to ${subject.source}, then the market resolves to Yes.`;
  }
});

function windowRules({ event }: Listing): string {
  const average = `the simple average of the sixty seconds of CF Benchmarks' ${findCoin(event.subject.ticker.toLowerCase()).index}`;
  const moment = (t: number) => `${easternClock(t)} on ${easternShortDate(t)}`;
  return `If ${average} before ${moment(event.closeAt)} is at least ${average} before ${moment(event.openAt)}, then the market resolves to Yes.`;
}

/** Second text of the rules: for a window, how its average is rounded. */
export const getSecondRules = perListing(({ event }): string =>
  event.kind === 'updown'
    ? `The official and final value is the average of these prices, rounded to the nearest ${findCoin(event.subject.ticker.toLowerCase()).places} decimal places.`
    : '',
);
