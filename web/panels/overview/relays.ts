import type { GetReferencesAnswer } from '../../../client/src/index.ts';
import { count } from '../../format/number.ts';
import { MINUTE_MS } from '../../format/time.ts';
import { call } from '../../state/calls.ts';
import { panel } from '../panel.ts';
import { type Column, rowTable } from '../table/table.ts';
import { type Content, html, renderAge } from '../view.ts';

interface RelayRow {
  readonly relay: GetReferencesAnswer['relays'][number];
  /** Number of series that it brings. */
  readonly series: number;
}

const TITLES: Readonly<Record<string, string>> = {
  rtds: 'Polymarket, without a key',
  polybolt: 'Polymarket, with credentials',
  kalshi: 'Kalshi',
};
const STATES: Readonly<Record<string, Content>> = {
  on: '● on',
  off: html`<span class="muted">○ off</span>`,
  connecting: html`<b class="warn">▲ connecting</b>`,
  gone: html`<b class="warn">▲ gone</b>`,
  refused: html`<b class="bad">■ refused</b>`,
};

const COLUMNS: readonly Column<RelayRow>[] = [
  {
    id: 'relay',
    title: 'relay',
    isName: true,
    width: 170,
    cell: ({ relay }) => TITLES[relay.relay] ?? relay.relay,
  },
  {
    id: 'state',
    title: 'state',
    isText: true,
    width: 110,
    phoneWidth: 110,
    cell: ({ relay }) => html`<span title=${relay.why ?? ''}>${STATES[relay.state]}</span>`,
  },
  { id: 'series', title: 'series', width: 64, cell: ({ series }) => count(series) },
  {
    id: 'last',
    title: 'last value',
    width: 80,
    phoneWidth: 80,
    cell: ({ relay }) => renderAge(relay.lastValueAt, 1_000),
  },
  { id: 'why', title: 'why', isText: true, width: 300, cell: ({ relay }) => relay.why ?? '' },
];
const TABLE = { label: 'Reference prices', columns: COLUMNS } as const;

/** Relays of reference prices, a row each. */
export const relays = (): Content =>
  panel<GetReferencesAnswer>({
    title: 'Reference prices',
    guide: 'settled',
    width: 'wide',
    isFlush: true,
    call: call<GetReferencesAnswer>('/api/references', { everyMs: MINUTE_MS / 4 }),
    list: ({ series }) => series,
    body: ({ relays: all, series }) =>
      rowTable<RelayRow>(
        TABLE,
        all.map((relay) => ({
          relay,
          series: series.filter((one) => one.relays.includes(relay.relay)).length,
        })),
      ),
  });
