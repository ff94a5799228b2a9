import { effect } from '@preact/signals-core';
import type { GetFundingDaysAnswer } from '../../client/src/index.ts';
import type { OpenPage } from '../page.ts';
import { choices, chosen } from '../panels/choices.ts';
import { fundingMap } from '../panels/funding/map.ts';
import { listDays, orderRows } from '../panels/funding/map-model.ts';
import { panel } from '../panels/panel.ts';
import { html } from '../panels/view.ts';
import { type Call, call } from '../state/calls.ts';
import { param, withQuery } from '../state/location.ts';

const EVERY_MS = 120_000;
/** Interval between requests while the service reads payments from the venue, ms. */
const WAITING_MS = 6_000;
const DEFAULT_DAYS = '30';
const DAYS = [
  ['7', '7 d'],
  [DEFAULT_DAYS, '30 d'],
] as const;
const DEFAULT_ROWS = '25';
const ROWS = [
  ['10', '10'],
  [DEFAULT_ROWS, '25'],
  ['50', '50'],
] as const;
const ORDERS = [
  ['volume', 'largest'],
  ['paid', 'longs paid most'],
  ['earned', 'shorts paid most'],
] as const;

const days = () => chosen(param('days'), DAYS, DEFAULT_DAYS);
const rows = () => chosen(param('rows'), ROWS, DEFAULT_ROWS);
const order = () => chosen(param('by'), ORDERS);

const fundingCall = (): Call<GetFundingDaysAnswer> =>
  call<GetFundingDaysAnswer>(withQuery('/api/funding', { days: days(), limit: rows() }), {
    everyMs: EVERY_MS,
  });

/** Opens the page that answers: who paid whom to hold a perpetual, day by day? */
export function open(): OpenPage {
  const map = panel<GetFundingDaysAnswer>({
    title: 'Funding by day',
    guide: 'glossary#figures',
    unit: '% of notional, UTC days',
    width: 'full',
    call: fundingCall,
    never: (answer) => (answer.rows.length === 0 ? 'No venue has listed a perpetual yet.' : null),
    list: listDays,
    tools:
      () => html`${choices({ label: 'days', param: 'days', values: DAYS, current: days(), standard: DEFAULT_DAYS })}
      ${choices({ label: 'order', param: 'by', values: ORDERS, current: order() })}
      ${choices({ label: 'rows', param: 'rows', values: ROWS, current: rows(), standard: DEFAULT_ROWS })}`,
    body: (answer) => fundingMap({ ...answer, rows: orderRows(answer.rows, order()) }),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const asked = fundingCall();
    clearTimeout(timer);
    if ((asked.state.value.data?.waiting ?? 0) > 0) timer = setTimeout(() => asked.renew(), WAITING_MS);
  });
  return {
    title: 'Funding',
    view: () => html`<h1 class="pagehead">Who paid to hold perpetuals?</h1><div class="grid">${map}</div>`,
    close: () => {
      stop();
      clearTimeout(timer);
    },
  };
}
