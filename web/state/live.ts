import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { GetBalanceAnswer, StreamEvent } from '../../client/src/index.ts';
import { call } from './calls.ts';
import { apiKey, findOrigin } from './service.ts';

/** State of a live stream. */
export type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'paused' }
  /** Connecting costs something: the viewer starts it. */
  | { readonly kind: 'charged'; readonly microUsd: number }
  | { readonly kind: 'reconnecting'; readonly waitMs: number; readonly reason: string }
  /** Another try mends nothing: a key or a tier is missing, or there is no such asset. */
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly status: number | null;
    };

export interface Live {
  readonly state: ReadonlySignal<LiveState>;
  /** Begins a stream that costs something. */
  start(): void;
  /** Leaves the stream for as long as another one needs the connection. */
  hold(isHeld: boolean): void;
  close(): void;
}

export interface LiveOptions<Frame> {
  readonly open: (
    client: InstanceType<typeof import('../../client/src/client.ts').CrosstapeClient>,
    options: { readonly signal: AbortSignal; readonly lastEventId?: string },
  ) => AsyncGenerator<StreamEvent<Frame>, void, undefined>;
  readonly onFrame: (frame: Frame) => void;
  /** Frames were lost: the shown data must be read again. */
  readonly onResync?: () => void;
}

/** A hidden tab leaves its streams, which cost the service and the few connections of a browser. */
const HIDDEN_MS = 10_000;
const HIDDEN_CHARGED_MS = 600_000;

/** Price of one connection with the key at hand; null while it is not known. */
const priceMicroUsd = computed((): number | null => {
  if (apiKey.value === null) return 0;
  const { data, failure } = call<GetBalanceAnswer>('/api/account/balance', {
    everyMs: 30_000,
    credential: 'key',
  }).state.value;
  if (data !== null) return data.prepaidEnabled ? data.priceListMicroUsd.stream : 0;
  return failure === null ? null : 0;
});

/** Keeps a stream of the service open while the page is visible. It resumes after its last event. */
export function live<Frame>(options: LiveOptions<Frame>): Live {
  const state = signal<LiveState>({ kind: 'connecting' });
  let running: AbortController | null = null;
  let lastEventId = '';
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let isHeld = false;

  const run = async (): Promise<void> => {
    if (running !== null || isClosed || isHeld || document.hidden) return;
    const abort = new AbortController();
    running = abort;
    state.value = { kind: 'connecting' };
    try {
      const { CrosstapeClient } = await import('../../client/src/client.ts');
      const key = apiKey.peek();
      const client = new CrosstapeClient({
        baseUrl: findOrigin('main') ?? '',
        ...(key === null ? {} : { apiKey: key }),
      });
      const resume = lastEventId === '' ? {} : { lastEventId };
      for await (const event of options.open(client, { signal: abort.signal, ...resume })) {
        if (abort.signal.aborted) return;
        if (event.kind === 'reconnecting') {
          state.value = { kind: 'reconnecting', waitMs: event.waitMs, reason: event.error.message };
          continue;
        }
        lastEventId = event.kind === 'frame' ? event.id : event.lastEventId;
        if (state.peek().kind !== 'live') state.value = { kind: 'live' };
        if (event.kind === 'frame') options.onFrame(event.data);
        else options.onResync?.();
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      const {
        code = 'network',
        message,
        status = null,
      } = error as Error & { code?: string; status?: number | null };
      state.value = { kind: 'failed', code, message, status };
    } finally {
      if (running === abort) running = null;
    }
  };

  const pause = () => {
    running?.abort();
    running = null;
    state.value = { kind: 'paused' };
  };
  const followVisibility = () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) {
      hiddenTimer = setTimeout(pause, (priceMicroUsd.peek() ?? 0) > 0 ? HIDDEN_CHARGED_MS : HIDDEN_MS);
    } else if (state.peek().kind === 'paused') void run();
  };
  document.addEventListener('visibilitychange', followVisibility);

  // A new key may open locked streams, and a stream with a price waits for the viewer.
  const stopPrices = effect(() => {
    const price = priceMicroUsd.value;
    if (price === null) return;
    running?.abort();
    running = null;
    if (price > 0) state.value = { kind: 'charged', microUsd: price };
    else void run();
  });

  return {
    state,
    start: () => void run(),
    hold: (held) => {
      if (held === isHeld) return;
      isHeld = held;
      if (held) pause();
      else void run();
    },
    close: () => {
      isClosed = true;
      clearTimeout(hiddenTimer);
      stopPrices();
      document.removeEventListener('visibilitychange', followVisibility);
      running?.abort();
    },
  };
}
