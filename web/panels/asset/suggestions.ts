import type { GetIndexAnswer } from '../../../client/src/index.ts';
import { getPriceUnit, venueTitle } from '../../format/venue.ts';
import { call } from '../../state/calls.ts';
import { runKey } from '../../state/keyboard.ts';
import { withQuery } from '../../state/location.ts';
import { priceFigure } from '../figure.ts';
import { type Content, html, nothing, view } from '../view.ts';

const MAX_SUGGESTED = 3;
/** An id of a venue begins with its name: `pm-`, `kalshi-`; the words after it are searched. */
const MAX_QUERY = 200;

/** The page of an unknown id: similar markets, in place of panels that all fail. */
export function unknownAsset(id: string): Content {
  const words = id
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .slice(0, MAX_QUERY)
    .trim();
  const near = words === '' ? null : findNear(words);
  const behindVenue = words.split(' ').slice(1).join(' ');
  const nearer = behindVenue === '' ? null : findNear(behindVenue);
  return html`<h1 class="pagehead">No market has this id</h1>
    <p><code class="id">${id}</code> is listed nowhere now, and nothing was recorded under it.</p>
    ${view(() => {
      const entries = near?.state.value.data?.entries ?? [];
      const found = entries.length > 0 ? entries : (nearer?.state.value.data?.entries ?? []);
      if (found.length === 0) return html`<p class="muted">Nothing is called like it.</p>`;
      return html`<p>Did you mean:</p><ul class="suggestions">${found.map(renderSuggestion)}</ul>`;
    })}
    <p><button class="primary" @click=${() => runKey('Ctrl+k')}>find a market</button> <a href="/markets">all markets</a></p>`;
}

const findNear = (words: string) =>
  call<GetIndexAnswer>(withQuery('/api/m2m/index', { q: words, limit: MAX_SUGGESTED }), { everyMs: 60_000 });

function renderSuggestion({ asset, name, venue, lastPrice }: GetIndexAnswer['entries'][number]): Content {
  return html`<li>
    <a href="/asset/${encodeURIComponent(asset)}">${name}</a>
    <span class="muted">${venueTitle(venue)} · ${asset}</span>
    ${lastPrice === null ? nothing : priceFigure(lastPrice, { unit: getPriceUnit(asset) })}
  </li>`;
}
