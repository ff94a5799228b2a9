import { Type } from 'typebox';
import type { AssetRef } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';
import { assetFields } from '../../../shapes/asset-fields.ts';
import { tapeCoverageField } from '../../../shapes/tape-coverage.ts';
import { whyNullField } from '../../../shapes/why-null.ts';

/** Maximum number of levels per side that can be requested: as many as a venue may send. */
const MAX_LEVELS = 4_096;

/** Access facts of all routes of the tape that return no file. */
export const TAPE_ACCESS = { access: 'pro', feature: 'history', cacheSeconds: 1 } as const;

/** Failures of all routes of the tape. */
export const tapeFailures = () =>
  s.failures('validation_failed', 'asset_not_found', 'store_unavailable', 'overloaded');

/** Builds the members with which responses of the tape name an asset. */
export function buildTapeHead({ asset, kind, venue }: AssetRef) {
  return { ok: true as const, asset, kind, venue };
}

/** Builds the schema members of a response about one moment. */
export const momentFields = () => ({
  ...assetFields(),
  t: s.epochMsField('The moment that was asked for.'),
});

/** Builds the schema members that follow a response's own ones. */
export const tapeEndFields = (what: 'books' | 'trades') => ({
  coverage: tapeCoverageField(what),
  whyNull: whyNullField(),
});

/** Builds the schema members of a list before its rows. */
export const tapeListFields = (what: string) => ({
  ...assetFields(),
  fromMs: s.epochMsField('Start of the window.'),
  toMs: s.epochMsField('End of the window; without toMs the newest moment that is on the disk.'),
  count: s.int(`Number of ${what} on this page.`, 2),
});

/** Builds the schema members of a list after its rows. */
export const tapeListEndFields = (what: 'books' | 'trades', cursor: string) => ({
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
  nextCursor: s.nextCursorField(cursor),
  ...tapeEndFields(what),
});

export const momentParam = () => s.timeParam('The moment, not after now.', 1_763_700_000_000);

export const levelsParam = (description: string) =>
  s.int(description, 10, { minimum: 1, maximum: MAX_LEVELS });

export const tapeCursorParam = (example: string) =>
  Type.Optional(
    s.text('`nextCursor` of an earlier answer: the next page of its window.', example, {
      minLength: 1,
      maxLength: 1_024,
    }),
  );
