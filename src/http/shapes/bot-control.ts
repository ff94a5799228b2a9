import { type BotControl, CLOSING_CAUSES, HALTS, type Halt } from '../../bot/control/control.ts';
import { type MicroUsd, toUsd } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import { microUsdField } from './money-fields.ts';

/** Converts a bot's settings and halts to the body of a response. @param feeMicroUsd Fee of each order, micro-USD. */
export function toControlBody(control: BotControl, feeMicroUsd: MicroUsd) {
  const { config } = control;
  return {
    config: { ...config, venues: [...config.venues], assets: [...config.assets], feeMicroUsd },
    ...toHaltBody(control),
  };
}

/** Builds the members about what is halted, closing and stopped. */
export function toHaltBody({ halt, exitState }: Pick<BotControl, 'halt' | 'exitState'>) {
  const { closing, stop } = exitState;
  return {
    killed: halt === 'all',
    halt,
    closing: closing === null ? null : { ...closing },
    stopped:
      stop === null
        ? null
        : { atMs: stop.atMs, lossUsd: toUsd(stop.lossMicroUsd), limitUsd: toUsd(stop.limitMicroUsd) },
  };
}

/** Requires that positions can be closed, which any halt except `all` allows. @throws {ApiError} 423 `kill_switch`. */
export function requireClosable(halt: Halt): void {
  if (halt !== 'all') return;
  throw new ApiError(
    'kill_switch',
    'all trading is halted, closing positions too; a halt of opening would still let positions be closed',
  );
}

export const haltField = (description: string) =>
  s.choice(
    `${description} \`opening\`: nothing is opened, closes go on. \`all\`: no order leaves, and what rests is cancelled.`,
    HALTS,
  );

/** Builds the schema members about what is halted, closing and stopped. */
export const controlFields = () => ({
  killed: s.bool('Whether all trading of the bot is halted by its own switch.', false),
  halt: s.named('BotHalt', haltField('What is halted for the bot itself.')),
  closing: s.named(
    'BotClosing',
    s.nullable(
      s.object('Every position is being closed, and nothing is opened meanwhile.', {
        cause: s.choice('What began it.', CLOSING_CAUSES),
        sinceMs: s.epochMsField('When it began.'),
      }),
      'nothing is being closed as a whole',
    ),
  ),
  stopped: s.named(
    'BotLossStop',
    s.nullable(
      s.object('The loss of a day reached its limit: nothing is opened until `resume: true`.', {
        atMs: s.epochMsField('When it was reached.'),
        lossUsd: s.num('Fall of the equity since 00:00 UTC, in US dollars.', 25.2),
        limitUsd: s.num('The limit that was in force, in US dollars.', 25),
      }),
      'no loss was reached since the bot was last resumed',
    ),
  ),
});

const NO_LIMIT = 'there is no limit';
const NO_EXIT = 'nothing is closed for this reason';

export const configSchema = () =>
  s.named(
    'BotConfig',
    s.object(
      'Settings of the bot: how the engine trades for it, what it may risk, and when the exit watch closes.',
      {
        enabled: s.bool('Whether the engine trades for the bot.', true),
        venues: s.array('Venues on which the engine trades; empty means none.', s.venueField('Venue.')),
        assets: s.array('Assets that the engine trades; empty means none.', s.assetIdField()),
        minConfidence: s.num('Minimum confidence of a signal, 0 to 1; weaker signals are not traded.', 0.6),
        tradeSizeUsd: s.num('Size of one order in US dollars.', 12),
        maxStaleMs: s.int('Maximum age in ms of the data that the engine trades on.', 120_000),
        maxExposureUsd: s.nullable(s.num('The most at risk in all markets, in US dollars.', 500), NO_LIMIT),
        maxAssetUsd: s.nullable(s.num('The most at risk in one asset, in US dollars.', 100), NO_LIMIT),
        maxOpenPositions: s.nullable(s.int('The most positions that are open.', 10), NO_LIMIT),
        maxOrdersPerMin: s.nullable(s.int('Orders of the engine a minute; more wait.', 30), NO_LIMIT),
        maxDailyLossUsd: s.nullable(
          s.num('Fall of the equity since 00:00 UTC at which everything is closed, in US dollars.', 25),
          NO_LIMIT,
        ),
        cooldownMs: s.nullable(
          s.int('Time in ms after a closing in which nothing is opened in the same asset.', 60_000),
          NO_LIMIT,
        ),
        stopLossPct: s.nullable(
          s.num('Loss of a position in percent of its cost that closes it.', 10),
          NO_EXIT,
        ),
        takeProfitPct: s.nullable(
          s.num('Gain of a position in percent of its cost that closes it.', 20),
          NO_EXIT,
        ),
        maxHoldMs: s.nullable(s.int('Age in ms of a position that closes it.', 86_400_000), NO_EXIT),
        closeBeforeEndMs: s.nullable(
          s.int('Time in ms before the stated end of a market at which its position is closed.', 3_600_000),
          NO_EXIT,
        ),
        maxSpreadPct: s.nullable(
          s.num('Widest spread that the engine trades, in percent of its middle.', 5),
          'any spread is traded',
        ),
        onNeutral: s.choice('What a neutral signal does to an open position.', ['hold', 'close']),
        startPaused: s.bool(
          'Whether the engine waits for `resume: true` after a restart of the service.',
          false,
        ),
        paperBalanceUsd: s.num('Starting balance of the purse for paper orders, in US dollars.', 10_000),
        feeMicroUsd: microUsdField('Access fee for one filled trade, from the price list.', 10_000),
      },
    ),
  );
