import { Type } from 'typebox';
import { type ControlChange, MAX_BOT_ASSETS } from '../../../bot/control/control.ts';
import { findAssetRef } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { Soon } from '../../../scheduling/soon.ts';
import { requireKey, requireVenues } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { configSchema, toControlBody } from '../../shapes/bot-control.ts';
import type { BotRouteOptions } from './bot-options.ts';

export interface ControlRouteOptions extends BotRouteOptions {
  /** @throws {ApiError} 429 when the bot has used up its calls of this minute. */
  readonly countCall: (botId: string) => Soon<void>;
}

/** POST /api/bot/control: how the engine trades, and the bot's own kill switch. */
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
          'Absent members stay unchanged. `kill: true` halts the bot at once, overrides `enabled`, and stays until `kill: false`.',
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
          kill: Type.Optional(s.bool('true halts the bot, false resumes it.', true)),
        }),
        response: {
          200: s.object('Settings after the change.', {
            ok: s.okTrue(),
            config: configSchema(),
            killed: s.bool('Whether the bot is halted by its own switch.', false),
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
      const { assets, kill, venues } = request.body;
      // A caller above its rate can still halt the bot.
      if (kill !== true) await countCall(botId);
      requireVenues(key, venues ?? []);
      const named = await Promise.all((assets ?? []).map((asset) => readAssetId(directory, asset)));
      const change = assets === undefined ? request.body : { ...request.body, assets: named };
      const control = await requireStore(() => bot.controls.change(botId, change as ControlChange));
      return { ok: true as const, ...toControlBody(control, bot.feeMicroUsd) };
    },
  );
};

/** Reads an asset id: a known one in its canonical spelling, any other by its form. @throws {ApiError} 400 */
async function readAssetId(directory: AssetFinder, asset: string): Promise<string> {
  const ref = (await directory.resolve(asset))?.ref ?? findAssetRef(asset);
  if (ref === null) throw refuseParameter('assets', `assets: ${asset} is no asset id`);
  return ref.asset;
}
