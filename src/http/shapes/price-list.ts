import { microUsdField } from '../schemas/money-fields.ts';
import * as s from '../schemas/schema.ts';

export const priceListSchema = () =>
  s.named(
    'PriceList',
    s.object('Price per use; 0: free.', {
      stream: microUsdField('One live stream of prices.', 1_000),
      trade: microUsdField('One filled trade.', 10_000),
    }),
  );
