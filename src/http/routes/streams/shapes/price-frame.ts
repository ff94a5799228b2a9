import { NULL_WHEN } from '../../../schemas/null-when.ts';
import * as s from '../../../schemas/schema.ts';
import { lastPriceField, receivedAtField, sentAtField, venueTimeField } from '../../../shapes/feed-fields.ts';
import { perpChangeField } from '../../../shapes/m2m-fields.ts';

/** Builds the schema members of one event of a stream of prices. */
export const priceFrameFields = () => ({
  asset: s.assetIdField(),
  kind: s.kindField(),
  price: lastPriceField(),
  bid: s.nullable(s.num('Best bid.', 87_250), NULL_WHEN.noTouch),
  ask: s.nullable(s.num('Best ask.', 87_252), NULL_WHEN.noTouch),
  change24hPct: perpChangeField(),
  venueTime: venueTimeField(),
  receivedAt: receivedAtField(),
  sentAt: sentAtField(),
});
