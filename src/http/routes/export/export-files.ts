import { Type } from 'typebox';
import type { VenueNeed } from '../../../accounts/keys/keys.ts';
import { isRecorder, isVenueId, REFERENCES, type Recorder } from '../../../domain/index.ts';
import { SERVED_FORM } from '../../../history/tree/served/source-tree-maker.ts';
import { findSmallTable } from '../../../history/tree/small-table-file.ts';
import { SMALL_TABLES, TAPE_TABLES, type TapeTable } from '../../../history/tree/tables.ts';
import { toNetwork } from '../../access/client-network.ts';
import { binaryFile } from '../../heavy/raw-answer.ts';
import {
  assetsParam,
  choose,
  namedVenues,
  tablesParam,
  venuesParam,
} from '../../parameters/export-choice.ts';
import { requireAllShown } from '../../parameters/references.ts';
import type { ErrorCode } from '../../responses/errors.ts';
import type { ApiServer, Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { EXPORT_ACCESS, type ExportRouteOptions, requireTree } from './export-options.ts';
import { createFileNotFoundError, TreeFileSender } from './shapes/tree-file-sender.ts';

const PARQUET = 'application/vnd.apache.parquet';

const FILE_NOTE =
  'Range, If-Range, If-None-Match and HEAD are supported; the ETag is the SHA-256. A file that does not exist yet is made on request: 503 preparing after 10 s.';

const TABLE_OF_FILE = new Map(SMALL_TABLES.map((table) => [findSmallTable(table, SERVED_FORM), table]));
const GUIDES = ['duckdb.sql', 'README.md'] as const;
const GUIDE_TYPES = {
  'duckdb.sql': 'application/sql; charset=utf-8',
  'README.md': 'text/markdown; charset=utf-8',
};

/** The files that the manifest lists: tables and guides at the root, and the parts of each day. */
export const registerExportFiles: Registration<ExportRouteOptions> = (app, options) => {
  const sender = new TreeFileSender();
  addFile(app, options, sender);
  addPart(app, options, sender);
  for (const table of TAPE_TABLES) addTapePart(app, options, { table, sender });
};

/** Registers the tables and guides at the root of the tree. */
function addFile(
  app: ApiServer,
  { tree: served, ...finder }: ExportRouteOptions,
  sender: TreeFileSender,
): void {
  app.get(
    '/api/export/:file',
    {
      config: { ...EXPORT_ACCESS, direct: true, getVenues: (_params, query) => namedVenues(query) },
      schema: {
        operationId: 'getExportFile',
        summary: 'A table or a guide of the tree',
        description: `Returns ${SMALL_TABLES.join(', ')} as Parquet, or one of the guides duckdb.sql and README.md. ${FILE_NOTE}`,
        tags: ['history'],
        produces: [PARQUET],
        params: Type.Object({
          file: s.text(
            `Name of the file: ${[...TABLE_OF_FILE.keys(), ...GUIDES].join(', ')}.`,
            'gaps.parquet',
          ),
        }),
        querystring: s.queryParams({
          venues: venuesParam(),
          assets: assetsParam(),
          tables: tablesParam(),
          empty: s.bool('A guide to a tree without days.', true, { default: false }),
        }),
        response: {
          200: binaryFile('The file.'),
          ...fileFailures('validation_failed', 'asset_not_found', 'source_withheld'),
        },
      },
    },
    async (request, reply) => {
      const { file: name } = request.params;
      const { empty: hasNoDays } = request.query;
      const tree = requireTree(served);
      const guide = GUIDES.find((one) => one === name);
      const table = TABLE_OF_FILE.get(name as never);
      const choice = await choose(request, request.query, finder);
      if (guide !== undefined) {
        return sender.send(request, reply, {
          tree,
          find: () => tree.readGuide(guide, { tables: choice.tables, hasNoDays }),
          type: GUIDE_TYPES[guide],
        });
      }
      if (table === undefined) throw createFileNotFoundError();
      return sender.send(request, reply, {
        tree,
        find: () => tree.openTable(table, choice, toNetwork(request.ip)),
        type: PARQUET,
      });
    },
  );
}

function addPart(
  app: ApiServer,
  { tree: served, ...finder }: ExportRouteOptions,
  sender: TreeFileSender,
): void {
  app.get(
    '/api/export/observations/:venueFolder/:dateFolder/:file',
    {
      config: { ...EXPORT_ACCESS, direct: true, getVenues: findFolderVenues },
      schema: {
        operationId: 'getExportPart',
        summary: 'Observations of one venue and day',
        description: `Columns asset, t, p, v, s, sorted by asset and time. ${FILE_NOTE}`,
        tags: ['history'],
        produces: [PARQUET],
        params: Type.Object({
          venueFolder: s.text('`venue=` followed by the venue.', 'venue=hyperliquid'),
          dateFolder: s.text('`date=` followed by the UTC day.', 'date=2026-11-22'),
          file: s.text('File name, from the path in the manifest.', 'part-0.parquet'),
        }),
        querystring: s.queryParams({ assets: assetsParam() }),
        response: {
          200: binaryFile('The file.'),
          ...fileFailures('validation_failed', 'asset_not_found', 'source_withheld'),
        },
      },
    },
    async (request, reply) => {
      const { venueFolder, dateFolder, file: name } = request.params;
      const recorder = readFolder(venueFolder);
      if (recorder === null) throw createFileNotFoundError();
      if (recorder === REFERENCES && request.query.assets === undefined) requireAllShown(finder.rights);
      const tree = requireTree(served);
      const path = `observations/${venueFolder}/${dateFolder}/${name}`;
      const choice = await choose(request, request.query, finder);
      const caller = { assets: choice.assets, caller: toNetwork(request.ip) };
      return sender.send(request, reply, { tree, find: () => tree.openPart(path, caller), type: PARQUET });
    },
  );
}

const TAPE_NOTES = {
  books: {
    operationId: 'getExportBooks',
    what: 'Books',
    columns: 'Whole books, and changes whose size is the new total of a level',
  },
  bookSpans: {
    operationId: 'getExportBookSpans',
    what: 'Spans of books',
    columns: 'Times within which a book is known',
  },
  trades: { operationId: 'getExportTrades', what: 'Trades', columns: 'Trades with the side of their taker' },
} as const;

/** Registers the files of a table of the tape. */
function addTapePart(
  app: ApiServer,
  { tree: served, ...finder }: ExportRouteOptions,
  { table, sender }: { readonly table: TapeTable; readonly sender: TreeFileSender },
): void {
  const { operationId, what, columns } = TAPE_NOTES[table];
  app.get(
    `/api/export/${table}/:venueFolder/:dateFolder/:file`,
    {
      config: { ...EXPORT_ACCESS, direct: true, getVenues: findFolderVenues },
      schema: {
        operationId,
        summary: `${what} of one venue and day`,
        description: `${columns}, sorted by asset and time. The manifest lists the files with \`tables=books,trades\`. ${FILE_NOTE}`,
        tags: ['history'],
        produces: [PARQUET],
        params: Type.Object({
          venueFolder: s.text('`venue=` followed by the venue.', 'venue=polymarket'),
          dateFolder: s.text('`date=` followed by the UTC day.', 'date=2026-11-22'),
          file: s.text('File name, from the path in the manifest.', 'part-0.parquet'),
        }),
        querystring: s.queryParams({ assets: assetsParam() }),
        response: {
          200: binaryFile('The file.'),
          ...fileFailures('validation_failed', 'asset_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { venueFolder, dateFolder, file: name } = request.params;
      const venue = readFolder(venueFolder);
      if (venue === null || !isVenueId(venue)) throw createFileNotFoundError();
      const tree = requireTree(served);
      const path = `${table}/${venueFolder}/${dateFolder}/${name}`;
      const choice = await choose(request, request.query, finder);
      const caller = { assets: choice.assets, caller: toNetwork(request.ip) };
      return sender.send(request, reply, { tree, find: () => tree.openPart(path, caller), type: PARQUET });
    },
  );
}

/** Finds the venues of a file: that of its folder, and those that the query names. */
function findFolderVenues(
  { venueFolder = '' }: Readonly<Record<string, string>>,
  query: Parameters<typeof namedVenues>[0],
): VenueNeed {
  const venue = readFolder(venueFolder);
  return venue === null ? null : [...[venue].filter(isVenueId), ...namedVenues(query)];
}

function readFolder(venueFolder: string): Recorder | null {
  const id = venueFolder.replace(/^venue=/, '');
  return isRecorder(id) && venueFolder === `venue=${id}` ? id : null;
}

function fileFailures(...others: ErrorCode[]) {
  return s.failures(
    ...others,
    'file_not_found',
    'precondition_failed',
    'range_not_satisfiable',
    'preparing',
    'overloaded',
  );
}
