import type { GetLinksAnswer, Link } from '../../client/src/index.ts';
import { count, fixed } from '../format/number.ts';
import { assetLink, renderTouch } from './board.ts';
import type { Contradiction } from './pairs-model.ts';
import { type Content, html, nothing } from './view.ts';

const PAIRS_SHOWN = 60;

/** Linked listings of one question, in the order of the answer: the widest difference beyond their spreads first. */
export function pairTable({ links, total }: GetLinksAnswer): Content {
  const pairs = links.filter(({ relation }) => relation === 'same' || relation === 'opposite');
  return html`<table class="plain fixed">
      <thead>
        <tr><th class="num apart">apart pp</th><th>one</th><th class="num touch">bid / ask</th><th>other</th><th class="num touch">bid / ask</th><th class="num">confidence</th></tr>
      </thead>
      <tbody>
        ${pairs.slice(0, PAIRS_SHOWN).map(
          (link) => html`<tr>
            <td class="num">${apart(link.difference)}</td>
            <td class="text">${assetLink(link.a)}</td>
            <td class="num">${renderTouch(link.a)}</td>
            <td class="text">${link.relation === 'opposite' ? html`<b class="side">opposite</b> ` : nothing}${assetLink(link.b)}</td>
            <td class="num">${renderTouch(link.b)}</td>
            <td class="num">${link.state === 'disputed' ? html`<b class="warn">▲ disputed</b>` : fixed(link.confidence, 2)}</td>
          </tr>
          <tr class="why"><td></td><td class="muted" colspan="5">${explained(link)}</td></tr>`,
        )}
      </tbody>
    </table>
    <p class="muted">${count(Math.min(PAIRS_SHOWN, pairs.length))} of ${count(total)} links.</p>`;
}

function apart(difference: Link['difference']): Content {
  if (difference === null) return html`<span class="missing" title="one of them has no price">–</span>`;
  const { mids, beyondSpreads } = difference;
  const text = fixed(mids * 100, 1);
  return beyondSpreads > 0
    ? html`<b title="the touches do not meet: ${fixed(beyondSpreads * 100, 1)} pp between them">${text}</b>`
    : html`<span class="muted" title="within the spreads">${text}</span>`;
}

function explained({ reasons, differences }: Link): string {
  const where = differences.length === 0 ? '' : ` It could differ: ${differences.join(' ')}`;
  return `${reasons.join(' ')}${where}`;
}

export function orderTable(found: readonly Contradiction[]): Content {
  return html`<table class="plain fixed">
    <thead><tr><th>implies</th><th class="num">bid</th><th>implied</th><th class="num">ask</th><th class="num">over pp</th></tr></thead>
    <tbody>
      ${found.slice(0, PAIRS_SHOWN).map(
        ({ narrow, wide, byPoints }) => html`<tr>
          <td class="text">${assetLink(narrow)}</td>
          <td class="num">${renderTouch(narrow)}</td>
          <td class="text">${assetLink(wide)}</td>
          <td class="num">${renderTouch(wide)}</td>
          <td class="num">${fixed(byPoints * 100, 1)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Pairs that looked alike and were not linked. */
export function refusedTable(refused: NonNullable<GetLinksAnswer['refused']>): Content {
  return html`<table class="plain fixed">
    <thead><tr><th class="name">one</th><th class="name">other</th><th>what stood against it</th></tr></thead>
    <tbody>
      ${refused.map(
        ({ a, b, reasons }) => html`<tr>
          <td class="text">${assetLink(a)}</td>
          <td class="text">${assetLink(b)}</td>
          <td class="text">${reasons.join(' ')}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
