import { signal } from '@preact/signals-core';
import type { GetLinksAnswer, GetQuoteAnswer, Link } from '../../../client/src/index.ts';
import { fixed } from '../../format/number.ts';
import { dayTime, duration, MINUTE_MS } from '../../format/time.ts';
import { findVenue, venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { serviceNow } from '../../state/clock.ts';
import { withQuery } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { figure } from '../figure.ts';
import { panel } from '../panel.ts';
import { tinted } from '../tint.ts';
import { type Content, externalLink, html, nothing, view } from '../view.ts';
import type { MarketPage } from './market-page.ts';
import type { AssetState } from './state.ts';

const MAX_PRICED = 6;
const RELATIONS: Readonly<Record<Link['relation'], string>> = {
  same: 'the same question',
  opposite: 'the opposite question',
  subset: 'its Yes makes the other a Yes',
  superset: 'the other’s Yes makes it a Yes',
  related: 'related',
};

/** The same question at other venues: relation, confidence, reasons, differences, and the prices side by side. */
export const elsewhere = (state: AssetState): Content =>
  panel<GetLinksAnswer>({
    title: 'Elsewhere',
    guide: 'links',
    tools: () => html`<a href="/event/asset/${encodeURIComponent(state.asset)}">side by side</a>`,
    width: 'half',
    call: call<GetLinksAnswer>(withQuery('/api/links', { asset: state.asset, limit: 50 }), {
      everyMs: MINUTE_MS,
    }),
    empty: ({ links }) => (links.length === 0 ? 'No market of another venue is linked with it.' : null),
    body: ({ links }) => {
      const ordered = [...links].sort((a, b) => rank(a) - rank(b) || b.confidence - a.confidence);
      return html`<table class="plain">
        <thead><tr><th>market</th><th class="num">last</th><th class="num">bid</th><th class="num">ask</th><th>relation</th><th class="num">confidence %</th></tr></thead>
        <tbody>
          ${priceRow(state, state.asset, null)}
          ${ordered.map((link, index) => priceRow(state, link.a === state.asset ? link.b : link.a, link, index < MAX_PRICED))}
        </tbody>
      </table>`;
    },
  });

const ORDER: readonly Link['relation'][] = ['same', 'opposite', 'subset', 'superset', 'related'];
const rank = ({ relation }: Link) => ORDER.indexOf(relation);

function priceRow(state: AssetState, asset: string, link: Link | null, isPriced = true): Content {
  const quote = call<GetQuoteAnswer>(`/api/m2m/${encodeURIComponent(asset)}/quote`, {
    everyMs: link === null ? 2_000 : 10_000,
  });
  const prices = (data: GetQuoteAnswer | null) => {
    const options = (member: 'last' | 'bid' | 'ask') => ({
      priceUnit: state.unit,
      whyNull: data?.whyNull[`price.${member}`],
    });
    return (['last', 'bid', 'ask'] as const).map((member) => {
      const price = data?.price[member] ?? null;
      return html`<td class="num">${tinted(`${asset} ${member}`, price, figure(member, price, options(member)))}</td>`;
    });
  };
  // A row without prices requests no quote.
  const answered = isPriced ? quote.state.value.data : null;
  const title = answered?.name ?? asset;
  const side = answered?.yesMeans ?? null;
  const shownName = side === null || title.includes(side) ? title : `${side} · ${title}`;
  const name = html`<td class="text">${
    link === null
      ? html`<b>this one</b>`
      : html`<a href="/asset/${encodeURIComponent(asset)}" title=${asset} dir="auto">${shownName}</a>`
  } <span class="muted">${venueTitle(findVenue(asset) ?? '')}</span></td>`;
  if (link === null) return html`<tr>${name}${prices(answered)}<td></td><td></td></tr>`;
  const differences = [
    ...link.differences,
    ...(link.dispute === null
      ? []
      : [`Disputed: the mids stayed ${fixed(link.dispute.gap * 100, 1)} points apart.`]),
  ];
  return html`<tr>
      ${name}${prices(answered)}
      <td title=${link.reasons.join(' ')}>${RELATIONS[relationFrom(link, asset)]}${link.state === 'disputed' ? html` <span class="warn">▲ disputed</span>` : nothing}</td>
      <td class="num">${fixed(link.confidence * 100, 0)}</td>
    </tr>
    <tr class="why"><td colspan="6" class="text muted"><details><summary>${differences.length === 0 ? 'no known difference' : differences.join(' ')}</summary><ul>${link.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details></td></tr>`;
}

/** Finds the relation of a link as seen from the asset of the page. */
function relationFrom({ a, relation }: Link, other: string): Link['relation'] {
  if (a !== other) return relation;
  return relation === 'subset' ? 'superset' : relation === 'superset' ? 'subset' : relation;
}

/** Rules, times and result of the market; a result is shown within a minute. */
export function resolution(state: AssetState): Content {
  const isWhole = signal(false);
  return panel<MarketPage>({
    title: 'Resolution',
    guide: 'operating/health#resolutions',
    width: 'half',
    call: call<MarketPage>(state.path, { everyMs: MINUTE_MS }),
    body: ({ ticker, rules, resolution: ended }) => {
      const market = ticker !== null && 'title' in ticker ? ticker : null;
      const { zone } = settings.value;
      return html`<dl class="facts">
          ${market === null ? nothing : html`<dt>status</dt><dd>${market.status}</dd>`}
          ${market === null || market.closeTime === null ? nothing : html`<dt>trading ends</dt><dd>${dayTime(market.closeTime, zone)} ${until(market.closeTime)}</dd>`}
          ${market === null || market.endDate === null ? nothing : html`<dt>due to be decided</dt><dd>${dayTime(market.endDate, zone)} ${until(market.endDate)}</dd>`}
          ${market === null || market.eventTitle === null ? nothing : html`<dt>event</dt><dd><a href="/event/asset/${encodeURIComponent(state.asset)}" dir="auto">${market.eventTitle}</a></dd>`}
          ${ended == null ? nothing : html`<dt>ended</dt><dd><b>${ended.outcome}</b>, paid ${ended.payout ?? '–'}${ended.disputed === true ? html` <span class="warn">▲ disputed</span>` : nothing}</dd>`}
          ${market === null ? nothing : html`<dt>at the venue</dt><dd>${externalLink(market.venueNativeUrl, 'its page')}</dd>`}
        </dl>
        ${rules == null ? html`<p class="muted">The venue publishes no rules.</p>` : view(() => rulesText(rules, isWhole))}`;
    },
  });
}

const RULES_CHARS = 420;

function rulesText(rules: string, isWhole: { value: boolean }): Content {
  const isLong = rules.length > RULES_CHARS;
  const text = isLong && !isWhole.value ? `${rules.slice(0, RULES_CHARS)} …` : rules;
  return html`<p class="rules">${text}</p>${
    isLong
      ? html`<button @click=${() => {
          isWhole.value = !isWhole.value;
        }}>${isWhole.value ? 'shorter' : 'the whole text'}</button>`
      : nothing
  }`;
}

function until(ms: number): Content {
  const left = ms - (serviceNow() ?? ms);
  return html`<span class="muted">${left > 0 ? `in ${duration(left)}` : 'passed'}</span>`;
}
