import { svg } from 'lit-html';
import type { SimulateArbitrageAnswer } from '../../client/src/index.ts';
import { compact, dollars, fixed, MISSING, probability, usd } from '../format/number.ts';
import { venueTitle } from '../format/venue.ts';
import { board } from './board.ts';
import { type Content, html, nothing } from './view.ts';

type Opportunity = SimulateArbitrageAnswer['selected'][number];
type Leg = Opportunity['legs'][number];

const TYPES: Readonly<Record<Opportunity['type'], string>> = {
  'yes-no': 'Yes here, No there',
  'complete-set': 'every outcome of one event',
  'perp-perp': 'long and short',
  'perp-basis': 'against the oracle',
};

/** Opportunities with gross and net edge as bars on one scale; without a net, the reason in its place. */
export function opportunityTable({ selected }: SimulateArbitrageAnswer): Content {
  const edges = selected.flatMap(({ edgePct, net }) => [edgePct, net?.edgePct ?? 0]);
  const scale = { from: Math.min(0, ...edges), to: Math.max(0, ...edges) };
  return html`<table class="plain opportunities">
    <thead>
      <tr>
        <th>orders</th><th class="num">price</th><th class="num">edge, gross</th><th class="num">net</th><th>gross over net</th>
        <th class="num">filled %</th><th class="num">fees USD</th><th class="num">profit USD</th><th class="num">lock-up d</th>
      </tr>
    </thead>
    ${selected.map((opportunity) => renderRows(opportunity, scale))}
  </table>`;
}

interface Scale {
  readonly from: number;
  readonly to: number;
}

function renderRows(opportunity: Opportunity, scale: Scale): Content {
  const { type, legs, edgePct, net, netReason } = opportunity;
  const [first, ...others] = legs;
  if (first === undefined) return nothing;
  const span = legs.length;
  return html`<tbody title="${TYPES[type]}, ${opportunity.id}">
    <tr>
      ${legCells(first)}
      <td class="num" rowspan=${span}><span title=${edgePct}>${fixed(edgePct, 2)} %</span></td>
      ${
        net === null
          ? html`<td class="num" rowspan=${span}><span class="missing">${MISSING}</span></td>
            <td rowspan=${span}>${edgeBars(edgePct, null, scale)}</td>
            <td class="reason" colspan="4" rowspan=${span}>${netReason}</td>`
          : html`<td class="num" rowspan=${span}>${netEdge(net)}</td>
            <td rowspan=${span}>${edgeBars(edgePct, net.edgePct, scale)}</td>
            <td class="num" rowspan=${span}>${fixed(net.filledFrac * 100, 0)}</td>
            <td class="num" rowspan=${span}>${dollars(net.feesUsd)}</td>
            <td class="num" rowspan=${span}>${dollars(net.profitUsd)}</td>
            <td class="num" rowspan=${span}>${lockUp(net)}</td>`
      }
    </tr>
    ${others.map((leg) => html`<tr>${legCells(leg)}</tr>`)}
    ${differences(net)}
  </tbody>`;
}

function legCells({ asset, venue, side, price, usd: share }: Leg): Content {
  const row = board.value.get(asset);
  const isProbability = side === 'yes' || side === 'no';
  return html`<td>
      <b class="side">${side}</b>
      <a href="/asset/${encodeURIComponent(asset)}" title=${asset}>${row?.name ?? asset}</a>
      <span class="muted">${venueTitle(venue)}</span>
    </td>
    <td class="num" title="${compact(share)} USD of the capital">${isProbability ? probability(price) : usd(price)}</td>`;
}

function netEdge({ edgePct }: NonNullable<Opportunity['net']>): Content {
  return html`<span class=${edgePct > 0 ? '' : 'bad'} title=${edgePct}>${fixed(edgePct, 2)} %</span>`;
}

function lockUp({ lockUpDays, annualisedEdgePct }: NonNullable<Opportunity['net']>): Content {
  if (lockUpDays === null) return html`<span class="missing" title="a venue states no end">${MISSING}</span>`;
  const yearly = annualisedEdgePct === null ? '' : `${fixed(annualisedEdgePct, 1)} % a year`;
  return html`<span title=${yearly}>${fixed(lockUpDays, 1)}</span>`;
}

function differences(net: Opportunity['net']): Content {
  const found = net?.settlementDifferences ?? [];
  if (found.length === 0) return nothing;
  return html`<tr class="note"><td colspan="9"><span class="warn">▲ may resolve differently:</span> ${found.join(' ')}</td></tr>`;
}

const WIDTH = 160;

function edgeBars(gross: number, net: number | null, { from, to }: Scale): Content {
  const width = to - from || 1;
  const at = (edge: number) => ((edge - from) / width) * WIDTH;
  const bar = (edge: number) => ({
    x: Math.min(at(0), at(edge)),
    size: Math.max(1, Math.abs(at(edge) - at(0))),
  });
  const above = bar(gross);
  const below = net === null ? null : bar(net);
  const label = `gross ${fixed(gross, 2)} %, net ${net === null ? 'not known' : `${fixed(net, 2)} %`}`;
  return html`<svg class="edges" width=${WIDTH} height="18" role="img" aria-label=${label}>
    <rect class="gross" x=${above.x} y="1" width=${above.size} height="7"></rect>
    ${below === null ? nothing : netBar(below, (net ?? 0) < 0)}
    <line x1=${at(0)} x2=${at(0)} y1="0" y2="18"></line>
  </svg>`;
}

function netBar({ x, size }: { readonly x: number; readonly size: number }, isLoss: boolean): Content {
  return svg`<rect class=${isLoss ? 'net loss' : 'net'} x=${x} y="10" width=${size} height="7"></rect>`;
}
