import type { VenueId } from '../../../domain/index.ts';
import { compareKeys } from '../paging/key-order.ts';
import { cutPages } from '../paging/keyed-pages.ts';
import { decodeMarkets, encodeMarkets, MARKET_PAGES, type MarketEntry } from '../register/market-page.ts';
import type { CodedMarket } from '../register/market-table.ts';
import type { MarketChange, Register } from '../register/register.ts';

/**
 * Event of markets that a batch changed: their state with the batch, and the state before of those that were known, as
 * pages in base64.
 */
export interface MarketsEvent {
  readonly kind: 'markets';
  readonly venue: VenueId;
  readonly is: string;
  /** State before the batch; null when no market was known. */
  readonly was: string | null;
}

/** Maximum number of markets of one event: undoing it may rewrite a page for each of them. */
export const MARKETS_A_PACK = 32;

/** Converts changes of markets to events. @param changes Changes of markets of one venue. */
export function toMarketsEvents(venue: VenueId, changes: readonly MarketChange[]): MarketsEvent[] {
  const before = new Map(changes.map(({ is, was }) => [is.storeKey, was]));
  const sorted = changes.map(({ is }) => is).sort((a, b) => compareKeys(a.storeKey, b.storeKey));
  return [...cutPages(MARKET_PAGES, sorted, MARKETS_A_PACK)].map((entries) => {
    const was = entries.flatMap(({ storeKey }) => before.get(storeKey) ?? []);
    return { kind: 'markets', venue, is: pack(entries), was: was.length === 0 ? null : pack(was) };
  });
}

/**
 * Undoes an event inside the caller's transaction. Markets that have changed since keep their state.
 *
 * @throws {RangeError} when the event is damaged.
 */
export function undoMarkets(register: Register, event: MarketsEvent): void {
  const { venue, is, was } = event;
  const before = new Map((was === null ? [] : unpack(was)).map((entry) => [entry.storeKey, entry]));
  const states: CodedMarket[] = [];
  const removed: string[] = [];
  for (const entry of unpack(is)) {
    const { storeKey } = entry;
    if (!isEqual(register.find({ venue, storeKey }), entry)) continue;
    const known = before.get(storeKey) ?? null;
    if (known === null) removed.push(storeKey);
    else states.push({ venue, ...known });
  }
  register.restore(states);
  register.remove(venue, removed);
}

function pack(entries: readonly MarketEntry[]): string {
  return Buffer.from(encodeMarkets(entries)).toString('base64');
}

function unpack(text: string): MarketEntry[] {
  return decodeMarkets(Buffer.from(text, 'base64'));
}

function isEqual(one: MarketEntry | null, two: MarketEntry): boolean {
  if (one === null) return false;
  return (
    one.seenFrom === two.seenFrom &&
    one.changedAt === two.changedAt &&
    one.json === two.json &&
    Buffer.compare(one.ids, two.ids) === 0
  );
}
