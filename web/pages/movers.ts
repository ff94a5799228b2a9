import type { GetMoversAnswer, Mover } from '../../client/src/index.ts';
import { distanceText, getUnits } from '../format/market.ts';
import { count, fixed } from '../format/number.ts';
import { MINUTE_MS } from '../format/time.ts';
import { kindsIn, type PriceUnit } from '../format/venue.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { describeComing } from '../panels/market/sparkline.ts';
import { moversTable } from '../panels/movers/table.ts';
import { panel } from '../panels/panel.ts';
import { rowTable, type StaticOptions } from '../panels/table/table.ts';
import { type Content, html, nothing } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { param, setParams, withQuery } from '../state/location.ts';
import { settings } from '../state/settings.ts';

const EVERY_MS = MINUTE_MS;
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
/** Least changes: a share of the price of perpetuals, and a hundred times as many points of probabilities. */
const LEAST = [
  ['0', 'any change'],
  ['0.01', '≥ 1'],
  ['0.05', '≥ 5'],
  ['0.2', '≥ 20'],
] as const;
/** Orders of probabilities. As a share of the price 1 % to 2 % would go before 50 % to 90 %. */
const ORDERS = [
  ['pts', 'points'],
  ['logOdds', 'log-odds'],
] as const;
const order = () => chosen(param('by'), ORDERS);
/** Markets with less volume in 24 hours are left out: a single small trade moves them. */
const DUST_USD = 1_000;
const isDustShown = () => param('dust') === 'shown';

/** Perpetuals and probabilities are never in one ranking: a percent of a price and a point do not compare. */
function moversCall(unit: PriceUnit) {
  const least = Number(chosen(param('least'), LEAST));
  return call<GetMoversAnswer>(
    withQuery('/api/movers', {
      topN: rowsShown(),
      kind: kindsIn(unit),
      ...(isDustShown() ? {} : { minVolumeUsd: DUST_USD }),
      ...(unit === 'usd' ? { minPriceChangePct: least } : { by: order(), minChangePts: least * 100 }),
    }),
    { everyMs: EVERY_MS },
  );
}

const UNITS = ['probability', 'usd'] as const;
const shownUnits = (): readonly PriceUnit[] =>
  UNITS.filter((unit) => ['', kindsIn(unit)].includes(chosen(param('kind'), KINDS)));

/** Opens the page that answers: what moved in the last 24 hours? */
export function open(): OpenPage {
  const panels = {
    probability: directions('probability', 'Probabilities'),
    usd: directions('usd', 'Perpetuals'),
  };
  return {
    title: 'Movers',
    view: () => html`<h1 class="pagehead">
        What moved in 24 hours?
        <span class="spring"></span>${filters()}
      </h1>
      <div class="grid">${shownUnits().map((unit) => panels[unit])}</div>`,
  };
}

const directions = (unit: PriceUnit, class_: string): readonly Content[] => [
  direction(unit, `${class_} that rose most`, ({ gainers }) => gainers, 'Nothing rose by so much.'),
  direction(unit, `${class_} that fell most`, ({ losers }) => losers, 'Nothing fell by so much.'),
];

function filters(): Content {
  return html`${choices({ label: 'kind', param: 'kind', values: KINDS, current: chosen(param('kind'), KINDS) })}
  ${shownUnits().includes('probability') ? choices({ label: 'order of probabilities', param: 'by', values: ORDERS, current: order() }) : nothing}
  ${choices({ label: 'least change', param: 'least', values: leastChoices(), current: chosen(param('least'), LEAST) })}
  ${choices({ label: 'rows', param: 'rows', values: ROWS, current: rowsShown(), standard: DEFAULT_ROWS })}`;
}

/** Lists the choices of the smallest change, with the units of the classes that are shown. */
const leastChoices = () => {
  const units = shownUnits()
    .map((unit) => getUnits(unit, settings.value.odds).change)
    .join(', ');
  return LEAST.map(([value, name]) => [value, value === '0' ? name : `${name} ${units}`] as const);
};

function direction(
  unit: PriceUnit,
  title: string,
  getRows: (answer: GetMoversAnswer) => readonly Mover[],
  nothingMoved: string,
): Content {
  return panel<GetMoversAnswer>({
    title,
    guide: 'glossary#figures',
    unit: () =>
      unit === 'usd' ? 'by percent of the price' : order() === 'pts' ? 'by points' : 'by log-odds',
    call: () => moversCall(unit),
    empty: (answer) => (getRows(answer).length === 0 ? nothingMoved : null),
    isFlush: true,
    body: (answer) => renderMovers(title, getRows(answer), answer),
  });
}

const shownMovers = (): readonly Mover[] =>
  shownUnits().flatMap((unit) => {
    const { data } = moversCall(unit).state.value;
    return data === null ? [] : [...data.gainers, ...data.losers];
  });

const tables = new Map<string, StaticOptions<Mover>>();
const findTable = (label: string, hasLogOdds: boolean): StaticOptions<Mover> => {
  const key = `${label} ${hasLogOdds}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const made = moversTable({ label, getShown: shownMovers, hasLogOdds });
  tables.set(key, made);
  return made;
};

function renderMovers(label: string, movers: readonly Mover[], { totals, params }: GetMoversAnswer): Content {
  const isOfPoints = params.by !== 'frac';
  const average = isOfPoints ? totals.avgAbsChangePts : totals.avgAbsChange;
  const size =
    average === null
      ? ''
      : isOfPoints
        ? `; on average ${distanceText(average, 'probability', settings.value.odds)}`
        : `; on average ${fixed(average * 100, 1)} %`;
  return html`${rowTable(findTable(label, params.by === 'logOdds'), movers)}
    <p class="muted">
      ${count(totals.eligible)} of ${count(totals.considered)} markets have a change of 24 hours that is
      known${size}${describeComing() === '' ? nothing : `; ${describeComing()}`}.
      ${dust(totals.belowVolume)}
    </p>`;
}

/** Shows the number of markets that are left out for their small volume, with a link that shows them. */
function dust(belowVolume: number): Content {
  if (isDustShown())
    return html`<button @click=${() => setParams({ dust: null })}>leave out markets below ${count(DUST_USD)} USD</button>`;
  if (belowVolume === 0) return nothing;
  return html`${count(belowVolume)} with a volume below ${count(DUST_USD)} USD
    ${belowVolume === 1 ? 'is' : 'are'} left out:
    <button @click=${() => setParams({ dust: 'shown' })}>show them</button>`;
}
