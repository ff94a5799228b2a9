import type { GetSettledMarketAnswer } from '../../../client/src/index.ts';
import { clockTime, dayTime, MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import type { AssetState } from '../asset/state.ts';
import { panel } from '../panel.ts';
import { type Content, html, nothing } from '../view.ts';
import { describeVerdict } from './sentence.ts';

const STRIKE_BY = {
  terms: 'stated in its terms',
  record: 'recorded',
  venue: 'stated by the venue afterwards',
} as const;

/** The price that a market settles by, and whether its result follows from what was recorded. */
export function settlesBy(state: AssetState): Content {
  const path = `/api/settled/${encodeURIComponent(state.asset)}`;
  return panel<GetSettledMarketAnswer>({
    title: 'Settles by',
    guide: 'settled',
    width: 'half',
    call: call<GetSettledMarketAnswer>(path, { everyMs: MINUTE_MS }),
    empty: ({ settling }) => (settling === null ? 'The market names no price that it settles by.' : null),
    body: ({ settling, statedBy, settled, whyNull }) => {
      const { zone } = settings.value;
      if (settling === null) return nothing;
      const { source, coin, openAt, closeAt, strikeFrom } = settling;
      const strike = settled?.strike ?? settling.strike;
      const by = settled?.strikeBy ?? null;
      return html`<dl class="facts">
          <dt>source</dt><dd title=${statedBy?.source ?? ''}>${source ?? 'not stated'}${coin === null ? nothing : ` of ${coin.toUpperCase()}`}</dd>
          <dt>window</dt><dd>${openAt === null ? nothing : `${dayTime(openAt, zone)} to `}${closeAt === null ? 'not stated' : clockTime(closeAt, zone)}</dd>
          <dt>strike</dt><dd>${strike === null ? (strikeFrom === 'opening' ? 'the price at the start' : 'not stated') : html`${strike} <span class="muted">${by === null ? nothing : STRIKE_BY[by]}</span>`}</dd>
          ${settled === null ? nothing : html`<dt>price</dt><dd>${settled.value ?? (whyNull['settled.value'] === 'withheld' ? 'withheld' : '–')}</dd>`}
        </dl>
        ${
          settled === null
            ? html`<p class="muted">${WAITING[whyNull.settled ?? ''] ?? 'No verdict.'}</p>`
            : html`<p class=${settled.verdict === 'contradicted' ? 'bad' : ''}>${describeVerdict(settled, zone)}</p>
              <p><a href="${path}/evidence" download="${state.asset}.evidence.json" target="_self">evidence</a> <span class="muted">to check without this service</span></p>`
        }`;
    },
  });
}

const WAITING: Readonly<Record<string, string>> = {
  not_resolved: 'Decided when the venue has resolved it.',
  not_decided: 'Resolved; it is decided within seconds.',
};
