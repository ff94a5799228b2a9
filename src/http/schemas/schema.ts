import { type Static, type TSchema, Type } from 'typebox';
import { ASSET_ID_PATTERN, ASSET_KINDS, RECORDERS, VENUES } from '../../domain/index.ts';
import { ERRORS, type ErrorCode } from '../responses/errors.ts';
import { requireOneShape } from './one-shape.ts';

// Helpers for the schemas of routes, imported as `s`. Each requires a description and an example value, so that no
// field lacks them.

type Limits = {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: number;
  /** Maximum value; larger numbers are reduced to it. */
  readonly 'x-cap'?: number;
  /** Keyword of an optional parameter that clients accept by position. */
  readonly 'x-positional'?: boolean;
  /** Whether the parameter is a time: ISO 8601 is accepted too, and numbers in seconds are rejected. */
  readonly 'x-epoch-ms'?: boolean;
};

export const int = (description: string, example: number, limits: Limits = {}) =>
  Type.Integer({ description, examples: [example], ...limits });
export const num = (description: string, example: number, limits: Limits = {}) =>
  Type.Number({ description, examples: [example], ...limits });
export const text = (
  description: string,
  example: string,
  limits: { minLength?: number; maxLength?: number; pattern?: string } = {},
) => Type.String({ description, examples: [example], ...limits });
export const bool = (description: string, example: boolean, limits: { default?: boolean } = {}) =>
  Type.Boolean({ description, examples: [example], ...limits });
export const choice = <const T extends string>(
  description: string,
  choices: readonly T[],
  limits: { default?: T } = {},
) => Type.Unsafe<T>({ type: 'string', enum: choices, description, examples: [choices[0]], ...limits });

/** Keyword with the name of a schema among the components of the document. The document itself does not contain it. */
export const COMPONENT = 'x-component';

/** Keywords that a use of a named schema may override. */
export const ANNOTATIONS = ['description', 'examples', 'default'] as const;

/**
 * Names a schema, so that the document describes it once for all responses that contain it. Each use may have its own
 * description, examples and default.
 *
 * @throws {Error} when the name already has another shape.
 */
export const named = <Schema extends TSchema>(name: string, schema: Schema): Schema => {
  const {
    description: _description,
    examples: _examples,
    default: _default,
    ...shape
  } = schema as object & Partial<Record<(typeof ANNOTATIONS)[number], unknown>>;
  requireOneShape('schema', name, shape);
  return { ...schema, [COMPONENT]: name };
};

/** Keyword with the name of a parameter among the shared parameters of the document. */
export const PARAMETER = 'x-parameter';

/**
 * Names a parameter, so that the document describes it once for every endpoint that accepts it.
 *
 * @throws {Error} when the name already has another schema.
 */
export const sharedParam = <Schema extends TSchema>(name: string, schema: Schema): Schema => {
  requireOneShape('parameter', name, schema);
  return { ...schema, [PARAMETER]: name };
};

/**
 * Makes a schema nullable. Keeps its description and examples, and adds when the value is null.
 *
 * @param when Condition, which continues the words "null when".
 */
export const nullable = <Schema extends TSchema>(schema: Schema, when: string) => {
  const { description, examples, ...rest } = schema as Schema & { description?: string; examples?: unknown };
  return Type.Unsafe<Static<Schema> | null>({
    anyOf: [rest, { type: 'null' }],
    description: `${description === undefined ? '' : `${description.replace(/\.$/, '')}; `}null when ${when}.`,
    ...(examples === undefined ? {} : { examples }),
  });
};

/** Builds the schema of the member `ok`, which every successful JSON response has. */
export const okTrue = () =>
  named(
    'Ok',
    Type.Unsafe<true>({
      type: 'boolean',
      const: true,
      description: 'true on every success.',
      examples: [true],
    }),
  );

export const epochMsField = (description: string) =>
  int(`${description} Epoch milliseconds.`, 1_763_700_000_000);

/** Builds the schema of the expiry of a key or a voucher. */
export const expiresAtField = () =>
  named('ExpiresAt', nullable(epochMsField('Expiry time.'), 'it never does'));

/** Builds the schema of the time of issue of a key or a voucher. */
export const issuedAtField = () => named('IssuedAt', epochMsField('Time of issue.'));

/** Builds the schema of the cursor of the next page, which callers send back. */
export const nextCursorField = (example: string, leadsTo = 'the next page') =>
  nullable(text(`Cursor of ${leadsTo}.`, example), 'there is none');

/**
 * Builds the schema of the time when a response was computed. It is text, because `...At` members with an `...AtMs`
 * sibling are text.
 */
export const generatedAtField = () =>
  named('GeneratedAt', text('When the answer was computed, ISO 8601.', '2026-11-21T12:00:00.000Z'));

/** Builds the schema of the asset of a response. */
export const assetIdField = (example = 'hl-BTC') =>
  named('AssetId', text('Asset id in its canonical spelling.', example));

/** Builds the schema of the key under which the history stores an asset. */
export const storeKeyField = () => named('StoreKey', text('Key of the asset within its venue.', 'perp-btc'));

export const venueField = (description: string) => named('VenueId', choice(description, VENUES));
/** Builds the schema of a recorder: a venue, or `ref` for reference prices. */
export const recorderField = (description: string) => named('Recorder', choice(description, RECORDERS));

export const kindField = () => named('AssetKind', choice('Kind of the asset.', ASSET_KINDS));

/** A schema for every member of a shape. A member that is added only to the shape is a type error. */
export type Members<Shape> = { readonly [Name in keyof Shape]-?: TSchema };

/** Schema of an object with one value per venue. */
export const perVenue = <Schema extends TSchema>(description: string, value: Schema) =>
  Type.Unsafe<Partial<Record<(typeof VENUES)[number], Static<Schema>>>>({
    type: 'object',
    description,
    properties: Object.fromEntries(VENUES.map((venue) => [venue, value])),
  });

export const array = <Schema extends TSchema>(description: string, items: Schema) =>
  Type.Unsafe<readonly Static<Schema>[]>({ type: 'array', items, description });

export const object = <Properties extends Record<string, TSchema>>(
  description: string,
  properties: Properties,
) => Type.Object(properties, { description });

/** Builds the schema of the path parameter for a recorder: a venue, or `ref`. */
export const recorderParam = () =>
  sharedParam(
    'RecorderId',
    Type.String({
      description: `One of ${RECORDERS.join(', ')}.`,
      examples: ['hyperliquid'],
    }),
  );

export const onlyVenueParam = () => Type.Optional(sharedParam('OnlyVenue', venueField('Only this venue.')));

export const assetParam = () =>
  sharedParam(
    'Asset',
    text('Asset id; letter case does not matter.', 'hl-BTC', { maxLength: 256, pattern: ASSET_ID_PATTERN }),
  );

export const storeKeyParam = () =>
  sharedParam(
    'StoreKey',
    text('Key of the asset within its venue (`perp-btc`), or its asset id (`hl-BTC`).', 'perp-btc', {
      maxLength: 256,
      pattern: ASSET_ID_PATTERN,
    }),
  );

/** Builds the schema of a time in a request: epoch milliseconds or ISO 8601. */
export const timeParam = (description: string, example: number) =>
  int(`${description} Epoch milliseconds or ISO 8601; epoch seconds are rejected.`, example, {
    minimum: 0,
    'x-epoch-ms': true,
  });
export const fromMsParam = () =>
  Type.Optional(sharedParam('FromMs', timeParam('Start of the window, inclusive.', 1_763_600_000_000)));
export const toMsParam = () =>
  Type.Optional(sharedParam('ToMs', timeParam('End of the window, inclusive.', 1_763_700_000_000)));

/** Builds the schema of query parameters. One with a default may be absent, and the handler receives the default. */
export function queryParams<Properties extends Record<string, TSchema>>(properties: Properties) {
  const schema = Type.Object(properties);
  const required = Object.entries(properties as Record<string, { default?: unknown; '~optional'?: boolean }>)
    .filter(([, parameter]) => parameter.default === undefined && !Type.IsOptional(parameter as TSchema))
    .map(([name]) => name);
  return { ...schema, required } as unknown as typeof schema;
}

/** Schemas of the failures of a route, including those that every route may send. */
export function failures(...codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  // An asset may be requested before its venue has answered. Finding it may read the history, which may be on a server.
  const warming = codes.includes('asset_not_found') ? (['warming_up', 'store_unavailable'] as const) : [];
  // A caller who tries many wrong keys has to wait.
  const guessing = codes.includes('invalid_api_key') ? (['too_many_attempts'] as const) : [];
  for (const code of new Set<ErrorCode>(['internal', ...codes, ...warming, ...guessing])) {
    const [status] = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].map(([status, ofStatus]) => [status, failureSchema(ofStatus)] as const);
  return Object.fromEntries(entries) as Record<400, ReturnType<typeof makeFailureSchema>>;
}

/** Builds the schema of a failure with a status that is not the usual one of its code. */
export const failureWith = (code: ErrorCode) => failureSchema([code]);

/** Schemas of failures by their codes. Several hundred routes share a few dozen of them. */
const failureSchemas = new Map<string, ReturnType<typeof makeFailureSchema>>();

function failureSchema(codes: readonly ErrorCode[]) {
  const key = codes.join(' ');
  const known = failureSchemas.get(key);
  if (known !== undefined) return known;
  const made = makeFailureSchema(codes);
  failureSchemas.set(key, made);
  return made;
}

function makeFailureSchema(codes: readonly ErrorCode[]) {
  const { properties } = failureFields();
  return Type.Object(
    {
      ...properties,
      ...(codes.includes('asset_not_found') ? { suggestions: Type.Optional(suggestionsField()) } : {}),
      error: choice('Stable error code.', codes),
    },
    { description: codes.map((code) => `${code}: ${ERRORS[code][1]}`).join(' ') },
  );
}

/** Builds the schema of the assets that an unknown name may mean. */
export const suggestionsField = () =>
  named(
    'Suggestions',
    array('Listed assets that the unknown name may mean, at most three, the nearest first.', assetIdField()),
  );

/** Builds the schema members of every failure. */
export const failureFields = () =>
  object('A failed request.', {
    ok: Type.Unsafe<false>({
      type: 'boolean',
      const: false,
      description: 'false on every failure.',
      examples: [false],
    }),
    error: Type.String({ description: 'Stable error code.', examples: ['validation_failed'] }),
    message: text('One sentence that says what is wrong and what is allowed.', 'limit must be at least 1'),
    requestId: text('Id of the request, which the service also writes to its log.', 'Zk3fYq1A-2s'),
    parameter: Type.Optional(
      text(
        'Parameter or body member that was rejected; present only with validation_failed, and only when a single one is at fault.',
        'limit',
      ),
    ),
  });
