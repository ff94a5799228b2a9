import type { ListReviewAnswer, ReviewItem } from '../../../client/src/index.ts';
import { count, microUsd } from '../../format/number.ts';
import { dayTime, MINUTE_MS, zoneName } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { settings } from '../../state/settings.ts';
import { treasuryCall } from '../../state/treasury.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html, nothing, renderAge } from '../view.ts';
import { refreshDeposits } from './deposits.ts';
import { describeEnds, describeKind } from './review-model.ts';

const SHOWN = 100;

const reviewCall = call<ListReviewAnswer>(`/api/account/review?limit=${SHOWN}`, {
  everyMs: MINUTE_MS,
  credential: 'admin',
});

function refresh(): void {
  reviewCall.refresh();
  treasuryCall.refresh();
  refreshDeposits();
}

async function decide(item: ReviewItem): Promise<void> {
  const { showReviewDecision } = await import('./review-decision.ts');
  showReviewDecision(item, refresh);
}

const ITEMS: StaticOptions<ReviewItem> = {
  label: 'Waits for you',
  columns: [
    {
      id: 'kind',
      title: 'Matter',
      isName: true,
      width: 190,
      phoneWidth: 96,
      cell: ({ kind, id }) => html`<span title="${describeKind(kind)} · ${id}">${describeKind(kind)}</span>`,
      sortBy: ({ kind }) => kind,
    },
    {
      id: 'owner',
      title: 'Owner',
      isText: true,
      width: 130,
      cell: ({ owner }) =>
        owner === null
          ? html`<span class="muted">not known</span>`
          : html`<span title=${owner}>${owner}</span>`,
      sortBy: ({ owner }) => owner,
    },
    {
      id: 'since',
      title: 'Since',
      isText: true,
      width: 140,
      cell: ({ since }) => dayTime(since, settings.value.zone),
      sortBy: ({ since }) => since,
    },
    {
      id: 'age',
      title: 'Waits',
      note: 'How long it has waited.',
      width: 76,
      phoneWidth: 64,
      cell: ({ since }) => renderAge(since),
      sortBy: ({ since }) => since,
    },
    {
      id: 'amount',
      title: 'Amount',
      note: 'As it came, in its currency.',
      width: 140,
      phoneWidth: 112,
      cell: ({ amount, currency }) =>
        amount === null
          ? html`<span class="missing" title="this matter has no amount">–</span>`
          : html`<span title="${amount} ${currency}">${amount} ${currency}</span>`,
    },
    {
      id: 'worth',
      title: 'Worth',
      unit: 'USD',
      width: 120,
      cell: ({ microUsd: worth }) =>
        worth === null
          ? html`<span class="missing" title="its value in US dollars is for you to name, or it has none">–</span>`
          : microUsd(worth),
      sortBy: ({ microUsd: worth }) => worth,
    },
    {
      id: 'ends',
      title: 'Ends by',
      isText: true,
      width: 196,
      cell: (item) =>
        html`<span title=${item.calls.map(({ command }) => command).join('\n')}>${describeEnds(item)}</span>`,
    },
    {
      id: 'decide',
      title: 'Decide',
      width: 92,
      phoneWidth: 88,
      cell: (item) =>
        html`<button aria-label="decide about ${item.id}" @click=${() => void decide(item)}>decide</button>`,
    },
  ],
  rowClass: () => 'tall',
};

/** Everything that waits for a person, of every kind, oldest first. */
export const reviewPanel = (): Content =>
  panel<ListReviewAnswer>({
    title: 'Waits for you',
    unit: () => `what the service does not decide by itself, oldest first; ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'review',
    call: reviewCall,
    list: ({ items }) => items,
    empty: ({ items }) => (items.length === 0 ? 'Nothing waits for you.' : null),
    body: ({ items, counts, nextCursor }) => html`${renderCounts(counts)}${rowTable(ITEMS, items)}
      ${nextCursor === null ? nothing : html`<p class="muted">The oldest ${SHOWN}; the request with <code>cursor</code> has the others.</p>`}`,
  });

/** How much of each kind waits, and for how long, where more than one kind does. */
function renderCounts(counts: ListReviewAnswer['counts']): Content {
  const waiting = Object.entries(counts).filter(([, { count: items }]) => items > 0);
  if (waiting.length < 2) return nothing;
  return html`<p class="muted kinds">${waiting.map(
    ([kind, { count: items, microUsd: sum, oldestMs }]) =>
      html`<span><b>${count(items)}</b> ${describeKind(kind)}${sum === null ? nothing : html`, ${microUsd(sum)} USD`}${oldestMs === null ? nothing : html`, ${renderAge(oldestMs)}`}</span>`,
  )}</p>`;
}
