import type { GetLinksAnswer, SimulateArbitrageAnswer } from '../../client/src/index.ts';
import { compact, count, fixed } from '../format/number.ts';
import type { OpenPage } from '../page.ts';
import { board } from '../panels/board.ts';
import { choices, chosen } from '../panels/choices.ts';
import { opportunityTable } from '../panels/opportunities.ts';
import { orderTable, pairTable, refusedTable } from '../panels/pairs.ts';
import { findContradictions } from '../panels/pairs-model.ts';
import { panel } from '../panels/panel.ts';
import { type Content, html } from '../panels/view.ts';
import { call } from '../state/calls.ts';
import { param, setParams, withQuery } from '../state/location.ts';

const DEFAULT_CAPITAL = 10_000;
const LEGS = [
  ['2', 'tradable'],
  ['1', 'with perpetuals against their oracle'],
] as const;
const SPREADS = [
  ['0.5', '≤ 50 %'],
  ['0.2', '≤ 20 %'],
  ['0.05', '≤ 5 %'],
] as const;
const MINUTE_MS = 60_000;

const capital = () => {
  const given = Number(param('capital'));
  return given > 0 ? given : DEFAULT_CAPITAL;
};

const arbitrage = () =>
  call<SimulateArbitrageAnswer>(
    withQuery('/api/arb/sim', {
      capital: capital(),
      topN: 25,
      minLegs: chosen(param('legs'), LEGS),
      maxSpread: chosen(param('spread'), SPREADS),
    }),
    { everyMs: 15_000, credential: 'key' },
  );

const links = call<GetLinksAnswer>('/api/links?sort=difference&limit=1000', { everyMs: MINUTE_MS });
const refusedLinks = call<GetLinksAnswer>('/api/links?state=refused&limit=40', { everyMs: MINUTE_MS });

/** Where do venues disagree, and is it real? */
export function open(): OpenPage {
  const opportunities = panel<SimulateArbitrageAnswer>({
    title: 'Opportunities',
    unit: 'edge in % of what is paid, until it settles',
    width: 'full',
    call: arbitrage,
    freeCall: '/api/links',
    tools: parameters,
    empty: ({ selected, summary }) =>
      selected.length > 0
        ? null
        : `No complete set of orders costs less than it pays; ${count(summary.opportunitiesConsidered)} were looked at.`,
    body: (answer) => html`${summaryLine(answer)}${opportunityTable(answer)}`,
  });
  const pairs = panel<GetLinksAnswer>({
    title: 'Pairs',
    unit: 'one question, two venues; widest difference beyond their spreads first',
    width: 'full',
    call: links,
    empty: ({ links: found }) =>
      found.length > 0 ? null : 'No two listings are linked yet; matching begins with the first polls.',
    body: pairTable,
  });
  const order = panel<GetLinksAnswer>({
    title: 'Order',
    unit: 'one implies the other, and is bid above it; no arbitrage',
    width: 'full',
    call: links,
    empty: (answer) =>
      findContradictions(answer.links, board.value).length > 0
        ? null
        : 'Of all pairs of which one implies the other, the prices are in order.',
    body: (answer) => orderTable(findContradictions(answer.links, board.value)),
  });
  const refused = panel<GetLinksAnswer>({
    title: 'Refused',
    unit: 'looked alike, and are not the same question',
    width: 'full',
    call: refusedLinks,
    empty: ({ refused: found = [] }) => (found.length > 0 ? null : 'No pair was refused.'),
    body: ({ refused: found = [] }) => refusedTable(found),
  });
  return {
    title: 'Disagreement',
    view: () => html`<h1 class="pagehead">Where do venues disagree, and is it real?</h1>
      <div class="grid">${[opportunities, pairs, order, refused]}</div>`,
  };
}

function parameters(): Content {
  const setCapital = (event: Event) => {
    const given = Number((event.target as HTMLInputElement).value);
    setParams({ capital: given > 0 && given !== DEFAULT_CAPITAL ? given : null });
  };
  return html`<label class="check"
      >capital <input type="number" class="amount" min="1" step="1000" .value=${String(capital())} @change=${setCapital}> USD</label
    >
    ${choices({ label: 'spread that is believed', param: 'spread', values: SPREADS, current: chosen(param('spread'), SPREADS) })}
    ${choices({ label: 'orders', param: 'legs', values: LEGS, current: chosen(param('legs'), LEGS) })}`;
}

function summaryLine({ summary }: SimulateArbitrageAnswer): Content {
  const { opportunitiesConsidered, opportunitiesSelected, capitalDeployed, expectedProfit, expectedEdgePct } =
    summary;
  return html`<p class="muted">
    ${count(opportunitiesSelected)} of ${count(opportunitiesConsidered)} take ${compact(capitalDeployed)} USD and would pay
    ${fixed(expectedProfit, 2)} USD gross (${fixed(expectedEdgePct, 2)} %), before fees and as far as the books reach.
  </p>`;
}
