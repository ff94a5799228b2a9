import type { FundingDaysRow, GetFundingDaysAnswer } from '../../../client/src/index.ts';
import { count, fixed, MISSING } from '../../format/number.ts';
import { toStep } from '../heat-map.ts';
import { type Content, html, nothing } from '../view.ts';
import { findScale, listBehind } from './map-model.ts';

type Day = NonNullable<FundingDaysRow['daily']>[number];

/** Days of perpetuals as a table with their figures; the colour repeats sign and size. */
export function fundingMap({ rows, waiting, days, total, generatedAt }: GetFundingDaysAnswer): Content {
  const listed = rows.find(({ daily }) => daily !== null)?.daily ?? [];
  const scale = findScale(rows);
  const behind = listBehind({ rows, generatedAt });
  return html`${
    waiting === 0
      ? nothing
      : html`<p class="warn" role="status">▲ ${waiting} of ${rows.length} are on their way: the venue states one at a time.</p>`
  }
    ${behind[0] === undefined ? nothing : html`<p class="warn" role="status">▲ Of ${behind.length === 1 ? behind[0].coin : `${behind.length} perpetuals`} no payment is known after ${new Date(behind[0].lastMs).toISOString().slice(0, 16).replace('T', ' ')} UTC: their last days are not whole.</p>`}
    <table class="heat funding-days">
      <caption class="hidden">Funding of ${rows.length} perpetuals by day, percent of notional: above zero longs paid</caption>
      <thead><tr>
        <th scope="col">perpetual</th><th scope="col" class="sum">${days} d</th>
        ${listed.map(({ day }, index) => html`<th scope="col" title=${day}>${index === 0 || day.endsWith('-01') ? day.slice(5) : day.slice(8)}</th>`)}
      </tr></thead>
      <tbody>${rows.map((row) => rowOf(row, listed.length, scale))}</tbody>
    </table>
    <p class="stands">▲ + longs paid shorts, ▼ − shorts paid longs${scale === 0 ? '' : `; the strongest colour is ${percent(scale)} % a day or more`}. The largest ${count(rows.length)} of ${total === null ? 'all' : count(total)} perpetuals by volume of 24 hours; today is not over.</p>`;
}

function rowOf(
  { asset, coin, state, sumFrac, daily }: FundingDaysRow,
  width: number,
  scale: number,
): Content {
  const name = html`<th scope="row"><a href="/asset/${encodeURIComponent(asset)}" title=${asset}>${coin}</a></th>`;
  if (daily === null) {
    const why = state === 'waiting' ? 'on its way' : 'the venue gave none; it is asked again';
    return html`<tr>${name}<td class="sum" title=${why}>${MISSING}</td><td class="muted" colspan=${Math.max(1, width)}>${why}</td></tr>`;
  }
  return html`<tr>${name}
    <td class="sum"><b>${sumFrac === null ? MISSING : signed(sumFrac)}</b></td>
    ${daily.map((day) => dayCell(coin, day, scale))}</tr>`;
}

function dayCell(coin: string, { day, sumFrac, payments }: Day, scale: number): Content {
  if (sumFrac === null) return html`<td title=${`${coin}, ${day}: no payment is known`}>${MISSING}</td>`;
  const who =
    sumFrac === 0
      ? 'nobody paid'
      : `${sumFrac > 0 ? 'longs' : 'shorts'} paid ${percent(Math.abs(sumFrac))} %`;
  const step = scale === 0 ? '' : toStep(sumFrac / scale);
  return html`<td class=${step} title=${`${coin}, ${day}: ${who}, ${payments} ${payments === 1 ? 'payment' : 'payments'}`}>${signed(sumFrac)}</td>`;
}

const percent = (frac: number): string => fixed(frac * 100, 3);

/** Formats percent with a sign; zero has none. */
function signed(frac: number): string {
  const text = fixed(Math.abs(frac) * 100, 2);
  if (Number(text) === 0) return '0.00';
  return `${frac > 0 ? '+' : '−'}${text}`;
}
