import {
  assetIdField,
  epochMsField,
  kindField,
  named,
  nullable,
  okTrue,
  storeKeyField,
  venueField,
} from './schema.ts';

/** The members by which answers name an asset. */
export const assetFields = () => ({
  ok: okTrue(),
  asset: assetIdField(),
  kind: kindField(),
  venue: venueField('Venue of the asset.'),
});

/** The same and the key of its series in the store. */
export const seriesFields = () => ({
  ...assetFields(),
  storeKey: storeKeyField(),
});

/** The window that an answer was computed over, as it was asked for. */
export const windowFields = () => ({
  fromMs: named(
    'WindowFromMs',
    nullable(epochMsField('First time of the window.'), 'it begins with the first record'),
  ),
  toMs: named(
    'WindowToMs',
    nullable(epochMsField('Last time of the window.'), 'it ends with the newest record'),
  ),
});
