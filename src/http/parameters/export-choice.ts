import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isRecorder, isVenueId, RECORDERS, type VenueId } from '../../domain/index.ts';
import type { AssetFinder } from '../../feed/readers.ts';
import type { ServedChoice } from '../../history/tree/served/served-manifest.ts';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import { findVenues, MAX_LIST_CHARS, MAX_LISTED_ASSETS, requireListed, splitIds } from './asset-lists.ts';

export function venuesParam() {
  return Type.Optional(
    s.sharedParam(
      'ExportVenues',
      s.text('Restricts the tree to these venues, separated by commas.', 'hyperliquid,kalshi', {
        maxLength: 100,
        pattern: '^ *[A-Za-z]+ *(, *[A-Za-z]+ *)*$',
      }),
    ),
  );
}

export function assetsParam() {
  return Type.Optional(
    s.sharedParam(
      'ExportAssets',
      s.text(
        `Only these assets, at most ${MAX_LISTED_ASSETS} ids separated by commas. Files hold their rows alone.`,
        'hl-BTC,hl-ETH',
        { minLength: 1, maxLength: MAX_LIST_CHARS },
      ),
    ),
  );
}

/** The venues that a request names, read before it is validated. */
export function namedVenues({ venues, assets }: Readonly<Record<string, unknown>>): VenueId[] {
  return [
    ...splitVenues(typeof venues === 'string' ? venues : '').filter(isVenueId),
    ...findVenues(splitIds(typeof assets === 'string' ? assets : '')),
  ];
}

function splitVenues(list: string): string[] {
  return [
    ...new Set(
      list
        .toLowerCase()
        .split(',')
        .map((id) => id.trim()),
    ),
  ]
    .filter((id) => id !== '')
    .sort();
}

/**
 * Reads the requested selection, of venues that the holder of the key may read.
 *
 * @throws {ApiError} when a venue or an asset is unknown, or both are named.
 */
export async function choose(
  request: FastifyRequest,
  { venues, assets: list }: { readonly venues?: string; readonly assets?: string },
  assets: AssetFinder,
): Promise<ServedChoice> {
  if (list === undefined) return { venues: chooseVenues(request, venues), assets: null };
  if (venues !== undefined) throw refuseParameter('venues', 'venues and assets cannot be combined');
  // The gate has refused those that the key may not read.
  const found = await requireListed(assets, splitIds(list));
  return { venues: null, assets: found.map(({ asset }) => asset).sort() };
}

function chooseVenues(
  { requestContext: { principal } }: FastifyRequest,
  list: string | undefined,
): ServedChoice['venues'] {
  const readable = principal.kind !== 'key' || principal.key.venues === 'all' ? null : principal.key.venues;
  if (list === undefined) return readable;
  const named = splitVenues(list);
  // The gate has refused those that the key may not read.
  if (named.length > 0 && named.every(isRecorder)) return named;
  throw refuseParameter('venues', `venues must be some of ${RECORDERS.join(', ')}, separated by commas`);
}
