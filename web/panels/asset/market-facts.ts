import type { GetQuoteAnswer } from '../../../client/src/index.ts';
import { fixed } from '../../format/number.ts';
import { duration, isoTime, MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { now } from '../../state/clock.ts';
import { figure } from '../figure.ts';
import { type Content, html, nothing, view } from '../view.ts';

/** Volumes and rates of a venue change with its polls; only the countdowns move by the second. */
const EVERY_MS = 15_000;

/**
 * Shows the facts that traders read beside a price: volume, open interest, liquidity, the end, funding, leverage. Facts
 * that a venue does not state are absent.
 */
export function marketFacts(asset: string): Content {
  const quote = call<GetQuoteAnswer>(`/api/m2m/${encodeURIComponent(asset)}/quote?market=true`, {
    everyMs: EVERY_MS,
  });
  return view(() => {
    const market = quote.state.value.data?.market ?? null;
    if (market === null) return nothing;
    const {
      volume24hUsd,
      openInterestUsd,
      liquidityUsd,
      endsAtMs,
      fundingHourly,
      nextFundingMs,
      maxLeverage,
    } = market;
    return html`
      ${fact('Volume 24 h, USD', volume24hUsd, (value) => figure('volume24hUsd', value))}
      ${fact('Open interest, USD', openInterestUsd, (value) => figure('openInterestUsd', value))}
      ${fact('Liquidity, USD', liquidityUsd, (value) => figure('liquidityUsd', value))}
      ${endsAtMs === null ? nothing : view(() => fact(endsAtMs > (now.value ?? 0) ? 'Ends in' : 'End was', endsAtMs, countdown))}
      ${fundingHourly === null ? nothing : funding(fundingHourly, nextFundingMs)}
      ${fact('Leverage at most', maxLeverage, (value) => `${value}x`)}
    `;
  });
}

function fact<T>(label: string, value: T | null, write: (value: T) => Content): Content {
  return value === null
    ? nothing
    : html`<div class="figure"><span class="label">${label}</span><b>${write(value)}</b></div>`;
}

/** Who pays and how much, and the time to the next payment; the rate of a year is in the title. */
function funding(hourly: number, nextMs: number | null): Content {
  const who = hourly === 0 ? 'nobody pays' : hourly > 0 ? 'longs pay' : 'shorts pay';
  const year = `${fixed(hourly * 876_000, 1)} % a year, not compounded`;
  return html`<div class="figure">
    <span class="label">Funding, an hour</span>
    <b title=${`${who}; ${year}`}>${who} ${fixed(Math.abs(hourly) * 100, 4)} %</b>
    ${nextMs === null ? nothing : html`<span class="muted">paid in ${view(() => countdown(nextMs))}</span>`}
  </div>`;
}

/** Shows the time that is left; for a past end, the time since then. */
function countdown(atMs: number): Content {
  if (now.value === null) return '';
  const left = atMs - now.value;
  // Seconds of a day that is weeks away say nothing.
  const text = left > -MINUTE_MS ? duration(left) : `${duration(-left)} ago`;
  return html`<span title=${isoTime(atMs)}>${left < 0 && left > -MINUTE_MS ? 'now' : text}</span>`;
}
