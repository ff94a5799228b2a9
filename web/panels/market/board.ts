import { computed } from '@preact/signals-core';
import type { GetFeedAnswer, GetIndexAnswer } from '../../../client/src/index.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { figure } from '../figure.ts';
import { type Content, html } from '../view.ts';
import { findEndedName } from './ended-name.ts';
import { type MarketRow, marketRows } from './model.ts';

const whole = call<GetFeedAnswer>('/api/feed', { everyMs: MINUTE_MS });
const index = call<GetIndexAnswer>('/api/m2m/index', { everyMs: MINUTE_MS });

/** Every market by asset id, as of the last minute: for names and prices beside the subject of a page. */
export const board = computed(
  (): ReadonlyMap<string, MarketRow> =>
    new Map(marketRows([whole.state.value.data], index.state.value.data).map((row) => [row.asset, row])),
);

/** Finds the name of an asset, listed or ended; its id where the name is not known yet. */
export function findName(asset: string): string {
  const listed = board.value.get(asset);
  if (listed !== undefined || board.value.size === 0) return listed?.name ?? asset;
  return findEndedName(asset);
}

/** An asset by its name, leading to its page. */
export function assetLink(asset: string): Content {
  const name = findName(asset);
  return html`<a href="/asset/${encodeURIComponent(asset)}" title="${name} · ${asset}">${name}</a>`;
}

/** Bid and ask of an asset, or its last price where it has no touch. */
export function renderTouch(asset: string): Content {
  const row = board.value.get(asset);
  if (row === undefined) return html`<span class="missing" title="not in the feed">–</span>`;
  const options = { priceUnit: row.unit } as const;
  if (row.bid === null || row.ask === null) return figure('last', row.last, options);
  return html`${figure('bid', row.bid, options)} <span class="muted">/</span> ${figure('ask', row.ask, options)}`;
}
