import { venueTitle } from '../../format/venue.ts';
import { type Content, html, nothing } from '../view.ts';
import type { NameParts } from './name-parts.ts';

interface NamedMarket {
  readonly asset: string;
  readonly name: string;
  readonly venue?: string;
}

/**
 * A market by its name, leading to its page. Cut to one line it keeps the end in which it differs from the names
 * beside it; on a phone the end is below the beginning.
 *
 * @param parts Of `splitNames` over all names of the list.
 */
export function marketName({ asset, name, venue }: NamedMarket, parts: NameParts | undefined): Content {
  const title = `${name} · ${venue === undefined ? '' : `${venueTitle(venue)} · `}${asset}`;
  // The name alone, without spaces of this text around it: it is read, searched and copied.
  return html`<a class="market" dir="auto" href="/asset/${encodeURIComponent(asset)}" title=${title}
    >${renderParts(parts ?? { head: name, tail: '' })}</a
  >`;
}

/** A name cut as {@link marketName} cuts it, where the row itself opens something else than the market. */
export function cutName(name: string, parts: NameParts | undefined, title = name): Content {
  return html`<span class="market" dir="auto" title=${title}
    >${renderParts(parts ?? { head: name, tail: '' })}</span
  >`;
}

/** Characters from which a beginning keeps its share of the line: of names whose ends are alike it tells which is which. */
const LONG_HEAD = 17;

const renderParts = ({ head, tail }: NameParts): Content =>
  html`<span class="beginning${head.length >= LONG_HEAD ? ' long' : ''}">${head}</span>${tail === '' ? nothing : html`<span class="ending">${tail}</span>`}`;
