import * as s from '../schemas/schema.ts';

export const priceLevels = (description: string) =>
  s.array(
    description,
    s.named(
      'PriceLevel',
      s.object('One price level of the book.', {
        price: s.num('Price: USD, or probability of Yes.', 0.42),
        size: s.num('Size at this price, in base units or contracts.', 1_500),
      }),
    ),
  );
