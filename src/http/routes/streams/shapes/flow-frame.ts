import * as s from '../../../schemas/schema.ts';
import { receivedAtField, sentAtField, venueTimeField } from '../../../shapes/feed-fields.ts';

/** Builds the schema members of one event of the order flow. */
export const flowFrameFields = () => ({
  t: s.epochMsField("When the price arrived, by the service's clock."),
  p: s.num('Price: USD, or probability of Yes.', 87_250.5),
  prevP: s.nullable(s.num('Price of the update before.', 87_249), 'none is known'),
  v: s.nullable(
    s.num('Volume traded since the previous poll of the venue.', 3.2),
    'the venue has published no new figure',
  ),
  weight: s.num(
    'Traded volume of the update. 1 as long as no volume was ever known; after that, 0 for an update without volume.',
    3.2,
  ),
  side: s.choice('Side of the taker by the tick rule.', ['buy', 'sell', 'unclassified']),
  signed: s.num('Weight, positive for a buy and negative for a sell.', 3.2),
  cumulative: s.num('Sum of `signed` since this connection began.', 12.8),
  venueTime: venueTimeField(),
  receivedAt: receivedAtField(),
  sentAt: sentAtField(),
});
