import { type TSchema, Type } from 'typebox';
import { type ControlChange, type Halt, MAX_BOT_ASSETS } from '../../../bot/control/control.ts';
import { DAY_MS, findAssetRef } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { Soon } from '../../../scheduling/soon.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { configSchema, controlFields, haltField, toControlBody } from '../../shapes/bot-control.ts';
import type { BotRouteOptions } from './bot-options.ts';

export interface ControlRouteOptions extends BotRouteOptions {
  /** Counts a call against the rate. @throws {ApiError} 429 when the bot has used up its calls of this minute. */
  readonly countCall: (botId: string) => Soon<void>;
}

/** POST /api/bot/control: trading settings of a bot, and its own kill switch. */
export const registerControl: Registration<ControlRouteOptions> = (
  app,
  { bot, assets: directory, countCall },
) => {
  app.post(
    '/api/bot/control',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false, isRatedByHandler: true },
      schema: {
        operationId: 'controlBot',
        summary: 'Changes how the bot trades, or halts it',
        description:
          'Absent members stay unchanged. `kill: true` halts the bot at once, overrides `enabled`, and stays until `kill: false`; with `halt: opening` closes and exits go on.',
        tags: ['bot'],
        body: strictBody({
          enabled: Type.Optional(s.bool('Whether the engine trades for the bot.', true)),
          venues: Type.Optional(
            Type.Array(s.venueField('Venue.'), {
              description: 'Venues on which the engine trades; empty means none.',
              uniqueItems: true,
              examples: [['hyperliquid']],
            }),
          ),
          assets: Type.Optional(
            Type.Array(s.text('Asset id.', 'hl-BTC', { maxLength: 256 }), {
              description: 'Assets that the engine trades; empty means none.',
              maxItems: MAX_BOT_ASSETS,
              examples: [['hl-BTC']],
            }),
          ),
          minConfidence: Type.Optional(
            Type.Number({
              description: 'Minimum confidence of a signal, 0 to 1; weaker signals are not traded.',
              minimum: 0,
              maximum: 1,
              examples: [0.6],
            }),
          ),
          tradeSizeUsd: Type.Optional(
            Type.Number({
              description: 'Size of one order in US dollars.',
              exclusiveMinimum: 0,
              examples: [12],
            }),
          ),
          maxStaleMs: Type.Optional(
            Type.Integer({
              description: 'Maximum age in ms of the data that the engine trades on.',
              minimum: 0,
              examples: [120_000],
            }),
          ),
          ...limitFields(),
          kill: Type.Optional(s.bool('true is halt `all`, false is halt `none`.', true)),
          halt: Type.Optional(haltField('What is halted.')),
          closeFirst: Type.Optional(
            Type.Literal(true, {
              description: 'With `kill: true`: cancels what rests and closes every position, then halts.',
            }),
          ),
          resume: Type.Optional(
            Type.Literal(true, {
              description:
                'Ends the stop after the loss of a day, a closing of everything, and the pause after a restart.',
            }),
          ),
        }),
        response: {
          200: s.object('Settings after the change.', {
            ok: s.okTrue(),
            config: configSchema(),
            ...controlFields(),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'venue_not_entitled',
            'rate_limited',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const key = requireKey(request);
      const { botId } = key;
      const { assets, kill, closeFirst, halt, ...others } = request.body;
      // A caller above its rate can still halt the bot.
      if (kill !== true && (halt ?? 'none') === 'none') await countCall(botId);
      requireVenues(key, others.venues ?? []);
      const named = await Promise.all((assets ?? []).map((asset) => readAssetId(directory, asset)));
      const change = {
        ...others,
        ...(assets === undefined ? {} : { assets: named }),
        ...readHalt({ kill, halt, closeFirst }),
      };
      const control = await requireStore(() => bot.controls.change(botId, change as ControlChange));
      bot.exitWatch.wake();
      return { ok: true as const, ...toControlBody(control, bot.feeMicroUsd) };
    },
  );
};

/** Reads the halt that a body states. @throws {ApiError} 400 for two of them. */
function readHalt({
  kill,
  halt,
  closeFirst,
}: {
  readonly kill?: boolean | undefined;
  readonly halt?: Halt | undefined;
  readonly closeFirst?: true | undefined;
}): Pick<ControlChange, 'halt' | 'close'> {
  if (kill !== undefined && halt !== undefined) {
    throw refuseParameter(
      'halt',
      'halt and kill exclude each other: kill true means halt all, false means halt none',
    );
  }
  if (closeFirst === true) {
    if (kill === true || halt === 'all') return { close: 'close_first' };
    throw refuseParameter('closeFirst', 'closeFirst is allowed with kill: true alone');
  }
  if (kill !== undefined) return { halt: kill ? 'all' : 'none' };
  return halt === undefined ? {} : { halt };
}

/** Upper limit of limits: no market has such prices, and larger sums are not exact. */
const MAX_LIMIT_USD = 1e9;
const MAX_SPAN_MS = 10 * 365 * DAY_MS;

/** Builds the schema of limits and exits. null removes one. */
function limitFields() {
  const optional = <Field extends TSchema>(field: Field, whyNull: string) =>
    Type.Optional(s.nullable(field, whyNull));
  const usd = (description: string, example: number) =>
    optional(
      Type.Number({ description, minimum: 0, maximum: MAX_LIMIT_USD, examples: [example] }),
      'there is no limit; 0 opens nothing',
    );
  const span = (description: string, example: number) =>
    optional(
      Type.Integer({ description, minimum: 0, maximum: MAX_SPAN_MS, examples: [example] }),
      'it is not asked for',
    );
  const percent = (description: string, example: number, maximum: number) =>
    optional(
      Type.Number({ description, exclusiveMinimum: 0, maximum, examples: [example] }),
      'it is not asked for',
    );
  const count = (description: string, example: number) =>
    optional(
      Type.Integer({ description, minimum: 0, maximum: 1_000_000, examples: [example] }),
      'there is no limit',
    );
  return {
    maxExposureUsd: usd('The most at risk in all markets, in US dollars.', 500),
    maxAssetUsd: usd('The most at risk in one asset, in US dollars.', 100),
    maxOpenPositions: count('The most positions that are open.', 10),
    maxOrdersPerMin: count('Orders of the engine a minute; more wait.', 30),
    maxDailyLossUsd: usd('Fall of the equity since 00:00 UTC at which everything is closed.', 25),
    cooldownMs: span('Time in ms after a closing in which nothing is opened in the same asset.', 60_000),
    stopLossPct: percent('Loss of a position in percent of its cost that closes it.', 10, 100),
    takeProfitPct: percent('Gain of a position in percent of its cost that closes it.', 20, 1_000_000),
    maxHoldMs: span('Age in ms of a position that closes it.', 86_400_000),
    closeBeforeEndMs: span('Time in ms before the stated end of a market at which it closes.', 3_600_000),
    maxSpreadPct: percent('Widest spread that the engine trades, in percent of its middle.', 5, 200),
    onNeutral: Type.Optional(s.choice('What a neutral signal does to an open position.', ['hold', 'close'])),
    paperBalanceUsd: Type.Optional(
      Type.Number({
        description: 'Starting balance of the purse for paper orders, in US dollars.',
        minimum: 0,
        maximum: MAX_LIMIT_USD,
        examples: [10_000],
      }),
    ),
    startPaused: Type.Optional(
      s.bool('Whether the engine waits for `resume: true` after a restart of the service.', false),
    ),
  };
}

/**
 * Reads an asset id: a known one in its canonical spelling, any other by its form. @throws {ApiError} 400 for a text
 * that is not an asset id.
 */
async function readAssetId(directory: AssetFinder, asset: string): Promise<string> {
  const ref = (await directory.resolve(asset))?.ref ?? findAssetRef(asset);
  if (ref === null) throw refuseParameter('assets', `assets: ${asset} is not an asset id such as hl-BTC`);
  return ref.asset;
}
