import type { BotControl } from '../../bot/control/control.ts';
import type { MicroUsd } from '../../domain/index.ts';
import { microUsdField } from '../schemas/money-fields.ts';
import { array, assetIdField, bool, int, named, num, object, venueField } from '../schemas/schema.ts';

export function showControl({ config, killed }: BotControl, feeMicroUsd: MicroUsd) {
  return {
    config: { ...config, venues: [...config.venues], assets: [...config.assets], feeMicroUsd },
    killed,
  };
}

export const configSchema = () =>
  named(
    'BotConfig',
    object('How the engine trades for the bot.', {
      enabled: bool('The engine trades for the bot.', true),
      venues: array('Where; empty: nowhere.', venueField('Venue.')),
      assets: array('What; empty: nothing.', assetIdField()),
      minConfidence: num('Weaker signals are not traded.', 0.6),
      tradeSizeUsd: num('Of one order.', 12),
      maxStaleMs: int('Older data is not traded on.', 120_000),
      feeMicroUsd: microUsdField('Of one filled trade; from the price list.', 10_000),
    }),
  );
