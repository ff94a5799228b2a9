import { microUsdField } from '../schemas/money-fields.ts';
import * as s from '../schemas/schema.ts';

export const priceListSchema = () =>
  s.named(
    'PriceList',
    s.object('What is charged per use; 0: nothing.', {
      stream: microUsdField('One live stream of prices.', 1_000),
      trade: microUsdField('One filled trade.', 10_000),
    }),
  );
