import * as s from '../schemas/schema.ts';

/** Builds the schema members that name an asset. */
export const assetFields = () => ({
  ok: s.okTrue(),
  asset: s.assetIdField(),
  kind: s.kindField(),
  venue: s.venueField('Venue of the asset.'),
});

/** Builds the schema members that name an asset and the key of its series in the store. */
export const seriesFields = () => ({
  ...assetFields(),
  storeKey: s.storeKeyField(),
});

/** Builds the schema members of the requested window. */
export const windowFields = () => ({
  fromMs: s.named(
    'WindowFromMs',
    s.nullable(s.epochMsField('Start of the window.'), 'the window begins with the first record'),
  ),
  toMs: s.named(
    'WindowToMs',
    s.nullable(s.epochMsField('End of the window.'), 'the window ends with the newest record'),
  ),
});
