import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, ManualClock, perpState } from '../../test/support/markets.ts';
import { epochMs, type MarketState } from '../domain/index.ts';
import type { Feed, VenueSnapshot } from '../feed/feed.ts';
import type { Pulse } from '../feed/pulses/pulse.ts';
import { LiveViews } from './live-view.ts';

const clock = new ManualClock();
const now = clock.read();

interface Sources {
  readonly state: MarketState;
  readonly fetchedAgoMs?: number;
  readonly pulse?: { readonly bid: number | null; readonly ask: number | null; readonly agoMs: number };
  readonly book?: { readonly bid: number | null; readonly ask: number | null; readonly agoMs: number };
}

function readTouch({ state, fetchedAgoMs = 10_000, pulse, book }: Sources) {
  const feed = {
    snapshot: () => ({ fetchedAt: epochMs(now - fetchedAgoMs) }) as VenueSnapshot,
    ageMs: () => fetchedAgoMs,
    isStale: () => fetchedAgoMs > 120_000,
  } as unknown as Feed;
  const views = new LiveViews({
    feed,
    clock: clock.read,
    newestPulse: () =>
      pulse === undefined
        ? null
        : ({
            price: 100,
            ...pulse,
            venueTime: null,
            receivedAt: epochMs(now - pulse.agoMs),
          } as unknown as Pulse),
    bookTouch: () =>
      book === undefined ? null : { bid: book.bid, ask: book.ask, receivedAt: epochMs(now - book.agoMs) },
  });
  const { bid, ask } = views.build({ ref: state.ref, state });
  return [bid, ask];
}

const quoted = perpState('BTC', 100, { bid: 99, ask: 101 });
const untold = perpState('BTC', 100);
const emptied = binaryState('A', null);

const rows: readonly (readonly [what: string, sources: Sources, touch: (number | null)[]])[] = [
  ['the poll alone', { state: quoted }, [99, 101]],
  ['a newer book', { state: quoted, book: { bid: 98, ask: 99, agoMs: 500 } }, [98, 99]],
  ['an older book', { state: quoted, book: { bid: 98, ask: 99, agoMs: 11_000 } }, [99, 101]],
  ['a newer pulse', { state: quoted, pulse: { bid: 97, ask: 98, agoMs: 100 } }, [97, 98]],
  [
    'a pulse newer than a book',
    { state: quoted, pulse: { bid: 97, ask: 98, agoMs: 100 }, book: { bid: 1, ask: 2, agoMs: 200 } },
    [97, 98],
  ],
  [
    'a poll without a touch, with a book',
    { state: untold, book: { bid: 98, ask: 99, agoMs: 60_000 } },
    [98, 99],
  ],
  ['a pulse without a touch', { state: quoted, pulse: { bid: null, ask: null, agoMs: 1 } }, [99, 101]],
  ['a book that is not fresh', { state: untold, book: { bid: 98, ask: 99, agoMs: 120_001 } }, [null, null]],
  ['a newer book with one side', { state: quoted, book: { bid: null, ask: 99, agoMs: 1 } }, [null, 99]],
  [
    'a poll that finds the book empty',
    { state: emptied, book: { bid: 0.4, ask: 0.5, agoMs: 11_000 } },
    [null, null],
  ],
  [
    'a repeated poll result against a book',
    { state: { ...quoted, carried: true }, book: { bid: 98, ask: 99, agoMs: 90_000 } },
    [98, 99],
  ],
];

for (const [what, sources, touch] of rows) {
  test(`bid and ask of ${what}`, () => assert.deepEqual(readTouch(sources), touch));
}
