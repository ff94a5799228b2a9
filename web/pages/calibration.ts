import type { GetCalibrationAnswer } from '../../client/src/index.ts';
import { count, fixed, MISSING } from '../format/number.ts';
import { MINUTE_MS } from '../format/time.ts';
import type { OpenPage } from '../page.ts';
import { reliabilityDiagram } from '../panels/calibration/diagram.ts';
import {
  type Cell,
  chooseCell,
  describeScores,
  listLeftOut,
  toCellName,
} from '../panels/calibration/model.ts';
import { choices, chosen } from '../panels/choices.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html, nothing } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { param, setParams, withQuery } from '../state/location.ts';

const TABS = [
  ['early', 'before the end'],
  ['final', 'final minutes'],
] as const;
const EARLY = [
  ['1h', '1 h'],
  ['6h', '6 h'],
  ['1d', '1 d'],
  ['7d', '7 d'],
  ['30d', '30 d'],
] as const;
const FINAL = [
  ['10m', '10 min'],
  ['5m', '5 min'],
  ['1m', '1 min'],
] as const;

const isFinal = () => chosen(param('tab'), TABS) === 'final';
const horizons = () => (isFinal() ? FINAL : EARLY);
const horizon = () => chosen(param('horizon'), horizons());

/** Opens the page that answers: how often did prices come true? */
export function open(): OpenPage {
  const cells = panel<GetCalibrationAnswer>({
    title: 'Price and what came true',
    guide: 'calibration#read-a-cell',
    unit: () => `${horizons().find(([id]) => id === horizon())?.[1]} before the stated end`,
    width: 'full',
    call: () =>
      call<GetCalibrationAnswer>(withQuery('/api/calibration', { horizon: horizon(), bands: 'true' }), {
        // The service answers from what it keeps for an hour: asked more often, a page knows that it is still there.
        everyMs: 10 * MINUTE_MS,
      }),
    empty: ({ cells, throughDay }) => {
      if (throughDay === null)
        return 'no day is closed yet: the first one is at 00:20 UTC after a market has resolved';
      return cells.length === 0 ? 'no market has resolved at this horizon' : null;
    },
    tools:
      () => html`${choices({ label: 'horizons', param: 'tab', values: TABS, current: chosen(param('tab'), TABS) })}
      ${choices({ label: 'horizon', param: 'horizon', values: horizons(), current: horizon() })}`,
    body: renderCells,
  });
  return {
    title: 'Calibration',
    view: () =>
      html`<h1 class="pagehead">How often did prices come true?</h1><div class="grid">${cells}</div>`,
  };
}

function renderCells({ cells, throughDay }: GetCalibrationAnswer): Content {
  const cell = chooseCell(cells, param('cell'));
  if (cell === undefined) return nothing;
  const leftOut = listLeftOut(cell);
  const isLost = param('cell') !== null && toCellName(cell) !== param('cell');
  return html`${isLost ? html`<p class="warn">▲ The cell of the address is not in this list; another is shown.</p>` : nothing}<div class="calibration">
      ${reliabilityDiagram(cell)}
      <div>
        <h3>${describeCell(cell)}</h3>
        ${describeScores(cell).map((sentence) => html`<p>${sentence}</p>`)}
        ${
          leftOut.length === 0
            ? nothing
            : html`<p class="muted">Left out: ${leftOut.map(([reason, n]) => `${count(n)} ${reason}`).join('; ')}.</p>`
        }
        <p class="muted">Circles that are filled fail. Days up to ${throughDay}.</p>
      </div>
    </div>
    <div class="scroll-x"><table class="plain">
      <thead><tr><th>markets</th><th class="num">samples</th><th class="num">events</th><th class="num">asked, %</th><th class="num">came true, %</th><th class="num">Brier</th></tr></thead>
      <tbody>${cells.map((one) => cellRow(one, one === cell))}</tbody>
    </table></div>`;
}

function cellRow(cell: Cell, isShown: boolean): Content {
  const show = () => setParams({ cell: toCellName(cell) });
  return html`<tr>
    <td class="nowrap"><button aria-pressed=${isShown} @click=${show}>${describeCell(cell)}</button></td>
    <td class="num">${count(cell.n)}</td>
    <td class="num">${count(cell.clusters)}</td>
    ${[cell.meanPrice, cell.share].map((value) => figureCell(value === null ? null : fixed(100 * value, 1)))}
    ${figureCell(cell.brier === null ? null : fixed(cell.brier, 4))}
  </tr>`;
}

const figureCell = (text: string | null) =>
  text === null
    ? html`<td class="num"><span class="missing" title="too few samples">${MISSING}</span></td>`
    : html`<td class="num">${text}</td>`;

const describeCell = ({ venue, category }: Cell) => `${venue} · ${category}`;
