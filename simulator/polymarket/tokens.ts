import type { VenueView } from '../venue-view.ts';
import type { Listing } from '../world/listing.ts';
import { shownLadder } from '../world/sent-books.ts';
import * as shapes from './shapes.ts';

/** The venue refuses wider windows of price history. */
export const MAX_WINDOW_S = 15 * 86_400;
/** Spans of price history back from now, in seconds. */
export const PRESETS: Readonly<Record<string, number>> = {
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
  '1w': 604_800,
  '1m': 2_592_000,
  max: 7_776_000,
  all: 7_776_000,
};

/** A token id with its market. */
export interface Token {
  readonly listing: Listing;
  readonly side: 0 | 1;
}

/** All listed tokens, also ended ones that are still known. */
export function listListed(view: VenueView): readonly Listing[] {
  return view.universe().byVenue.polymarket.filter(({ event }) => view.priceTime() >= event.openAt);
}

/** Both tokens of every listed market. */
export function getTokens(view: VenueView): ReadonlyMap<string, Token> {
  return view.perTick('tokens', () => {
    const tokens = new Map<string, Token>();
    for (const listing of listListed(view)) {
      const [yes, no] = shapes.getIds(listing).tokens;
      tokens.set(yes, { listing, side: 0 });
      tokens.set(no, { listing, side: 1 });
    }
    return tokens;
  });
}

/** The display price of a token every `step` seconds; times in seconds, both ends inclusive. */
export function buildPoints(
  { listing, side }: Token,
  start: number,
  end: number,
  step: number,
): { t: number; p: number }[] {
  const { openAt, closeAt } = listing.event;
  const rows: { t: number; p: number }[] = [];
  const from = Math.max(start, Math.ceil(openAt / 1_000));
  for (let t = Math.ceil(from / step) * step; t <= Math.min(end, closeAt / 1_000); t += step) {
    const p = shapes.displayPrice(listing, side, t * 1_000);
    if (p !== null) rows.push({ t, p });
  }
  return rows;
}

/** Names by which a fault may mean a market: its slug and its tokens. */
export function listNames(listing: Listing): readonly string[] {
  return [listing.name, ...shapes.getIds(listing).tokens];
}

/** The book of a token as the venue shows it now. */
export function showBook(view: VenueView, { listing, side }: Token) {
  const isCrossed = view.faults.isCrossed('polymarket', listNames(listing));
  const t = view.priceTime();
  return shapes.bookObject(listing, side, shownLadder(listing, t, isCrossed), { t, now: view.now() });
}
