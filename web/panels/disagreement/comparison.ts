import type { GetBookAnswer } from '../../../client/src/index.ts';
import { compact, count, dollars, fixed } from '../../format/number.ts';
import { venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { formatCurl } from '../../state/service.ts';
import type { MarketPage } from '../asset/market-page.ts';
import { priceFigure } from '../figure.ts';
import { findName } from '../market/board.ts';
import { copyRequest } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';
import { compareRules, type Run } from './rules-diff.ts';

/** One side of a comparison: a market, and the outcome that is bought. */
export interface ComparedLeg {
  readonly asset: string;
  readonly venue: string;
  readonly side: string;
  /** Contracts that are bought; null: only the prices are shown. */
  readonly contracts: number | null;
  readonly avgPrice: number | null;
  readonly costUsd: number | null;
  readonly feeUsd: number | null;
  readonly feeSource: string | null;
}

const MIN_LEVELS = 5;
const MAX_LEVELS = 10;
/** More outcomes than these are named, and their books are on their own pages. */
const MAX_LEGS = 6;

/**
 * Draws the comparison of the legs that are open. A view that is given another function starts over, so equal legs get
 * the same one.
 */
export function rememberComparison(): (legs: readonly ComparedLeg[]) => () => Content {
  let drawn: { readonly key: string; readonly draw: () => Content } | null = null;
  return (legs) => {
    const key = JSON.stringify(legs);
    if (drawn?.key !== key) drawn = { key, draw: () => comparison(legs) };
    return drawn.draw;
  };
}

/** Books at the bought size, and rules with marked differences, one market beside the other. */
function comparison(legs: readonly ComparedLeg[]): Content {
  const compared = legs.slice(0, MAX_LEGS);
  const rules = compared.map(readRules);
  const [first, second] = rules;
  const marked =
    legs.length === 2 && typeof first === 'string' && typeof second === 'string'
      ? compareRules(first, second)
      : null;
  return html`<div class="compared">
      ${compared.map(
        (leg, index) => html`<section aria-label="${leg.side} at ${venueTitle(leg.venue)}">
          ${legTitle(leg)}${bookAtSize(leg)}
          <h3>Rules</h3>
          ${marked === null ? plainRules(rules[index]) : markedRules(marked[index] ?? [])}
        </section>`,
      )}
    </div>
    ${legs.length > MAX_LEGS ? html`<p class="muted">${count(legs.length - MAX_LEGS)} more: ${legs.slice(MAX_LEGS).map(({ asset }) => html`<a href="/asset/${encodeURIComponent(asset)}">${asset}</a> `)}</p>` : nothing}
    ${marked === null ? nothing : html`<p class="muted"><mark>Marked</mark> words are in one text alone.</p>`}`;
}

function legTitle({ asset, venue, side }: ComparedLeg): Content {
  const name = findName(asset);
  return html`<h3 class="leg"><b class="side">${side}</b> ${venueTitle(venue)}
    <a href="/asset/${encodeURIComponent(asset)}" title=${asset} dir="auto">${name}</a></h3>`;
}

/**
 * The side of the book that the order takes: asks, or for a No the bids from the other end. Levels that it takes are
 * marked.
 */
function bookAtSize({ asset, side, contracts, avgPrice, costUsd, feeUsd, feeSource }: ComparedLeg): Content {
  const asked = call<GetBookAnswer>(`/api/book/${encodeURIComponent(asset)}`, { everyMs: 10_000 });
  const { data, failure } = asked.state.value;
  const curl = formatCurl(asked);
  const head = html`<p class="what">
    ${contracts === null || avgPrice === null ? nothing : html`${fixed(contracts, 1)} contracts at ${priceFigure(avgPrice, { unit: 'probability' })} on average, ${dollars(costUsd ?? 0)} USD and ${dollars(feeUsd ?? 0)} USD of fees${feeSource === null ? nothing : html` <span class="muted">(${feeSource})</span>`}`}
    <button class="curl" title=${curl} @click=${() => void copyRequest(curl)}>curl</button>
  </p>`;
  if (data === null) {
    return html`${head}<p class="muted">${failure === null ? 'loading the book' : `no book: ${failure.message}`}</p>`;
  }
  const levels = side === 'no' ? data.bids.map(({ price, size }) => ({ price: 1 - price, size })) : data.asks;
  let sum = 0;
  const rows = levels.map(({ price, size }) => {
    const isTaken = contracts !== null && sum < contracts - 1e-9;
    sum += size;
    return { price, size, sum, isTaken };
  });
  const taken = rows.filter(({ isTaken }) => isTaken).length;
  const shown = rows.slice(0, Math.min(MAX_LEVELS, Math.max(MIN_LEVELS, taken + 1)));
  if (shown.length === 0) return html`${head}<p class="muted">Nothing rests on this side.</p>`;
  return html`${head}
    <table class="plain levels">
      <thead><tr><th class="num">${side} at</th><th class="num">contracts</th><th class="num">together</th><th>taken</th></tr></thead>
      <tbody>${shown.map(
        (level) => html`<tr class=${level.isTaken ? 'taken' : ''}>
          <td class="num">${priceFigure(level.price, { unit: 'probability' })}</td>
          <td class="num" title=${level.size}>${compact(level.size)}</td>
          <td class="num" title=${level.sum}>${compact(level.sum)}</td>
          <td>${level.isTaken ? '●' : ''}</td>
        </tr>`,
      )}</tbody>
    </table>
    ${taken > shown.length ? html`<p class="muted">${count(taken - shown.length)} more levels are taken.</p>` : nothing}`;
}

/** Reads the rules of a leg; null: the venue publishes none; undefined: not known yet. */
function readRules({ asset }: ComparedLeg): string | null | undefined {
  const { data } = call<MarketPage>(`/api/asset/${encodeURIComponent(asset)}`, { everyMs: 600_000 }).state
    .value;
  return data === null ? undefined : (data.rules ?? null);
}

function plainRules(rules: string | null | undefined): Content {
  if (rules === undefined) return html`<p class="muted">loading</p>`;
  return rules === null
    ? html`<p class="muted">The venue publishes no rules.</p>`
    : html`<p class="rules" dir="auto">${rules}</p>`;
}

const markedRules = (runs: readonly Run[]): Content =>
  html`<p class="rules" dir="auto">${runs.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : text))}</p>`;
