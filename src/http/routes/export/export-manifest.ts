import { toNetwork } from '../../access/client-network.ts';
import {
  assetsParam,
  choose,
  namedVenues,
  tablesParam,
  venuesParam,
} from '../../parameters/export-choice.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { EXPORT_ACCESS, type ExportRouteOptions, requireTree } from './export-options.ts';
import { manifestSchema } from './shapes/export-manifest.ts';
import { orTreeFailure } from './shapes/tree-file-sender.ts';

/** GET /api/export/manifest: the files of the tree, all records as Parquet by day. */
export const registerExportManifest: Registration<ExportRouteOptions> = (
  app,
  { tree: served, ...finder },
) => {
  app.get(
    '/api/export/manifest',
    {
      config: { ...EXPORT_ACCESS, getVenues: (_params, query) => namedVenues(query) },
      schema: {
        operationId: 'getExportManifest',
        summary: 'Manifest of all recorded data as a tree of files',
        description:
          'Lists one or more Parquet files per venue and closed day. A file without a sha256 is made when it is requested. A key for some venues sees only those venues.',
        tags: ['history'],
        querystring: s.queryParams({
          venues: venuesParam(),
          assets: assetsParam(),
          tables: tablesParam(),
          open: s.bool(
            'Adds the days that are not closed yet, at most a minute old; their files can be downloaded for ten minutes. Books and trades have closed days alone.',
            true,
            {
              default: false,
            },
          ),
        }),
        response: {
          200: manifestSchema,
          ...s.failures(
            'validation_failed',
            'asset_not_found',
            'source_withheld',
            'file_not_found',
            'preparing',
            'overloaded',
          ),
        },
      },
    },
    async (request) => {
      const { open: isOpen } = request.query;
      const tree = requireTree(served);
      const choice = await choose(request, request.query, finder);
      const caller = toNetwork(request.ip);
      return {
        ok: true as const,
        ...(await orTreeFailure(() => tree.readManifest(choice, { isOpen, caller }))),
      };
    },
  );
};
