import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { QuoteEvent, StreamAssetsFrame } from '../../client/src/index.ts';
import { type Live, type LiveState, live } from './live.ts';

/** Limit of assets that one stream carries. */
const MAX_CARRIED = 200;
/** Assets that are wanted within this time are followed together, also while a table is scrolled. */
const GATHER_MS = 500;
/** Interval between two drawings of new prices, ms. */
const DRAW_MS = 300;
/** Changes a second of one asset: more cannot be read. */
const MAX_RATE = 2;

/** Newest prices of the assets that a page shows, over one stream. */
export interface LiveQuotes {
  /** State of the stream; null while nothing is wanted. */
  readonly state: ReadonlySignal<LiveState | null>;
  /** Number of assets that the stream carries. */
  readonly carried: ReadonlySignal<number>;
  /** Follows an asset. Call it where the asset is drawn: those that were wanted last are followed. */
  want(asset: string): void;
  /** Finds the newest price of an asset in the stream; null: none yet. */
  findNewest(asset: string): QuoteEvent | null;
  /** Begins a stream that costs something. */
  start(): void;
  close(): void;
}

interface Running {
  readonly stream: Live;
  readonly assets: ReadonlySet<string>;
}

/**
 * Opens one stream for all assets in view. A stream that carries what is wanted stays as it is; for others a new one
 * takes its place, which begins with their newest prices. One that is paid for stays until the page is left.
 */
export function liveQuotes(): LiveQuotes {
  const running = signal<Running | null>(null);
  const newest = signal<ReadonlyMap<string, QuoteEvent>>(new Map());
  const arrived = new Map<string, QuoteEvent>();
  const wanted = new Set<string>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let isPaid = false;
  let isClosed = false;

  const draw = () => {
    drawing = undefined;
    newest.value = new Map([...newest.peek(), ...arrived]);
    arrived.clear();
  };
  const take = (frame: StreamAssetsFrame) => {
    if (frame.type !== 'quote') return;
    arrived.set(frame.asset, frame);
    drawing ??= setTimeout(draw, DRAW_MS);
  };
  const follow = () => {
    gathering = undefined;
    const assets = [...wanted];
    wanted.clear();
    const before = running.peek();
    const isCarried = before !== null && assets.every((asset) => before.assets.has(asset));
    if (isCarried || isPaid) return;
    before?.stream.close();
    const carried = new Set(assets);
    newest.value = new Map([...newest.peek()].filter(([asset]) => carried.has(asset)));
    const stream = live<StreamAssetsFrame>({
      // In a body, which holds any number of long ids. One that is not listed any more ends no stream.
      open: (client, options) => client.followAssets({ assets, maxRate: MAX_RATE, partial: true }, options),
      onFrame: take,
    });
    running.value = { stream, assets: carried };
  };

  return {
    state: computed(() => running.value?.stream.state.value ?? null),
    carried: computed(() => running.value?.assets.size ?? 0),
    want: (asset) => {
      if (isClosed) return;
      wanted.delete(asset);
      wanted.add(asset);
      const [oldest] = wanted;
      if (oldest !== undefined && wanted.size > MAX_CARRIED) wanted.delete(oldest);
      gathering ??= setTimeout(follow, GATHER_MS);
    },
    findNewest: (asset) => newest.value.get(asset) ?? null,
    start: () => {
      isPaid = true;
      running.peek()?.stream.start();
    },
    close: () => {
      isClosed = true;
      clearTimeout(gathering);
      clearTimeout(drawing);
      running.peek()?.stream.close();
    },
  };
}
