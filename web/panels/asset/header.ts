import { computed, signal } from '@preact/signals-core';
import type { GetQuoteAnswer } from '../../../client/src/index.ts';
import { fixed, microUsd } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { venueTitle } from '../../format/venue.ts';
import { adminToken, formatCurl } from '../../state/service.ts';
import { basisFigure, dayChangeFigure, distanceFigure, priceFigure } from '../figure.ts';
import { findSpread } from '../market/model.ts';
import { copy } from '../notice.ts';
import { findInterval } from '../recording/lamps.ts';
import { tinted } from '../tint.ts';
import { type Content, externalLink, html, nothing, renderAge, view } from '../view.ts';
import { later } from './later.ts';
import { marketFacts } from './market-facts.ts';
import type { AssetState } from './state.ts';

/** Price, touch, fair value, basis, freshness, and a direction with its reasons. */
export function assetHeader(state: AssetState): Content {
  const said = computed(() => findHeader(state));
  const curl = formatCurl(state.quote);
  const star = watchStar(state);
  return html`<section class="asset-head" aria-label="Price" data-curl=${curl}>
    ${view(() => titleLine(state, star))}
    <div class="figures">
      ${view(() => bigPrice(state, said.value))}
      ${view(() => figures(state, said.value))}
      ${marketFacts(state.asset)}
      ${view(() => direction(state))}
      <button class="curl" title=${curl} @click=${() => copy(curl, 'request')}>curl</button>
    </div>
  </section>`;
}

type Header = Pick<GetQuoteAnswer, 'whyNull' | 'venueNativeUrl' | 'yesMeans'> & {
  readonly price: Omit<GetQuoteAnswer['price'], 'change24hSource' | 'fairValueSource'>;
  readonly fairValueSource: GetQuoteAnswer['price']['fairValueSource'];
  /** Time at which the venue was read, epoch ms; null when it was not. */
  readonly at: number | null;
  readonly isStale: boolean;
};

/** The stream's bundle while the stream is live, the quote otherwise: only one of the two is requested. */
function findHeader(state: AssetState): Header | null {
  const isLive = state.signals.state.value.kind === 'live';
  const bundle = isLive ? state.newest.value : null;
  if (bundle !== null) {
    const { price, fairValue, freshness, whyNull, generatedAtMs, yesMeans } = bundle;
    const at = freshness.feedAgeMs === null ? null : generatedAtMs - freshness.feedAgeMs;
    return {
      yesMeans,
      price,
      fairValueSource: fairValue.source,
      whyNull: whyNull as Header['whyNull'],
      at,
      isStale: freshness.isStale,
    };
  }
  const { data } = state.quote.state.value;
  if (data === null) return null;
  const { price, freshness, whyNull, venueNativeUrl = null, generatedAt, yesMeans } = data;
  const at = freshness.feedAgeMs === null ? null : Date.parse(generatedAt) - freshness.feedAgeMs;
  const { fairValueSource } = price;
  return { yesMeans, price, fairValueSource, whyNull, venueNativeUrl, at, isStale: freshness.isStale };
}

/** The name of the asset, of which the quote knows where the bundle is locked; its id before the first answer. */
export const findHeading = ({ asset, newest, quote }: AssetState): string =>
  newest.value?.name ?? quote.state.value.data?.name ?? asset;

const watchStar = (state: AssetState): Content =>
  later(state.hasChart, async () => {
    const { starButton } = await import('../watch/star.ts');
    return () => starButton({ asset: state.asset, name: findHeading(state) });
  });

/** Module that is loaded for the operator alone, whose rules it shows. */
const bellModule = signal<typeof import('./alert-bell.ts') | null>(null);

function bell(asset: string): Content {
  if (adminToken.value === null) return nothing;
  if (bellModule.value !== null) return bellModule.value.alertBell(asset);
  void import('./alert-bell.ts').then((module) => {
    bellModule.value = module;
  });
  return nothing;
}

function titleLine(state: AssetState, star: Content): Content {
  const url = state.quote.state.peek().data?.venueNativeUrl ?? null;
  return html`<div class="title">
    <h1 dir="auto">${findHeading(state)}</h1>
    ${star}
    <span class="muted">${venueTitle(state.venue ?? 'unknown venue')} · <code>${state.asset}</code></span>
    ${url === null ? nothing : externalLink(url, 'at the venue')}
    ${bell(state.asset)}
    <span class="spring"></span>
    ${liveWord(state)}
  </div>`;
}

function liveWord(state: AssetState): Content {
  const { value } = state.prices.state;
  switch (value.kind) {
    case 'live':
      return html`<span title="frames of /api/asset/${state.asset}/stream">● live</span>`;
    case 'connecting':
      return html`<span class="muted">○ connecting</span>`;
    case 'paused':
      return html`<span class="muted">○ paused while hidden</span>`;
    case 'reconnecting':
      return html`<span class="warn" title=${value.reason}>▲ reconnecting in ${duration(value.waitMs)}</span>`;
    case 'charged':
      return html`<button @click=${() => state.prices.start()}>
        go live: ${microUsd(2 * value.microUsd)} USD for two streams
      </button>`;
    case 'failed': {
      const isLocked = value.status === 401 || value.status === 402 || value.status === 403;
      return html`<span class=${isLocked ? 'warn' : 'bad'} title=${value.message}
        >${isLocked ? '▲ live prices locked' : '■ no live prices'}: ${value.code}</span
      >`;
    }
  }
}

function bigPrice(state: AssetState, header: Header | null): Content {
  const tick = state.prices.state.value.kind === 'live' ? state.tick.value : null;
  const last = tick?.price ?? header?.price.last ?? null;
  const at = tick?.receivedAt ?? header?.at ?? null;
  return html`<div class="figure price ${header?.isStale === true ? 'stale' : ''}">
    <span class="label" dir="auto">${state.unit === 'usd' ? 'Mark, USD' : (header?.yesMeans ?? 'Yes')}</span>
    <b class="big">${tinted(`${state.asset} last`, last, priceFigure(last, { unit: state.unit, whyNull: header?.whyNull['price.last'] }))}</b>
    <span class="muted">${renderAge(at, tick === null ? findInterval(state.venue) : null)} old</span>
  </div>`;
}

function figures(state: AssetState, header: Header | null): Content {
  if (header === null) {
    const { failure } = state.quote.state.value;
    if (failure === null) return html`<p class="state loading">loading</p>`;
    return html`<div class="state failed"><strong>${failure.code}</strong> ${failure.message}</div>`;
  }
  const { price, whyNull } = header;
  const tick = state.prices.state.value.kind === 'live' ? state.tick.value : null;
  const why = (member: string) => whyNull[`price.${member}`];
  const { unit } = state;
  const bid = tick?.bid ?? price.bid;
  const ask = tick?.ask ?? price.ask;
  const basis = unit === 'usd' ? price.basisBps : price.basisPts;
  return html`
    ${fact('Bid', tinted(`${state.asset} bid`, bid, priceFigure(bid, { unit, whyNull: why('bid') })))}
    ${fact('Ask', tinted(`${state.asset} ask`, ask, priceFigure(ask, { unit, whyNull: why('ask') })))}
    ${fact('Spread', distanceFigure(findSpread(bid, ask, unit), { unit, whyNull: why('spreadBps') }))}
    ${fact(FAIR_LABELS[header.fairValueSource], priceFigure(price.fairValue, { unit, whyNull: why('fairValue') }))}
    ${fact('Basis', basisFigure(basis, { unit, whyNull: 'there is no fair value' }))}
    ${fact(
      '24 h',
      dayChangeFigure(
        unit === 'usd'
          ? price.change24hPct
          : (price.change24hPts ?? state.newest.value?.price.change24hPts ?? null),
        {
          unit,
          source: state.newest.value?.price.change24hSource,
          whyNull: why('change24hPct'),
        },
      ),
    )}
    ${fact('Venue read', header.at === null ? '–' : html`${renderAge(header.at, findInterval(state.venue))} ago`, header.isStale ? '■ stale' : '')}
  `;
}

const FAIR_LABELS = { 'hl-oracle': 'Fair, oracle', consensus: 'Fair, consensus', none: 'Fair' } as const;

function fact(label: string, value: Content, note = ''): Content {
  return html`<div class="figure"><span class="label">${label}</span><b>${value}</b>${
    note === '' ? nothing : html`<span class="bad">${note}</span>`
  }</div>`;
}

/** Shows a direction with its reasons, never without. */
function direction(state: AssetState): Content {
  const bundle = state.newest.value;
  if (bundle === null) {
    const { failure } = state.bundle.state.value;
    return failure === null
      ? nothing
      : html`<div class="figure reasons"><span class="label">Direction</span><span class="warn">▲ ${failure.code}</span></div>`;
  }
  const { direction: way, confidence, reasons } = bundle.signals;
  const sign = { LONG: '▲', SHORT: '▼', NEUTRAL: '◆' }[way];
  return html`<div class="figure reasons">
    <span class="label">Direction, confidence ${fixed(confidence, 2)}</span>
    <b class=${{ LONG: 'up', SHORT: 'down', NEUTRAL: '' }[way]}>${sign} ${way.toLowerCase()}</b>
    <ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
  </div>`;
}
