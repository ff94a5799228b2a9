import { Type } from 'typebox';
import * as s from '../../../schemas/schema.ts';
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
  Type.Unsafe<object>({
    anyOf: [quoteSchema(), flowSchema(), readySchema(), unknownSchema()],
    description: '`data:` of one event. `type` is the name of the event.',
  });
