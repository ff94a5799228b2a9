import type { BotControl } from '../../bot/control/control.ts';
import type { MicroUsd } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';
import { microUsdField } from './money-fields.ts';

export function toControlBody({ config, killed }: BotControl, feeMicroUsd: MicroUsd) {
  return {
    config: { ...config, venues: [...config.venues], assets: [...config.assets], feeMicroUsd },
    killed,
  };
}

export const configSchema = () =>
  s.named(
    'BotConfig',
    s.object('Settings with which the engine trades for the bot.', {
      enabled: s.bool('Whether the engine trades for the bot.', true),
      venues: s.array('Venues on which the engine trades; empty means none.', s.venueField('Venue.')),
      assets: s.array('Assets that the engine trades; empty means none.', s.assetIdField()),
      minConfidence: s.num('Minimum confidence of a signal, 0 to 1; weaker signals are not traded.', 0.6),
      tradeSizeUsd: s.num('Size of one order in US dollars.', 12),
      maxStaleMs: s.int('Maximum age in ms of the data that the engine trades on.', 120_000),
      feeMicroUsd: microUsdField('Access fee for one filled trade, from the price list.', 10_000),
    }),
  );
