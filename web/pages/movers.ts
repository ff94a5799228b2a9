import type { GetMoversAnswer, Mover } from '../../client/src/index.ts';
import { count, fixed } from '../format/number.ts';
import { getPriceUnit, kindsIn, venueTitle } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { moveFigure, priceFigure } from '../panels/figure.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { param, withQuery } from '../state/location.ts';

const EVERY_MS = 60_000;
const DEFAULT_ROWS = '25';
const ROWS = [
  ['10', '10'],
  [DEFAULT_ROWS, '25'],
  ['50', '50'],
] as const;
const rowsShown = () => chosen(param('rows'), ROWS, DEFAULT_ROWS);
const KINDS = [
  ['', 'all'],
  [kindsIn('usd'), 'perpetuals'],
  [kindsIn('probability'), 'probabilities'],
] as const;
const LEAST = [
  ['0', 'any change'],
  ['0.01', '≥ 1 %'],
  ['0.05', '≥ 5 %'],
  ['0.2', '≥ 20 %'],
] as const;

const moversCall = () =>
  call<GetMoversAnswer>(
    withQuery('/api/movers', {
      topN: rowsShown(),
      kind: chosen(param('kind'), KINDS),
      minPriceChangePct: chosen(param('least'), LEAST),
    }),
    { everyMs: EVERY_MS },
  );

/** What moved in the last 24 hours? */
export function open(): OpenPage {
  const panels = [
    direction('Rose most', ({ gainers }) => gainers, 'Nothing rose by so much.'),
    direction('Fell most', ({ losers }) => losers, 'Nothing fell by so much.'),
  ];
  return {
    title: 'Movers',
    view: () => html`<h1 class="pagehead">
        What moved in 24 hours?
        <span class="spring"></span>${filters()}
      </h1>
      <div class="grid">${panels}</div>`,
  };
}

function filters(): Content {
  return html`${choices({ label: 'kind', param: 'kind', values: KINDS, current: chosen(param('kind'), KINDS) })}
  ${choices({ label: 'least change', param: 'least', values: LEAST, current: chosen(param('least'), LEAST) })}
  ${choices({ label: 'rows', param: 'rows', values: ROWS, current: rowsShown(), standard: DEFAULT_ROWS })}`;
}

function direction(
  title: string,
  getRows: (answer: GetMoversAnswer) => readonly Mover[],
  nothingMoved: string,
): Content {
  return panel<GetMoversAnswer>({
    title,
    unit: 'change of 24 h, by share of the price',
    call: moversCall,
    empty: (answer) => (getRows(answer).length === 0 ? nothingMoved : null),
    body: (answer) => moversTable(getRows(answer), answer.totals),
  });
}

function moversTable(movers: readonly Mover[], totals: GetMoversAnswer['totals']): Content {
  const widest = Math.max(...movers.map(({ changeFrac }) => Math.abs(changeFrac)));
  return html`<table class="plain fixed movers">
      <thead>
        <tr><th>market</th><th class="num">price</th><th class="num">change</th><th class="num share">%</th><th class="bar"><span class="hidden">bar</span></th></tr>
      </thead>
      <tbody>
        ${movers.map(
          (mover) => html`<tr>
            <td class="text"><a href="/asset/${encodeURIComponent(mover.asset)}" title=${mover.asset}>${mover.name}</a> <span class="muted">${venueTitle(mover.venue)}</span></td>
            <td class="num">${priceFigure(mover.currentPrice, { unit: getUnit(mover), whyNull: 'no_price' })}</td>
            <td class="num" title=${SOURCES[mover.source]}>${change(mover)}</td>
            <td class="num muted">${fixed(mover.changeFrac * 100, 1)}</td>
            <td class="bar">${bar(mover.changeFrac, widest)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="muted">
      ${count(totals.eligible)} of ${count(totals.considered)} markets have a change of 24 hours that is
      known${totals.avgAbsChange === null ? nothing : html`; on average ${fixed(totals.avgAbsChange * 100, 1)} % of the price`}
    </p>`;
}

const SOURCES: Readonly<Record<Mover['source'], string>> = {
  feed: "the venue's own figure",
  'store-delta': 'against the record of 24 hours ago',
};

const getUnit = ({ asset }: Mover) => getPriceUnit(asset);

/** Of probabilities the points: 2 % to 4 % is a rise by two points, and by 100 %. */
function change(mover: Mover): Content {
  const unit = getUnit(mover);
  return moveFigure(unit === 'usd' ? mover.changeFrac * 100 : mover.change24hPts, {
    unit,
    whyNull: 'no_price',
  });
}

function bar(changeFrac: number, widest: number): Content {
  const width = widest === 0 ? 0 : Math.max(1, (Math.abs(changeFrac) / widest) * 100);
  return html`<svg class=${changeFrac < 0 ? 'down' : 'up'} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"
    ><rect width=${width} height="8"></rect></svg>`;
}
