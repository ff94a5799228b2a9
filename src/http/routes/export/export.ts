import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isVenueId, VENUES, type VenueId } from '../../../domain/index.ts';
import {
  type ServedFile,
  type ServedTree,
  TreeNotReadyError,
  type VenueChoice,
} from '../../../history/tree/served/served-tree.ts';
import { SERVED_FORM } from '../../../history/tree/served/source-tree-maker.ts';
import { smallTableName } from '../../../history/tree/small-table-file.ts';
import { TREE_TABLES } from '../../../history/tree/tables.ts';
import { QueueFullError } from '../../../scheduling/fair-queue.ts';
import { toNetwork } from '../../access/client-network.ts';
import { HeldBodies } from '../../heavy/held-bodies.ts';
import { ApiError, type ErrorCode, refuseParameter } from '../../responses/errors.ts';
import { FileGoneError, sendFile } from '../../responses/send-file.ts';
import type { Registration } from '../../routing/registration.ts';
import { manifestSchema } from '../../schemas/export-manifest.ts';
import * as s from '../../schemas/schema.ts';

export interface ExportOptions {
  readonly tree: ServedTree;
}

const RETRY_AFTER = { 'retry-after': '2' };
const PARQUET = 'application/vnd.apache.parquet';
/** What one answer holds while it is sent: a part ahead, and what waits in the connection. */
const SENDING_BYTES = 256 * 1024;

const ACCESS = { access: 'enterprise', feature: 'history-export', cacheSeconds: 0, probe: false } as const;
const FILE_NOTE =
  'Range, If-Range, If-None-Match and HEAD work; the ETag is the sha256. A file that is not made yet is made: 503 preparing after 10 s.';

const TABLES = TREE_TABLES.filter((table) => table !== 'observations');
const TABLE_OF_FILE = new Map(TABLES.map((table) => [smallTableName(table, SERVED_FORM), table]));
const GUIDES = ['duckdb.sql', 'README.md'] as const;
const GUIDE_TYPES = {
  'duckdb.sql': 'application/sql; charset=utf-8',
  'README.md': 'text/markdown; charset=utf-8',
};

/** GET /api/export/manifest and the files that it names: everything recorded, as Parquet by day. */
export const registerExport: Registration<ExportOptions> = (app, { tree }) => {
  // One who reads slowly holds little; many of them, or one with many connections, hold no more than other answers may.
  const held = new HeldBodies(() => undefined);

  app.get(
    '/api/export/manifest',
    {
      config: { ...ACCESS, getVenues: (_params, { venues }) => namedVenues(venues) },
      schema: {
        operationId: 'getExportManifest',
        summary: 'Manifest of the tree of everything recorded',
        description:
          'Closed days by venue, each as one or more Parquet files. A file without a sha256 is made when it is requested. A key for some venues sees only those.',
        tags: ['history'],
        querystring: s.queryParams({
          venues: venuesParam(),
          open: s.bool(
            'Adds the days that are not over, as they were within the minute; their parts can be had for ten minutes.',
            true,
            {
              default: false,
            },
          ),
        }),
        response: { 200: manifestSchema, ...s.failures('validation_failed', 'preparing') },
      },
    },
    async (request) => ({
      ok: true as const,
      ...(await orFailure(() =>
        tree.manifest(chooseVenues(request, request.query.venues), { isOpen: request.query.open }),
      )),
    }),
  );

  app.get(
    '/api/export/:file',
    {
      config: { ...ACCESS, direct: true, getVenues: (_params, { venues }) => namedVenues(venues) },
      schema: {
        operationId: 'getExportFile',
        summary: 'A table of the tree, or a guide to it',
        description: `Gaps, resolutions, markets, rules and links as Parquet, duckdb.sql, README.md. ${FILE_NOTE}`,
        tags: ['history'],
        produces: [PARQUET],
        params: Type.Object({
          file: s.text(
            `A table: ${[...TABLE_OF_FILE.keys()].join(', ')}. Or ${GUIDES.join(', ')}.`,
            'gaps.parquet',
          ),
        }),
        querystring: s.queryParams({ venues: venuesParam() }),
        response: { 200: s.binaryFile('The file.'), ...fileFailures('validation_failed') },
      },
    },
    async (request, reply) => {
      const { file: name } = request.params;
      const guide = GUIDES.find((one) => one === name);
      const table = TABLE_OF_FILE.get(name as never);
      const venues = chooseVenues(request, request.query.venues);
      if (guide !== undefined) {
        return answer(request, reply, { find: () => tree.guide(guide), type: GUIDE_TYPES[guide] });
      }
      if (table === undefined) throw fileNotFound();
      return answer(request, reply, {
        find: () => tree.table(table, venues, toNetwork(request.ip)),
        type: PARQUET,
      });
    },
  );

  app.get(
    '/api/export/observations/:venueFolder/:dateFolder/:file',
    {
      config: {
        ...ACCESS,
        direct: true,
        getVenues: ({ venueFolder = '' }) => readFolder(venueFolder),
      },
      schema: {
        operationId: 'getExportPart',
        summary: 'Observations of one venue and day',
        description: `Columns asset, t, p, v, s, by asset and time. ${FILE_NOTE}`,
        tags: ['history'],
        produces: [PARQUET],
        params: Type.Object({
          venueFolder: s.text('venue= and the venue.', 'venue=hyperliquid'),
          dateFolder: s.text('date= and the day of UTC.', 'date=2026-11-22'),
          file: s.text('Of the path that the manifest states.', 'part-0.parquet'),
        }),
        response: { 200: s.binaryFile('The file.'), ...fileFailures() },
      },
    },
    async (request, reply) => {
      const { venueFolder, dateFolder, file: name } = request.params;
      if (readFolder(venueFolder) === null) throw fileNotFound();
      const path = `observations/${venueFolder}/${dateFolder}/${name}`;
      return answer(request, reply, { find: () => tree.part(path, toNetwork(request.ip)), type: PARQUET });
    },
  );

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { find, type }: { readonly find: () => Promise<ServedFile | null>; readonly type: string },
  ): Promise<FastifyReply> {
    const address = toNetwork(request.ip);
    if (!held.hasRoomFor(address)) throw overloaded();
    const found = await orFailure(find);
    if (found === null) throw fileNotFound();
    held.add(address, SENDING_BYTES);
    try {
      const headers = { ...readHeaders(reply), 'cache-control': 'private, no-cache', 'content-type': type };
      await sendFile(request.raw, reply.raw, { file: found.file, etag: found.sha256, headers });
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      tree.forget(found);
      throw preparing();
    } finally {
      held.add(address, -SENDING_BYTES);
    }
    return reply.hijack();
  }
};

function venuesParam() {
  return Type.Optional(
    s.sharedParam(
      'ExportVenues',
      s.text('Only these venues, separated by commas.', 'hyperliquid,kalshi', {
        maxLength: 100,
        pattern: '^ *[A-Za-z]+ *(, *[A-Za-z]+ *)*$',
      }),
    ),
  );
}

/** Of what a caller sent, before it is validated. */
function namedVenues(list: unknown): VenueId[] {
  return splitVenues(typeof list === 'string' ? list : '').filter(isVenueId);
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
 * Venues that are asked for, and that the holder of the key may read; null: all.
 *
 * @throws {ApiError} when one is unknown.
 */
function chooseVenues(
  { requestContext: { principal } }: FastifyRequest,
  list: string | undefined,
): VenueChoice {
  const readable = principal.kind !== 'key' || principal.key.venues === 'all' ? null : principal.key.venues;
  if (list === undefined) return readable;
  const named = splitVenues(list);
  // The gate has refused those that the key may not read.
  if (named.length > 0 && named.every(isVenueId)) return named;
  throw refuseParameter('venues', `venues must be some of ${VENUES.join(', ')}, separated by commas`);
}

function readFolder(venueFolder: string): VenueId | null {
  const id = venueFolder.replace(/^venue=/, '');
  return isVenueId(id) && venueFolder === `venue=${id}` ? id : null;
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

async function orFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TreeNotReadyError) throw preparing();
    if (error instanceof QueueFullError) throw overloaded();
    throw error;
  }
}

function preparing(): ApiError {
  return new ApiError('preparing', 'the file is being made; ask for it again', { headers: RETRY_AFTER });
}

function overloaded(): ApiError {
  return new ApiError('overloaded', 'too many files are asked for at once', { headers: RETRY_AFTER });
}

function fileNotFound(): ApiError {
  return new ApiError(
    'file_not_found',
    'the tree has no such file: GET /api/export/manifest names those that it has',
  );
}

/** What hooks have set so far, as a file's answer carries it. */
function readHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
