import fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import { MIN_TIER, TIERS } from '../../accounts/tiers.ts';
import { KIND_TRAITS } from '../../domain/index.ts';
import { atFirstUse } from '../../scheduling/at-first-use.ts';
import type { RouteFacts } from '../access/route-config.ts';
import { ERRORS, SENT_CODES } from '../responses/errors.ts';
import { buildPaths, type Companion, type DocumentPaths, type ServerDescription } from './companion.ts';
import { withComponents } from './components.ts';
import type { ApiServer } from './registration.ts';
import type { RouteTable } from './route-table.ts';
import { describeSecurity, SECURITY_SCHEMES } from './security.ts';

/** Groups of endpoints in the order of the document, which contains those with an endpoint. */
export const TAGS: Readonly<Record<string, string>> = {
  history: 'Recorded observations: raw, as files, in buckets.',
  assets: 'One asset: newest state, candles, funding, live book.',
  tape: 'Books and trades as they were recorded, change by change.',
  feed: 'Newest state of all venues.',
  m2m: 'For programs: index of tradable assets, bundles, quotes.',
  streams: 'Live streams as server-sent events.',
  health: 'Health of the service and its upstreams.',
  analytics: 'Analytics of one asset.',
  screens: 'Comparisons across all markets.',
  settled: 'Results decided again from recorded prices.',
  calibration: 'How often prices came true.',
  references: 'Prices that short markets settle by.',
  account: 'Keys, usage, balance and deposits.',
  webhooks: 'Webhooks of payment providers.',
  admin: 'Endpoints for the operator.',
  bot: 'Trading bots.',
  alerts: 'Assets whose recording stopped.',
  catalogue: 'Catalogue of endpoints and changes.',
};

/** Paths of a document, as far as the functions below change them. */
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Operation {
  readonly parameters?: readonly { readonly schema?: { readonly type?: string } }[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content?: Readonly<Record<string, unknown>>;
  };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

const VERSIONING = {
  model: 'two-tier',
  deployment: { field: 'info.version', announcedAt: '/api/changelog' },
  body: { scope: '/api/m2m/*', field: 'apiVersion', current: 'v1', policy: 'additive-within-version' },
};

/** Venue by prefix of asset ids. The longest matching prefix decides. */
const ASSET_PREFIXES = Object.fromEntries(
  Object.values(KIND_TRAITS).map(({ idPrefix, venue }) => [idPrefix, venue]),
);

/** All error codes, including those that every endpoint may send and that are listed with none. */
const ERROR_CODES = Object.fromEntries(
  SENT_CODES.map((code) => {
    const [status, meaning] = ERRORS[code];
    return [code, { status, meaning }];
  }),
);

/** Settings of a server that its document states. */
export interface DocumentSettings {
  readonly version: string;
  /** Whether routes of paid tiers are behind the gate. */
  readonly paidGating: boolean;
  /** Addresses of the server; empty or absent: `/`. */
  readonly publicUrls?: readonly string[];
}

/**
 * Describes the routes that are registered afterwards in an OpenAPI 3.1 document. The document is built at the first
 * request for it, because building it would delay every start and few processes receive such a request.
 */
export function describeRoutes(
  app: ApiServer,
  settings: DocumentSettings,
  table: RouteTable,
  companion: Companion | null,
): ServerDescription {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  const described = atFirstUse(async () => {
    const companionPaths = companion === null ? {} : await buildPaths(companion);
    return buildDocument({ routes, settings, table, companion, companionPaths });
  });
  return {
    readDocument: async () => (await described()).document,
    readPaths: async () => (await described()).ownPaths,
  };
}

interface DocumentOptions {
  readonly routes: readonly RouteOptions[];
  readonly settings: DocumentSettings;
  readonly table: RouteTable;
  readonly companion: Companion | null;
  readonly companionPaths: DocumentPaths;
}

async function buildDocument(options: DocumentOptions) {
  const { routes, settings, companion, companionPaths } = options;
  const { default: swagger } = await import('@fastify/swagger');
  let ownPaths: DocumentPaths = {};
  const urls = settings.publicUrls ?? [];
  // The plugin describes the server that it is registered on. This one has the same routes and never listens.
  const app = fastify({
    exposeHeadRoutes: false,
    schemaController: {
      compilersFactory: {
        buildValidator: () => (() => () => true) as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Crosstape',
        version: settings.version,
        description:
          'Records four prediction and perpetual markets, keeps every observation, and serves history, analytics and live state. Response data is released under CC0.',
        license: {
          name: 'Apache-2.0 (code), CC0-1.0 (data)',
          url: 'https://creativecommons.org/publicdomain/zero/1.0/',
        },
      },
      servers: (urls.length === 0 ? ['/'] : urls).map((url) => ({ url, description: 'This service.' })),
      components: {
        securitySchemes: SECURITY_SCHEMES,
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: withFacts(schema as FastifySchema, (route.config ?? {}) as Partial<RouteFacts>),
      url,
    }),
    transformObject: (documents) => {
      const document = 'openapiObject' in documents ? documents.openapiObject : {};
      ownPaths = (document.paths ?? {}) as unknown as DocumentPaths;
      const all = { ...ownPaths, ...companionPaths };
      const paths = withListStyle(withBriefBodies(withJsonFailures(all as unknown as Paths)));
      const servers = [...(document.servers ?? []), ...(companion === null ? [] : [companion.server()])];
      return withComponents({ ...document, servers, paths, ...listExtensions(options) } as never) as never;
    },
  });
  for (const { method, url, schema, config } of routes) {
    if (method === 'HEAD') continue;
    app.route({
      method,
      url,
      ...(schema === undefined ? {} : { schema }),
      ...(config === undefined ? {} : { config }),
      handler: () => undefined,
    });
  }
  await app.ready();
  const document: object = app.swagger();
  await app.close();
  return { document, ownPaths };
}

/** Tags of the endpoints that are there, and facts about the whole service that OpenAPI has no members for. */
function listExtensions({ settings, table, companion }: DocumentOptions) {
  const rows = [...table.api, ...(companion?.rows() ?? [])];
  const used = new Set(rows.flatMap(({ schema }) => schema.tags ?? []));
  const tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  return {
    tags,
    'x-api-versioning': VERSIONING,
    'x-error-codes': ERROR_CODES,
    'x-asset-prefixes': ASSET_PREFIXES,
    'x-monetization': {
      enabledBy: 'CROSSTAPE_PAID_GATING',
      enabled: settings.paidGating,
      authHeaders: ['Authorization: Bearer <API_KEY>', 'X-API-Key: <API_KEY>'],
      tiers: TIERS,
      premiumFeatures: MIN_TIER,
      premiumEndpoints: premiumPaths(table),
      usageEndpoint: '/api/account/usage',
    },
  };
}

/** Declares that lists are one comma-separated text. The default style would repeat the parameter. */
function withListStyle(paths: Paths): Paths {
  return mapped(paths, (methods) =>
    mapped(methods, (operation) => ({
      ...operation,
      ...(operation.parameters === undefined
        ? {}
        : {
            parameters: operation.parameters.map((parameter) =>
              parameter.schema?.type === 'array'
                ? { ...parameter, style: 'form', explode: false }
                : parameter,
            ),
          }),
    })),
  );
}

/** Removes the description of a body that repeats the one of its schema. */
function withBriefBodies(paths: Paths): Paths {
  return mapped(paths, (methods) =>
    mapped(methods, (operation) => {
      if (operation.requestBody?.content?.['application/json'] === undefined) return operation;
      const { description: _, ...requestBody } = operation.requestBody;
      return { ...operation, requestBody };
    }),
  );
}

/** Declares failures as JSON, even if a success is CSV or a stream: `produces` of a route covers only its success. */
function withJsonFailures(paths: Paths): Paths {
  return mapped(paths, (methods) =>
    mapped(methods, (operation) => ({
      ...operation,
      responses: mapped(operation.responses ?? {}, (response, status) => {
        const [content] = Object.values(response.content ?? {});
        if (status.startsWith('2') || content === undefined) return response;
        return { ...response, content: { 'application/json': content } };
      }),
    })),
  );
}

function mapped<From, To>(
  entries: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value, name)]));
}

function premiumPaths(table: RouteTable) {
  return table.api
    .filter(({ facts }) => facts.feature !== undefined)
    .map(({ method, path, facts }) => ({ method, path, feature: facts.feature, minimumTier: facts.access }));
}

/**
 * Bodies with a signature are declared as bytes: the server reads them without a schema until the signature is
 * verified.
 */
const SIGNED_BODY = {
  consumes: ['*/*'],
  body: { type: 'string', format: 'binary', description: 'The signed event, byte for byte.' },
} as const;

/** Adds the route's config to its part of the document. */
function withFacts(schema: FastifySchema | undefined, facts: Partial<RouteFacts>): FastifySchema {
  if (schema === undefined || facts.access === undefined || facts.hidden === true) {
    return { ...schema, hide: true } as FastifySchema;
  }
  const security = describeSecurity(facts);
  return {
    ...schema,
    ...(security === undefined ? {} : { security }),
    ...(facts.access === 'webhook' ? SIGNED_BODY : {}),
    'x-access': facts.access,
    'x-cache-seconds': facts.cacheSeconds,
    ...(facts.feature === undefined ? {} : { 'x-feature': facts.feature }),
    ...(facts.price === undefined ? {} : { 'x-price': facts.price }),
  } as FastifySchema;
}
