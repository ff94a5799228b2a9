import type { OpenPosition } from '../../../client/src/index.ts';
import { venueTitle } from '../../format/venue.ts';
import { findName } from '../market/board.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';
import { sizeText } from './columns.ts';
import type { Reconciliation } from './reconcile.ts';

/*
 * Differences between the holdings of an account and the records of its bots.
 */

const differs = ({ difference }: OpenPosition): boolean => difference !== null && difference !== 0;

/** Formats a signed size, such as `+0.25`. */
const signed = (size: number): string => `${size > 0 ? '+' : ''}${sizeText(size)}`;

export function differenceWord(position: OpenPosition): Content {
  const { difference, mismatch } = position;
  if (difference === null) return html`<span class="missing" title="the account was not read yet">–</span>`;
  if (difference === 0) return html`<span class="muted">none</span>`;
  return html`<span class=${mismatch ? 'bad' : 'warn'} title=${difference}>${mismatch ? '■' : '▲'} ${signed(difference)}</span>`;
}

/** Each difference in a sentence, with the two ways to end it. */
export function differenceList(positions: readonly OpenPosition[]): Content {
  const differing = positions.filter(differs);
  return differing.length === 0
    ? nothing
    : html`<ul class="differences">${differing.map(differenceItem)}</ul>`;
}

function differenceItem(position: OpenPosition): Content {
  const { asset, venue, account, difference, mismatch } = position;
  if (account === null || difference === null) return nothing;
  const name = findName(asset);
  return html`<li>
    <span class=${mismatch ? 'bad' : 'warn'}>${mismatch ? '■ mismatch' : '▲ difference'}</span>
    <span><b dir="auto">${name}</b>: the account at ${venueTitle(venue)} holds ${sizeText(account.size)},
      ${sizeText(account.size - difference)} of it is explained: ${signed(difference)} is not.
      ${mismatch ? 'Nothing is opened there until you settle it; closes go on.' : 'If the next reading finds it too, nothing is opened there any more.'}
      <span class="muted">Read ${renderAge(account.checkedAt)} ago.</span></span>
    <span class="choices-of-two"><button aria-label="adopt ${name}" @click=${() => void show(position, 'adopt')}>adopt</button>
      <button aria-label="forget ${name}" @click=${() => void show(position, 'forget')}>forget</button></span>
  </li>`;
}

async function show(position: OpenPosition, action: Reconciliation): Promise<void> {
  const { showReconcile } = await import('./reconcile.ts');
  showReconcile(position, action);
}
