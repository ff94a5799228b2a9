import { BOOK_BREAKS, type BookBreak } from '../../../src/domain/index.ts';
import {
  ALL_LEVELS,
  BREAK,
  CHANGE,
  type TapeFrames,
  WHOLE,
} from '../../../src/history/tape/contract/tape-frames.ts';

export type Level = readonly [price: number, size: number];

/** Event of a book, as a test writes it. */
export type Event =
  | {
      readonly kind: 'whole';
      readonly market: number;
      readonly t: number;
      readonly venueTime?: number;
      readonly depth?: number;
      readonly bids: readonly Level[];
      readonly asks: readonly Level[];
    }
  | {
      readonly kind: 'change';
      readonly market: number;
      readonly t: number;
      readonly venueTime?: number;
      /** Side 0 is the bid. */
      readonly changes: readonly (readonly [side: number, price: number, size: number])[];
    }
  | { readonly kind: 'break'; readonly market: number; readonly t: number; readonly reason: BookBreak };

/** Events in the columns that a writer takes. */
export function toFrames(events: readonly Event[]): TapeFrames {
  const rows = events.map((event): (readonly [number, number, number])[] => {
    if (event.kind === 'break') return [];
    if (event.kind === 'change') return event.changes.map(([side, price, size]) => [side, price, size]);
    return [
      ...event.bids.map(([price, size]): [number, number, number] => [0, price, size]),
      ...event.asks.map(([price, size]): [number, number, number] => [1, price, size]),
    ];
  });
  const kinds = { whole: WHOLE, change: CHANGE, break: BREAK };
  const all = rows.flat();
  return {
    markets: Uint32Array.from(events, ({ market }) => market),
    kinds: Uint8Array.from(events, ({ kind }) => kinds[kind]),
    times: Float64Array.from(events, ({ t }) => t),
    venueTimes: Float64Array.from(events, (event) =>
      'venueTime' in event ? (event.venueTime ?? Number.NaN) : Number.NaN,
    ),
    details: Int32Array.from(events, (event) => {
      if (event.kind === 'break') return BOOK_BREAKS.indexOf(event.reason);
      return event.kind === 'whole' ? (event.depth ?? ALL_LEVELS) : 0;
    }),
    counts: Uint32Array.from(rows, ({ length }) => length),
    sides: Uint8Array.from(all, ([side]) => side),
    prices: Float64Array.from(all, ([, price]) => price),
    sizes: Float64Array.from(all, ([, , size]) => size),
  };
}
