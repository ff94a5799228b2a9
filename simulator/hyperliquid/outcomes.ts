import type { VenueView } from '../venue-view.ts';
import { type Listing, yesWon } from '../world/listing.ts';
import { compactTime } from '../world/names.ts';
import { isSettled } from '../world/world.ts';
import { openOutcomes } from './shapes.ts';

/** The registry of templates, with the current one. */
export const TEMPLATES = [
  {
    id: 'binaryPrice',
    role: { standaloneOutcome: { sideNames: ['Yes', 'No'] } },
    name: '{perp} above {threshold} at {time}?',
    description:
      'The market resolves to Yes if the {perp} price is above {threshold} at {time}, and otherwise resolves to No.',
    keywords: [
      ['perp', 'hlPerp'],
      ['priceDescription', 'string'],
      ['seconds', 'string'],
      ['threshold', 'string'],
      ['time', 'dateTime'],
    ],
  },
] as const;

/** Whether a listing's wording comes from the template: the ladders of the older coins are written out. */
function isFromTemplate({ event }: Listing): boolean {
  return event.subject.ticker !== 'BTC' && event.subject.ticker !== 'ETH';
}

function templatedObject({ event, leg, id }: Listing) {
  const { ticker } = event.subject;
  return {
    outcome: id,
    name: 'template:binaryPrice',
    description: `perp:${ticker}|priceDescription:${ticker}-USDC perp mark|seconds:60|threshold:${leg.strike}|time:${compactTime(event.closeAt)}`,
    sideSpecs: [{ name: 'template:Yes' }, { name: 'template:No' }],
    quoteToken: 'USDC',
  };
}

export function outcomeObject(listing: Listing) {
  const { event, leg, id } = listing;
  const { subject, closeAt } = event;
  const yesNo = [{ name: 'Yes' }, { name: 'No' }];
  switch (event.kind) {
    case 'threshold':
      if (isFromTemplate(listing)) return templatedObject(listing);
      return {
        outcome: id,
        name: 'Recurring',
        description: `class:priceBinary|underlying:${subject.ticker}|expiry:${compactTime(closeAt)}|targetPrice:${leg.strike}|period:1d`,
        sideSpecs: yesNo,
        quoteToken: 'USDC',
      };
    case 'match':
      return {
        outcome: id,
        name: subject.name,
        description: `This outcome resolves to ${leg.label} if ${leg.label} win against the other side on ${new Date(closeAt).toISOString().slice(0, 10)}.metadata=category:sports|subCategory:circuit`,
        sideSpecs: event.legs.map(({ label }) => ({ name: label })),
        quoteToken: 'USDC',
      };
    default:
      return {
        outcome: id,
        name: leg.label,
        description: `This outcome resolves to Yes if the ${subject.name} of ${new Date(closeAt).toISOString().slice(0, 10)} is: ${leg.label}.`,
        sideSpecs: yesNo,
        quoteToken: 'USDC',
      };
  }
}

/** A multi-outcome event as a question, with its fallback outcome. */
function questionObject(listings: readonly Listing[]) {
  const [first] = listings;
  if (first === undefined) return null;
  const { event } = first;
  return {
    question: Math.floor(first.id / 20),
    name: `${event.subject.name}, ${new Date(event.closeAt).toISOString().slice(0, 10)}`,
    description: `Decided by ${event.subject.source}.`,
    fallbackOutcome: getFallback(first),
    namedOutcomes: listings.map(({ id }) => id),
    settledNamedOutcomes: [],
  };
}

/** The number of "none of the named". It is no market: its sides stay at a mid of 0.5. */
function getFallback({ id }: Listing): number {
  return Math.floor(id / 20) * 20 + 19;
}

/** Lists the numbers of all fallbacks of open questions. */
export function listFallbacks(view: VenueView, t: number): number[] {
  const exclusive = openOutcomes(view, t).filter(({ event }) => event.kind === 'exclusive');
  return [...new Set(exclusive.map(getFallback))];
}

export function buildOutcomeMeta(view: VenueView, t: number) {
  const open = openOutcomes(view, t);
  const questions = new Map<string, Listing[]>();
  for (const listing of open) {
    if (listing.event.kind !== 'exclusive') continue;
    questions.set(listing.event.id, [...(questions.get(listing.event.id) ?? []), listing]);
  }
  const outcomes = open.map(outcomeObject);
  for (const [listing] of questions.values()) {
    if (listing === undefined) continue;
    outcomes.push({
      outcome: getFallback(listing),
      name: 'Fallback',
      description: '',
      sideSpecs: [{ name: 'Yes' }, { name: 'No' }],
      quoteToken: 'USDC',
    });
  }
  return { outcomes, questions: [...questions.values()].map(questionObject) };
}

/** Finds the result of a settled outcome; null while the outcome is open or unknown. */
export function findSettledOutcome(view: VenueView, outcome: number, t: number) {
  const listing = view.universe().byVenue.hyperliquid.find(({ id }) => id === outcome);
  if (listing === undefined || !isSettled(listing, t)) return null;
  return {
    spec: outcomeObject(listing),
    settleFraction: yesWon(listing) ? '1.0' : '0.0',
    details: `Settled at ${new Date(listing.event.settleAt).toISOString()}`,
  };
}
