import type { BotControl } from '../../bot/control/control.ts';
import type { MicroUsd } from '../../domain/index.ts';
import { microUsdField } from '../schemas/money-fields.ts';
import * as s from '../schemas/schema.ts';

export function showControl({ config, killed }: BotControl, feeMicroUsd: MicroUsd) {
  return {
    config: { ...config, venues: [...config.venues], assets: [...config.assets], feeMicroUsd },
    killed,
  };
}

export const configSchema = () =>
  s.named(
    'BotConfig',
    s.object('How the engine trades for the bot.', {
      enabled: s.bool('The engine trades for the bot.', true),
      venues: s.array('Where; empty: nowhere.', s.venueField('Venue.')),
      assets: s.array('What; empty: nothing.', s.assetIdField()),
      minConfidence: s.num('Minimum strength of a signal; weaker ones are not traded.', 0.6),
      tradeSizeUsd: s.num('Size of one order.', 12),
      maxStaleMs: s.int('Maximum age of the data that the engine trades on.', 120_000),
      feeMicroUsd: microUsdField('Price of one filled trade, from the price list.', 10_000),
    }),
  );
