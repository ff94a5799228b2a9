import { Type } from 'typebox';
import * as s from '../../../schemas/schema.ts';
import { signalFrameSchema } from '../../../shapes/bundle.ts';
import { sentAtField } from '../../../shapes/feed-fields.ts';
import { resolutionFields } from '../../../shapes/resolution.ts';
import { flowFrameFields } from './flow-frame.ts';
import { priceFrameFields } from './price-frame.ts';

const typeField = <const Name extends string>(name: Name) =>
  Type.Unsafe<Name>({ type: 'string', const: name, description: 'Name of the event.', examples: [name] });

/** Builds the schema members that every event of the log has. */
const everyFrame = () => ({
  snapshot: s.bool('Whether the event is the newest state at the start, instead of a change.', false),
  skipped: s.int('Number of older events of the asset and kind that the reader did not receive.', 0),
});

const quoteSchema = () =>
  s.named(
    'QuoteEvent',
    s.object('Newest price.', { type: typeField('quote'), ...priceFrameFields(), ...everyFrame() }),
  );

const flowSchema = () =>
  s.named(
    'FlowEvent',
    s.object('One price update as order flow. Sizes of skipped events are included.', {
      type: typeField('flow'),
      asset: s.assetIdField(),
      ...flowFrameFields(),
      ...everyFrame(),
    }),
  );

const signalSchema = () =>
  s.named(
    'SignalEvent',
    Type.Intersect(
      [
        s.object('Members that every event has.', { type: typeField('signal'), ...everyFrame() }),
        signalFrameSchema(),
      ],
      { description: 'A bundle with the reason for the event and its times.' },
    ),
  );

const resolutionEventSchema = () =>
  s.named(
    'ResolutionEvent',
    s.object('A market was resolved, or its venue has taken that back.', {
      type: typeField('resolution'),
      asset: s.assetIdField(),
      ...resolutionFields(),
      sentAt: sentAtField(),
      ...everyFrame(),
    }),
  );

const gapSchema = () =>
  s.named(
    'GapEvent',
    s.object('A gap in the recording was noticed, or has ended.', {
      type: typeField('gap'),
      asset: s.assetIdField(),
      venue: s.venueField('Venue of the asset.'),
      ofVenue: s.bool('Whether the whole venue was not recorded.', false),
      fromMs: s.epochMsField('Last recorded time before the gap.'),
      toMs: s.nullable(s.epochMsField('End of the gap.'), 'the gap is still open'),
      reason: s.text('Reason why recording failed.', 'polls failed: timeout'),
      sentAt: sentAtField(),
      ...everyFrame(),
    }),
  );

const tradeSchema = () =>
  s.named(
    'TradeEvent',
    s.object('A trade as its venue reported it.', {
      type: typeField('trade'),
      asset: s.assetIdField(),
      price: s.num('Price: USD, or probability of Yes.', 87_250.5),
      size: s.num('Size in contracts, or in units of the base asset.', 0.2),
      side: s.nullable(
        s.choice('Side of the taker as the venue states it.', ['buy', 'sell']),
        'the venue states none',
      ),
      id: s.nullable(s.text('Id of the trade at its venue.', '118906512037719'), 'it has none'),
      venueTime: s.nullable(s.epochMsField("Time by the venue's clock."), 'the venue states none'),
      receivedAt: s.nullable(s.epochMsField('Time of arrival.'), 'the trade was read from a list later'),
      isBlock: s.bool('Whether the venue marks the trade as agreed outside of the book.', false),
      sentAt: sentAtField(),
      ...everyFrame(),
    }),
  );

const readySchema = () =>
  s.named(
    'ReadyEvent',
    s.object('All snapshots have been sent; changes follow.', {
      type: typeField('ready'),
      assets: s.array('Assets of the stream.', s.assetIdField()),
      everyMs: Type.Unsafe<Record<string, number>>({
        type: 'object',
        description:
          'Interval in ms at which each asset is refreshed: that of its stream, or of reads of its book.',
        additionalProperties: { type: 'integer' },
        examples: [{ 'hl-BTC': 250, 'kalshi-kxhighny-26jul19-t80': 4_000 }],
      }),
    }),
  );

const unknownSchema = () =>
  s.named(
    'UnknownEvent',
    s.object('Requested names that no asset has, of a stream with `partial`.', {
      type: typeField('unknown'),
      assets: s.array('Names as requested.', s.text('Name.', 'hl-NOPE')),
    }),
  );

/** Builds the schema of `data:` of one event of a stream of many assets. `type` tells which one it is. */
export const manyFrameSchema = () =>
  s.named(
    'StreamEvent',
    Type.Unsafe<object>({
      anyOf: [
        quoteSchema(),
        flowSchema(),
        signalSchema(),
        resolutionEventSchema(),
        gapSchema(),
        tradeSchema(),
        readySchema(),
        unknownSchema(),
      ],
      description: '`data:` of one event. `type` is the name of the event.',
    }),
  );
