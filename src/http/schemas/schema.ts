import { type Static, type TSchema, Type } from 'typebox';
import { ASSET_ID_PATTERN, ASSET_KINDS, RECORDERS, VENUES } from '../../domain/index.ts';
import type { HeavyAnswer } from '../heavy/heavy-answer.ts';
import type { Answer } from '../responses/answer.ts';
import { ERRORS, type ErrorCode } from '../responses/errors.ts';
import { requireOneShape } from './one-shape.ts';

// The words in which routes describe themselves, imported as `s`. Every field says what it means and shows a value:
// these makers leave no way around it.

type Limits = {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: number;
  /** Cap: larger values count as this one. */
  readonly 'x-cap'?: number;
  /** Keyword of a parameter that clients take by its place, though it may be left out. */
  readonly 'x-positional'?: boolean;
  /** A time: ISO 8601 is read too, and seconds are refused. */
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

/** The keyword by which a schema states its name among the components of the document; readers never see it. */
export const COMPONENT = 'x-component';

/** Options that a field adds to its schema. */
export const ANNOTATIONS = ['description', 'examples', 'default'] as const;

/**
 * Lets the document describe a schema once, by this name, however many answers hold it. A place may have its own
 * description, examples and default.
 *
 * @throws {Error} when the name has another shape already.
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

/** Keyword of a parameter that stands among the shared parameters of the document. */
export const PARAMETER = 'x-parameter';

/**
 * Lets the document describe a parameter once, by this name, for every endpoint that takes it.
 *
 * @throws {Error} when the name has another schema already.
 */
export const sharedParam = <Schema extends TSchema>(name: string, schema: Schema): Schema => {
  requireOneShape('parameter', name, schema);
  return { ...schema, [PARAMETER]: name };
};

/**
 * A value that may be null. Keeps the description and example of its value, and says when it is null.
 *
 * @param when Reads on from "null when".
 */
export const nullable = <Schema extends TSchema>(schema: Schema, when: string) => {
  const { description, examples, ...rest } = schema as Schema & { description?: string; examples?: unknown };
  return Type.Unsafe<Static<Schema> | null>({
    anyOf: [rest, { type: 'null' }],
    description: `${description === undefined ? '' : `${description.replace(/\.$/, '')}; `}null when ${when}.`,
    ...(examples === undefined ? {} : { examples }),
  });
};

/** A member of every JSON answer that succeeded. */
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

/** When a key or a voucher ends. */
export const expiresAtField = () =>
  named('ExpiresAt', nullable(epochMsField('Expiry time.'), 'it never does'));

/** When a key or a voucher began. */
export const issuedAtField = () => named('IssuedAt', epochMsField('Time of issue.'));

/** Cursor of the next page, for the caller to send back. */
export const nextCursorField = (example: string, leadsTo = 'the next page') =>
  nullable(text(`Cursor of ${leadsTo}.`, example), 'there is none');

/** When an answer was computed. `...At` fields with an `...AtMs` sibling are text, so this one always is. */
export const generatedAtField = () =>
  named('GeneratedAt', text('When the answer was computed, ISO 8601.', '2026-11-21T12:00:00.000Z'));

/** The asset of an answer. */
export const assetIdField = (example = 'hl-BTC') =>
  named('AssetId', text('Asset id in its canonical spelling.', example));

/** The key under which the history keeps the asset. */
export const storeKeyField = () => named('StoreKey', text('Key of the asset within its venue.', 'perp-btc'));

export const venueField = (description: string) => named('VenueId', choice(description, VENUES));
/** A venue, or `ref` of reference prices. */
export const recorderField = (description: string) => named('Recorder', choice(description, RECORDERS));

export const kindField = () => named('AssetKind', choice('Kind of the asset.', ASSET_KINDS));

/** A schema for every member of a shape: one that is added to the shape alone does not compile. */
export type Members<Shape> = { readonly [Name in keyof Shape]-?: TSchema };

/** An object that states one value per venue. */
export const perVenue = <Schema extends TSchema>(description: string, value: Schema) =>
  Type.Unsafe<Partial<Record<(typeof VENUES)[number], Static<Schema>>>>({
    type: 'object',
    description,
    properties: Object.fromEntries(VENUES.map((venue) => [venue, value])),
  });

export const array = <Schema extends TSchema>(description: string, items: Schema) =>
  Type.Unsafe<readonly Static<Schema>[]>({ type: 'array', items, description });

/** An answer whose bytes are made without the framework; the schema describes them. */
export const rawAnswer = (schema: TSchema) => Type.Unsafe<Answer | HeavyAnswer>(schema);

export const csvAnswer = (description: string, example: string) => rawAnswer(text(description, example));

/** A file that is no text, or not always. */
export const binaryFile = (description: string) =>
  rawAnswer(Type.String({ description, format: 'binary', examples: [''] }));

export const object = <Properties extends Record<string, TSchema>>(
  description: string,
  properties: Properties,
) => Type.Object(properties, { description });

/** A venue of the path, or `ref`. */
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

/** A time that a caller names: epoch milliseconds or ISO 8601. */
export const timeParam = (description: string, example: number) =>
  int(`${description} Epoch milliseconds or ISO 8601; epoch seconds are rejected.`, example, {
    minimum: 0,
    'x-epoch-ms': true,
  });
export const fromMsParam = () =>
  Type.Optional(sharedParam('FromMs', timeParam('Start of the window, inclusive.', 1_763_600_000_000)));
export const toMsParam = () =>
  Type.Optional(sharedParam('ToMs', timeParam('End of the window, inclusive.', 1_763_700_000_000)));

/** Query parameters. One with a default may be absent and still reaches the handler. */
export function queryParams<Properties extends Record<string, TSchema>>(properties: Properties) {
  const schema = Type.Object(properties);
  const required = Object.entries(properties as Record<string, { default?: unknown; '~optional'?: boolean }>)
    .filter(([, parameter]) => parameter.default === undefined && !Type.IsOptional(parameter as TSchema))
    .map(([name]) => name);
  return { ...schema, required } as unknown as typeof schema;
}

/** The failures that a route documents beside the ones that every route may send. */
export function failures(...codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  // An asset may be looked up before its venue has answered.
  // The look-up may read the history, which may be on a server.
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

/** A failure whose status is not the usual one of its code. */
export const failureWith = (code: ErrorCode) => failureSchema([code]);

/**
 * Schemas of failures by their codes: several hundred routes, and each server of a process, share some dozens of them.
 */
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
    { ...properties, error: choice('Stable error code.', codes) },
    { description: codes.map((code) => `${code}: ${ERRORS[code][1]}`).join(' ') },
  );
}

/** The members of every failure. */
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
