import { signal } from '@preact/signals-core';
import type { PostBackfillAnswer } from '../../client/src/index.ts';
import { ask } from './service.ts';

/*
 * The past of the markets that a page shows: what was not recorded is requested from the venues by the service, and
 * followed until it is there.
 */

/** Assets that come into view within this time share a request. */
const GATHER_MS = 200;
/** Limit of the assets in one request. */
const MAX_ASKED = 50;
/** Pause before what is on its way is asked again; each one is half as long again as the one before. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 30_000;
/** Time for which a fill on its way is followed after its market was last in view, ms. */
const IN_VIEW_MS = 150_000;
/** Pause before a market is asked for again that found no room. */
const BUSY_MS = 60_000;
/** Limit of markets whose state is kept: the oldest are forgotten. */
const MAX_KEPT = 2_000;

type Fill = Pick<PostBackfillAnswer['fills'][number], 'state' | 'reason'>;

interface KnownFill extends Fill {
  /** Monotonic ms from which the market may be asked for again; infinite: never. */
  readonly againAt: number;
}

/** Fills by asset id in lower case. */
const fills = signal<ReadonlyMap<string, KnownFill>>(new Map());
/** Time at which each market was last in view, monotonic ms. */
const seenAt = new Map<string, number>();
const listeners = new Set<(assets: readonly string[]) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let pauseMs = FIRST_PAUSE_MS;
let isAsking = false;

/** Says that markets are in view whose past is not all there. The service is asked once for each. */
export function wantPast(assets: readonly string[]): void {
  const known = fills.peek();
  const at = performance.now();
  for (const asset of assets) {
    seenAt.delete(asset);
    seenAt.set(asset, at);
  }
  for (const oldest of [...seenAt.keys()].slice(0, Math.max(0, seenAt.size - MAX_KEPT)))
    seenAt.delete(oldest);
  if (!isAsking && assets.some((asset) => isDue(known.get(asset.toLowerCase())))) schedule(GATHER_MS);
}

/** Whether the past of a market is on its way. */
export const isPastComing = (asset: string): boolean => isComing(fills.value.get(asset.toLowerCase()));

/** Whether nothing more of a market's past will come: it is there, or no venue offers it. */
export const isPastThere = (asset: string): boolean => {
  const fill = fills.value.get(asset.toLowerCase());
  return fill !== undefined && !isComing(fill);
};

/** How many of these markets have their past on its way, as a part of a sentence; '' for none. */
export function describeComing(assets: readonly string[]): string {
  const coming = assets.filter(isPastComing).length;
  if (coming === 0) return '';
  return assets.length === 1 ? 'its past is on the way' : `the past of ${coming} is on the way`;
}

/** All markets of which the page knows that their past is on its way. */
export const countComing = (): number => [...fills.value.values()].filter(isComing).length;

/** Runs when the past of markets has arrived. @returns Ends it. */
export function onPastArrived(run: (assets: readonly string[]) => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

const isComing = (fill: Fill | undefined): boolean => fill?.state === 'queued' || fill?.state === 'running';

function schedule(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void askForSeen(), ms);
}

async function askForSeen(): Promise<void> {
  if (isAsking || document.hidden) return;
  const due = [...listSeen(isDue), ...listSeen(isComing)].slice(0, MAX_ASKED);
  if (due.length === 0) return;
  isAsking = true;
  try {
    const body = { assets: due };
    learn((await ask('/api/backfill', { method: 'POST', body })) as PostBackfillAnswer);
    if (listSeen(isDue).length > 0) schedule(GATHER_MS);
    else if (listSeen(isComing).length > 0) schedule(pauseMs);
    pauseMs = listSeen(isComing).length > 0 ? Math.min(MAX_PAUSE_MS, pauseMs * 1.5) : FIRST_PAUSE_MS;
  } catch {
    // The page has what is recorded; what is drawn later asks again.
  }
  isAsking = false;
}

/** Markets that were in view a moment ago, the last ones first. */
function listSeen(which: (fill: KnownFill | undefined) => boolean): string[] {
  const from = performance.now() - IN_VIEW_MS;
  const known = fills.peek();
  const found = [...seenAt].filter(([asset, at]) => at >= from && which(known.get(asset.toLowerCase())));
  return found.map(([asset]) => asset).reverse();
}

const isDue = (fill: KnownFill | undefined): boolean => (fill?.againAt ?? 0) <= performance.now();

function learn(answer: PostBackfillAnswer): void {
  const next = new Map(fills.peek());
  const arrived: string[] = [];
  const at = performance.now();
  for (const { asset, state, reason, retryAtMs } of answer.fills) {
    const id = asset.toLowerCase();
    if (state === 'filled' && isComing(next.get(id))) arrived.push(asset);
    const waitMs =
      state !== 'not_offered'
        ? Number.POSITIVE_INFINITY
        : reason === 'busy' || reason === 'unreachable'
          ? BUSY_MS
          : retryAtMs === null
            ? Number.POSITIVE_INFINITY
            : retryAtMs - answer.now;
    next.delete(id);
    next.set(id, { state, reason, againAt: at + waitMs });
  }
  for (const oldest of [...next.keys()].slice(0, Math.max(0, next.size - MAX_KEPT))) next.delete(oldest);
  fills.value = next;
  if (arrived.length > 0) for (const run of listeners) run(arrived);
}
