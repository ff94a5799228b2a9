import { microUsdField } from '../schemas/money-fields.ts';
import { named, object } from '../schemas/schema.ts';

export const priceListSchema = () =>
  named(
    'PriceList',
    object('What is charged per use; 0: nothing.', {
      stream: microUsdField('One live stream of prices.', 1_000),
      trade: microUsdField('One filled trade.', 10_000),
    }),
  );
