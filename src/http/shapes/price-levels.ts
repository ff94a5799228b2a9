import { array, named, num, object } from '../schemas/schema.ts';

export const priceLevels = (description: string) =>
  array(
    description,
    named(
      'PriceLevel',
      object('One price level.', {
        price: num('USD, or probability of Yes.', 0.42),
        size: num('Base units or contracts.', 1_500),
      }),
    ),
  );
