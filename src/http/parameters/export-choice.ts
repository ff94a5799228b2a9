import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isRecorder, isVenueId, RECORDERS, REFERENCES, VENUES, type VenueId } from '../../domain/index.ts';
import type { CatalogueReader } from '../../history/contract/history-store.ts';
import type { ServedChoice } from '../../history/tree/served/served-manifest.ts';
import { ALL_TABLES, completeTables, TREE_TABLES } from '../../history/tree/tables.ts';
import { refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';
import {
  findVenues,
  MAX_LIST_CHARS,
  MAX_LISTED_ASSETS,
  requireListedSeries,
  splitIds,
} from './asset-lists.ts';
import { findWithheld, requireAllShown, type SeriesFinder } from './references.ts';

/** Builds the schema of the query parameter `venues` of an export. */
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

/** Builds the schema of the query parameter `assets` of an export. */
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

/** Tables that a request may name. The spans of books are exported together with the books. */
const NAMED_TABLES = ALL_TABLES.filter((table) => table !== 'bookSpans');

/** Builds the schema of the query parameter `tables` of an export. */
export function tablesParam() {
  return Type.Optional(
    s.sharedParam(
      'ExportTables',
      s.text(
        `Only these tables, separated by commas: ${NAMED_TABLES.join(', ')}. Without it all but \`books\` and \`trades\`, which are large; \`bookSpans\` comes with \`books\`.`,
        'books,trades',
        { minLength: 1, maxLength: 200 },
      ),
    ),
  );
}

function chooseTables(list: string | undefined): ServedChoice['tables'] {
  if (list === undefined) return TREE_TABLES;
  const names = list.split(',').map((name) => name.trim());
  const named = NAMED_TABLES.filter((table) => names.includes(table));
  const isKnown = (name: string) => name === 'bookSpans' || NAMED_TABLES.some((table) => table === name);
  if (named.length > 0 && names.every(isKnown)) return completeTables(named);
  throw refuseParameter('tables', `tables must be some of ${NAMED_TABLES.join(', ')}, separated by commas`);
}

/** Lists the venues that a request names, before its query is validated. */
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

/** Finder of the series in an export. */
export interface TreeFinder extends SeriesFinder {
  readonly history: Pick<CatalogueReader, 'find' | 'findMany' | 'listAssets'>;
}

/**
 * Reads the selection of an export, within the venues that the key covers.
 *
 * @throws {ApiError} when a venue, an asset or a table is unknown, or both venues and assets are given.
 */
export async function choose(
  request: FastifyRequest,
  {
    venues,
    assets: list,
    tables: named,
  }: { readonly venues?: string; readonly assets?: string; readonly tables?: string },
  finder: TreeFinder,
): Promise<ServedChoice> {
  const tables = chooseTables(named);
  if (list === undefined)
    return { venues: await chooseVenues(request, venues, finder), assets: null, tables };
  if (venues !== undefined) throw refuseParameter('venues', 'venues and assets cannot be combined');
  // The gate has already refused assets that the key does not cover.
  const found = await requireListedSeries(finder, splitIds(list));
  return { venues: null, assets: found.map(({ asset }) => asset).sort(), tables };
}

async function chooseVenues(
  { requestContext: { principal } }: FastifyRequest,
  list: string | undefined,
  { history, rights }: TreeFinder,
): Promise<ServedChoice['venues']> {
  const readable = principal.kind !== 'key' || principal.key.venues === 'all' ? null : principal.key.venues;
  const withheld = findWithheld(rights);
  if (list === undefined) {
    if (readable !== null || withheld === null) return readable;
    const { entries } = await history.listAssets({ venue: REFERENCES, limit: 1 });
    return entries.length === 0 ? null : VENUES;
  }
  const named = splitVenues(list);
  // The gate has already refused venues that the key does not cover. The file of a day contains every source.
  if (named.includes(REFERENCES)) requireAllShown(rights);
  if (named.length > 0 && named.every(isRecorder)) return named;
  throw refuseParameter('venues', `venues must be some of ${RECORDERS.join(', ')}, separated by commas`);
}
