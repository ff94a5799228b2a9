import type { GetFundingAnswer } from '../../../client/src/index.ts';
import { fixed } from '../../format/number.ts';
import { DAY_MS, dayTime, HOUR_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { serviceNow } from '../../state/clock.ts';
import { settings } from '../../state/settings.ts';
import { panel } from '../panel.ts';
import { type Content, html } from '../view.ts';
import { drawFunding, FUNDING_HEIGHT } from './funding-model.ts';
import type { AssetState } from './state.ts';

const EVERY_MS = 300_000;

/** What a perpetual paid in 30 days: a bar for each hour, above the line where longs paid. */
export const fundingHistory = (state: AssetState): Content =>
  panel<GetFundingAnswer>({
    title: 'Funding of 30 days',
    guide: 'glossary#figures',
    unit: '% of notional an hour',
    width: 'half',
    call: call<GetFundingAnswer>(`${state.path}/funding`, { everyMs: EVERY_MS }),
    empty: ({ payments }) => (payments.length === 0 ? 'The venue states no payment of these days.' : null),
    body: (answer) => {
      const { days, payments, sumFrac, annualizedFrac } = answer;
      const toMs = serviceNow() ?? payments.at(-1)?.t ?? 0;
      const fromMs = Math.floor((toMs - days * DAY_MS) / HOUR_MS) * HOUR_MS;
      const { positive, negative, zero, hours, least, most } = drawFunding(payments, fromMs, toMs);
      const { zone } = settings.value;
      const year = annualizedFrac === null ? '' : `, ${fixed(annualizedFrac * 100, 1)} % for a year`;
      const words = `between ${percent(least)} and ${percent(most)} %; longs paid ${fixed(sumFrac * 100, 3)} % in all${year}`;
      return html`<svg class="funding" viewBox="0 0 ${hours} ${FUNDING_HEIGHT}" preserveAspectRatio="none" width="100%" height=${FUNDING_HEIGHT} role="img" aria-label=${`Funding of ${days} days: ${words}`}
          ><path class="positive" d=${positive}></path><path class="negative" d=${negative}></path><path class="zero" d=${`M0 ${zero}H${hours}`}></path></svg>
        <p class="axis-ends muted"><span>${dayTime(fromMs, zone)}</span><span>${dayTime(toMs, zone)}</span></p>
        <p class="stands">Above the line longs paid, below it shorts: ${words}. <a href="/funding">All perpetuals by day</a></p>`;
    },
  });

const percent = (rate: number): string => fixed(rate * 100, 4);
