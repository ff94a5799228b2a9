import type { Listing } from '../world/listing.ts';
import { easternHour, monthDay, monthYear, toSlug } from '../world/names.ts';
import { perListing } from '../world/per-listing.ts';

/** Names of the two sides of a market, Yes first. */
export function getOutcomes({ event }: Listing): readonly [string, string] {
  if (event.kind === 'updown') return ['Up', 'Down'];
  if (event.kind === 'match') return [event.legs[0]?.label ?? 'Yes', event.legs[1]?.label ?? 'No'];
  return ['Yes', 'No'];
}

export const getQuestion = perListing(({ event, leg, polarity }): string => {
  const { subject, closeAt } = event;
  switch (event.kind) {
    case 'threshold':
      return `Will the price of ${subject.name} be ${polarity === 1 ? 'above' : 'below'} ${leg.label} on ${monthDay(closeAt)}?`;
    case 'updown':
      return `${subject.name} Up or Down - ${monthDay(closeAt)}, ${easternHour(event.openAt).replace(' ET', '')}-${easternHour(closeAt)}`;
    case 'exclusive':
      return `Will ${leg.label} be the result of the ${monthYear(closeAt)} ${subject.name}?`;
    case 'match':
      return subject.name;
    case 'dates':
      return `Will there be ${subject.name} by ${leg.label}?`;
    case 'single':
      return `Will ${subject.name} by ${monthDay(closeAt)}?`;
  }
});

export const getEventSlug = perListing((listing): string => {
  const { event } = listing;
  if (event.kind === 'threshold') {
    const words = listing.polarity === 1 ? 'above' : 'below';
    return `${toSlug(event.subject.name)}-${words}-on-${toSlug(monthDay(event.closeAt))}`;
  }
  if (event.kind === 'exclusive' || event.kind === 'dates')
    return `${toSlug(event.subject.name)}-${event.number}`;
  return listing.name;
});

export const getEventTitle = perListing((listing): string => {
  const { event } = listing;
  if (event.kind === 'threshold')
    return `${event.subject.name} ${listing.polarity === 1 ? 'above' : 'below'} ___ on ${monthDay(event.closeAt)}?`;
  if (event.kind === 'exclusive') return `${event.subject.name} ${monthYear(event.closeAt)}`;
  if (event.kind === 'dates') return `${event.subject.name} by...?`;
  return getQuestion(listing);
});

export const getDescription = perListing((listing): string => {
  const { event, leg, polarity } = listing;
  const { subject, closeAt } = event;
  const [yes, no] = getOutcomes(listing);
  const source = `The resolution source is ${subject.source}.`;
  switch (event.kind) {
    case 'threshold':
      return `This market will resolve to "Yes" if the price of ${subject.name} at ${easternHour(closeAt)} on ${monthDay(closeAt)} is ${polarity === 1 ? 'above' : 'not above'} ${leg.label}. Otherwise, this market will resolve to "No". ${source}`;
    case 'updown':
      return `This market will resolve to "Up" if the ${subject.name} price at the end of the time range in the title is greater than or equal to the price at its beginning. Otherwise, it will resolve to "Down". ${source}`;
    default:
      return `This market will resolve to "${yes}" according to ${subject.source}. Otherwise, this market will resolve to "${no}". It closes on ${monthDay(closeAt)}.`;
  }
});
