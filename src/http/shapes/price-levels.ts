import * as s from '../schemas/schema.ts';

export const priceLevels = (description: string) =>
  s.array(
    description,
    s.named(
      'PriceLevel',
      s.object('One price level.', {
        price: s.num('USD, or probability of Yes.', 0.42),
        size: s.num('Base units or contracts.', 1_500),
      }),
    ),
  );
