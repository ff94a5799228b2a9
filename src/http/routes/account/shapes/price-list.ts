import * as s from '../../../schemas/schema.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';

export const priceListSchema = () =>
  s.named(
    'PriceList',
    s.object('Prices of paid services; 0 means free.', {
      stream: microUsdField('Price of one live stream.', 1_000),
      trade: microUsdField('Price of one filled trade.', 10_000),
    }),
  );
