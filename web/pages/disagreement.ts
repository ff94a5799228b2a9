import type { GetLinksAnswer, SimulateArbitrageAnswer } from '../../client/src/index.ts';
import { count } from '../format/number.ts';
import { MINUTE_MS } from '../format/time.ts';
import type { OpenPage } from '../page.ts';
import {
  answerLine,
  feeLines,
  OPPORTUNITY_COLUMNS,
  opportunityTables,
} from '../panels/disagreement/opportunities.ts';
import { simulationFilters, simulationQuery } from '../panels/disagreement/opportunity-filters.ts';
import { orderTable, pairTable, refusedTable } from '../panels/disagreement/pairs.ts';
import { findContradictions } from '../panels/disagreement/pairs-model.ts';
import { board } from '../panels/market/board.ts';
import { panel } from '../panels/panel.ts';
import { columnsButton } from '../panels/table/columns-button.ts';
import { html, view } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { withQuery } from '../state/location.ts';

/** Net figures change with the books, and each of them costs the venues up to 80 requests. */
const SIMULATED_EVERY_MS = 15_000;

const arbitrage = () =>
  call<SimulateArbitrageAnswer>(withQuery('/api/arb/sim', simulationQuery()), {
    everyMs: SIMULATED_EVERY_MS,
    credential: 'key',
  });

const links = call<GetLinksAnswer>('/api/links?sort=difference&limit=1000', { everyMs: MINUTE_MS });
const refusedLinks = call<GetLinksAnswer>('/api/links?state=refused&limit=40', { everyMs: MINUTE_MS });

/** Opens the page that answers: where do venues disagree, and is it real? */
export function open(): OpenPage {
  const opportunities = panel<SimulateArbitrageAnswer>({
    title: 'Opportunities',
    guide: 'arbitrage#what-can-be-earned',
    unit: 'by what they earn in a year after books and fees; a row opens',
    width: 'full',
    call: arbitrage,
    freeCall: '/api/links',
    isFlush: true,
    tools: () => columnsButton('Opportunities', OPPORTUNITY_COLUMNS),
    empty: ({ selected, summary }) =>
      selected.length > 0
        ? null
        : `No complete set of orders costs less than it pays; ${count(summary.opportunitiesConsidered)} were looked at.`,
    body: (answer) => html`${answerLine(answer)}${opportunityTables(answer)}${feeLines(answer)}`,
  });
  const pairs = panel<GetLinksAnswer>({
    title: 'Pairs',
    guide: 'links',
    unit: 'one question, two venues; widest difference beyond their spreads first',
    width: 'full',
    call: links,
    empty: ({ links: found }) =>
      found.length > 0 ? null : 'No two listings are linked yet; matching begins with the first polls.',
    isFlush: true,
    body: pairTable,
  });
  const order = panel<GetLinksAnswer>({
    title: 'Order',
    guide: 'links#how-the-matcher-decides',
    unit: 'one implies the other, and is bid above it; no arbitrage',
    width: 'full',
    call: links,
    empty: (answer) =>
      findContradictions(answer.links, board.value).length > 0
        ? null
        : 'Of all pairs of which one implies the other, the prices are in order.',
    isFlush: true,
    body: (answer) => orderTable(findContradictions(answer.links, board.value)),
  });
  const refused = panel<GetLinksAnswer>({
    title: 'Refused',
    guide: 'links#how-the-matcher-decides',
    unit: 'looked alike, and are not the same question',
    width: 'full',
    call: refusedLinks,
    empty: ({ refused: found = [] }) => (found.length > 0 ? null : 'No pair was refused.'),
    isFlush: true,
    body: ({ refused: found = [] }) => refusedTable(found),
  });
  const filters = view(simulationFilters);
  return {
    title: 'Disagreement',
    view: () => html`<h1 class="pagehead">Where do venues disagree, and is it real?</h1>
      ${filters}
      <div class="grid">${[opportunities, pairs, order, refused]}</div>`,
  };
}
