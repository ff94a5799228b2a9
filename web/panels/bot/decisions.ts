import type { BotDecision, GetBotStatusAnswer } from '../../../client/src/index.ts';
import { reasonText } from '../../format/field.ts';
import { dollars, fixed, MISSING } from '../../format/number.ts';
import { zoneName } from '../../format/time.ts';
import { getPriceUnit } from '../../format/venue.ts';
import { botStatus } from '../../state/bot.ts';
import { settings } from '../../state/settings.ts';
import { priceFigure } from '../figure.ts';
import { panel } from '../panel.ts';
import { rowTable, type StaticOptions } from '../table/table.ts';
import { type Content, html } from '../view.ts';
import { marketColumn, timeColumn } from './columns.ts';

const ACTIONS = { hold: 'held', open: 'opened', close: 'closed' } as const;

const DECISIONS: StaticOptions<BotDecision> = {
  label: 'Decisions',
  columns: [
    marketColumn({ width: 180, phoneWidth: 110 }),
    timeColumn(({ t }) => t),
    {
      id: 'signal',
      title: 'Signal',
      isText: true,
      width: 130,
      cell: ({ direction, confidence }) =>
        direction === null
          ? MISSING
          : `${direction.toLowerCase()}${confidence === null ? '' : ` ${fixed(confidence, 2)}`}`,
    },
    {
      id: 'did',
      title: 'Did',
      isText: true,
      width: 130,
      phoneWidth: 76,
      cell: ({ action, side }) => `${ACTIONS[action]}${side === null ? '' : `, ${side}`}`,
    },
    {
      id: 'price',
      title: 'Price',
      width: 92,
      cell: ({ price, asset }) =>
        priceFigure(price, { unit: getPriceUnit(asset), whyNull: 'the market has none' }),
    },
    {
      id: 'size',
      title: 'Size',
      unit: 'USD',
      width: 88,
      cell: ({ sizeUsd }) => (sizeUsd === null ? MISSING : dollars(sizeUsd)),
    },
    {
      id: 'why',
      title: 'Reason, or result',
      isText: true,
      width: 260,
      phoneWidth: 150,
      cell: ({ reason, status }) => {
        const words = reason === null ? (status ?? '').replaceAll('_', ' ') : reasonText(reason);
        return html`<span title=${reason ?? status ?? ''}>${words}</span>`;
      },
    },
  ],
};

const DECISIONS_SHOWN = 50;

/** The engine's decisions for the bot, with the reasons to hold. */
export const decisionsPanel = (): Content =>
  panel<GetBotStatusAnswer>({
    title: 'Decisions of the engine',
    unit: () => `the newest ${DECISIONS_SHOWN}, ${zoneName(settings.value.zone)}`,
    width: 'full',
    isFlush: true,
    guide: 'bot#the-engine',
    call: botStatus,
    list: ({ engine }) => engine?.decisions ?? [],
    empty: ({ engine, config, system }) => {
      if ((engine?.decisions ?? []).length > 0) return null;
      if (!system.engineLoop)
        return 'The engine of this service is off: it decides nothing. Its operator turns it on with CROSSTAPE_BOT_ENGINE=on.';
      return config?.enabled === true
        ? 'The engine has decided nothing yet.'
        : 'This bot does not trade on its own: “change” in its settings turns that on.';
    },
    body: ({ engine }) => rowTable(DECISIONS, (engine?.decisions ?? []).slice(0, DECISIONS_SHOWN)),
  });
