// One file: the arguments and results of all tools follow from one document, by the same few rules.
import { findJson, isJsonObject } from '../domain/index.ts';
import type { ApiRequest } from './api-caller.ts';
import { findOperation, type OpenApiDocument, type OpenApiOperation } from './openapi-document.ts';
import { buildOutputSchema, type OutputSchema } from './output-schema.ts';

/** An endpoint as a tool of an assistant. All tools are read-only. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    /** Names of the required arguments; absent: none is required. */
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  readonly outputSchema: OutputSchema;
  /** Whether the result is a list of buckets, whose width the member `bucketMs` states. */
  readonly hasBuckets: boolean;
  /**
   * Builds the request whose response is the result of the tool; for a tool over several endpoints, the request of the
   * main one.
   *
   * @throws {ToolInputError} when an argument is missing or unknown.
   */
  request(given: Readonly<Record<string, unknown>>): ApiRequest;
  /**
   * Builds the requests of a tool over several endpoints, by the member of the result that each response becomes.
   * Absent: the tool has one endpoint.
   */
  readonly members?: Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => ApiRequest>>;
}

/** Error: the arguments of a call are not valid. The message is for the assistant. */
export class ToolInputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolInputError';
  }
}

interface Choice {
  readonly operationId: string;
  /** Number of items to request from an endpoint that returns more than an assistant reads. */
  readonly limit?: { readonly default: number; readonly maximum: number };
  readonly hasBuckets?: boolean;
  /**
   * Whether the tool always asks for the reasons of null members: an assistant cannot guess them and would call again.
   */
  readonly explains?: boolean;
  /** Endpoint that is called instead if an argument is given, with a description of both. */
  readonly instead?: { readonly given: string; readonly operationId: string; readonly description: string };
}

/** Names of the tools, with their endpoints. Everything else comes from the document. */
const CHOICES: Readonly<Record<string, Choice>> = {
  find_assets: { operationId: 'getIndex', limit: { default: 25, maximum: 500 } },
  asset_bundle: { operationId: 'getBundle' },
  asset_bundles: { operationId: 'postBatch' },
  quote: { operationId: 'getQuote' },
  history: { operationId: 'getHistory', limit: { default: 200, maximum: 250 } },
  history_buckets: { operationId: 'getHistoryAggregate', hasBuckets: true },
  asset_stats: { operationId: 'getAssetStats', explains: true },
  asset_risk: { operationId: 'getAssetRisk', explains: true },
  slippage: { operationId: 'getSlippage' },
  movers: { operationId: 'getMovers' },
  correlations: { operationId: 'getCorrelations' },
  arbitrage: { operationId: 'simulateArbitrage' },
  links: { operationId: 'getLinks', limit: { default: 25, maximum: 200 } },
  resolutions: { operationId: 'getResolutions', limit: { default: 50, maximum: 200 } },
  book: {
    operationId: 'getBook',
    instead: {
      given: 't',
      operationId: 'getBookAt',
      description:
        'Order book, binaries in terms of Yes: live, or with t as recorded then; levels only then.',
    },
  },
};

/** The health tool, which calls several endpoints: whether the recording can be relied on. */
const HEALTH = {
  name: 'health',
  title: 'Health of the recording',
  description:
    'State of the feed of each venue, what is wrong with it now (anomalies), and the newest gaps in the recording. The arguments choose the gaps.',
  members: { feed: 'getFeedHealth', anomalies: 'getAnomalies', gaps: 'getGaps' },
  /** Member of the result whose endpoint receives the arguments. */
  takes: 'gaps',
  limit: { default: 25, maximum: 200 },
} as const;

const MAX_DESCRIPTION_LENGTH = 220;
const MAX_INPUT_LENGTH = 80;

const WIDENING = 'More buckets than can be read come back wider; widenedToMs says so.';

/** Builds the tools from an OpenAPI document. Endpoints that the service does not have are left out. */
export function buildTools(document: OpenApiDocument): Tool[] {
  const tools = Object.entries(CHOICES).flatMap(([name, choice]) => {
    const found = findOperation(document, choice.operationId);
    if (found === null) return [];
    const tool = buildTool(name, choice, found, document);
    return [choice.instead === undefined ? tool : joinInstead(tool, choice.instead, document)];
  });
  const health = buildHealthTool(document);
  return health === null ? tools : [...tools, health];
}

/** Combines a tool with the endpoint that is called instead if an argument is given. */
function joinInstead(
  tool: Tool,
  { given: argument, operationId, description }: NonNullable<Choice['instead']>,
  document: OpenApiDocument,
): Tool {
  const found = findOperation(document, operationId);
  if (found === null) return tool;
  const other = buildTool(tool.name, { operationId }, found, document);
  const properties = { ...other.inputSchema.properties, ...tool.inputSchema.properties };
  // Members that both endpoints have use the other endpoint's shape, because it may be null. Its further members are
  // visible only in results.
  const members = Object.entries(tool.outputSchema.properties).map(([member, shape]) => [
    member,
    other.outputSchema.properties[member] ?? shape,
  ]);
  return {
    ...tool,
    description,
    inputSchema: { ...tool.inputSchema, properties },
    outputSchema: { type: 'object', properties: Object.fromEntries(members) },
    request: (given) => ((given[argument] ?? null) === null ? tool : other).request(given),
  };
}

/** Builds the health tool; null where the service lacks one of its endpoints. */
function buildHealthTool(document: OpenApiDocument): Tool | null {
  const { name, title, description, members, takes, limit } = HEALTH;
  const parts: [string, Tool][] = [];
  for (const [member, operationId] of Object.entries(members)) {
    const found = findOperation(document, operationId);
    if (found === null) return null;
    const choice = { operationId, ...(member === takes ? { limit } : {}) };
    parts.push([member, buildTool(name, choice, found, document)]);
  }
  const taking = parts.find(([member]) => member === takes)?.[1];
  if (taking === undefined) return null;
  return {
    ...taking,
    title,
    description,
    outputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        parts.map(([member, { outputSchema }]) => [member, withoutSecondLevel(outputSchema)]),
      ),
    },
    members: Object.fromEntries(
      parts.map(([member, tool]) => [member, (given) => tool.request(member === takes ? given : {})]),
    ),
  };
}

/** Removes the second level of members from a schema, because the response is itself a member of the result. */
function withoutSecondLevel({ type, properties }: OutputSchema): OutputSchema {
  const members = Object.entries(properties).map(([name, shape]) => [
    name,
    'type' in shape ? { type: shape.type } : {},
  ]);
  return { type, properties: Object.fromEntries(members) };
}

interface Input {
  readonly place: 'path' | 'query' | 'body';
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
}

function buildTool(
  name: string,
  { limit, hasBuckets = false, explains = false }: Choice,
  { method, path, operation }: NonNullable<ReturnType<typeof findOperation>>,
  document: OpenApiDocument,
): Tool {
  const accepted = collectInputs(operation, limit);
  const isExplained = explains && accepted.has('explain');
  const inputs = new Map([...accepted].filter(([input]) => input !== 'explain' || !isExplained));
  const required = [...inputs].filter(([, { isRequired }]) => isRequired).map(([input]) => input);
  const properties = Object.fromEntries([...inputs].map(([input, { schema }]) => [input, schema]));
  return {
    name,
    title: toTitle(name),
    description: hasBuckets ? `${buildDescription(operation)} ${WIDENING}` : buildDescription(operation),
    hasBuckets,
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    outputSchema: buildOutputSchema(document, operation),
    request(given) {
      const unknown = Object.keys(given).filter((input) => !inputs.has(input));
      if (unknown.length > 0) {
        throw new ToolInputError(`${name} takes ${[...inputs.keys()].join(', ')}; not ${unknown.join(', ')}`);
      }
      const values = new Map(
        Object.entries(given)
          .filter(([, value]) => value !== null)
          .map(([input, value]) => [input, readArgument(value, inputs.get(input)?.schema)]),
      );
      const asked = values.get('limit') ?? limit?.default;
      if (limit !== undefined && inputs.has('limit') && typeof asked === 'number')
        values.set('limit', Math.min(asked, limit.maximum));
      const missing = required.filter((input) => !values.has(input));
      if (missing.length > 0) throw new ToolInputError(`${name} needs ${missing.join(', ')}`);
      if (isExplained) values.set('explain', true);
      return buildRequest(method, path, accepted, values);
    },
  };
}

function collectInputs(operation: OpenApiOperation, limit: Choice['limit']): Map<string, Input> {
  const inputs = new Map<string, Input>();
  for (const { name, in: place, required = false, description, schema } of operation.parameters ?? []) {
    if (place !== 'path' && place !== 'query') continue;
    const described = { ...schema, ...(description === undefined ? {} : { description }) };
    inputs.set(name, {
      place,
      schema: { ...plainSchema(described), ...(name === 'limit' ? limit : {}) },
      isRequired: required,
    });
  }
  const body = operation.requestBody?.content['application/json'].schema;
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const isRequired = body?.required?.includes(name) ?? false;
    inputs.set(name, { place: 'body', schema: plainSchema(schema), isRequired });
  }
  return inputs;
}

/** Schema keywords that the list of tools leaves out. The endpoint reports a violation. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'example examples pattern minLength maxLength minItems uniqueItems minimum exclusiveMinimum maximum'.split(
    ' ',
  ),
);

/** Removes keywords that are not part of JSON Schema, which some assistants reject, and shortens descriptions. */
function plainSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(schema).filter(
    ([member]) => !member.startsWith('x-') && !LEFT_OUT.has(member),
  );
  const { items, description, ...plain } = Object.fromEntries(known);
  return {
    ...plain,
    ...(isJsonObject(items) ? { items: plainSchema(items) } : {}),
    ...(typeof description === 'string' ? { description: shorten('', description, MAX_INPUT_LENGTH) } : {}),
  };
}

/** Converts the name of a tool to a title: `find_assets` becomes `Find assets`. */
const toTitle = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** Builds the description of a tool: the summary, and as many whole sentences of the description as fit. */
function buildDescription({ summary = '', description = '' }: OpenApiOperation): string {
  return shorten(`${summary}.`, description, MAX_DESCRIPTION_LENGTH);
}

/**
 * Shortens a description to whole sentences within `most` characters. Without a beginning, at least one sentence is
 * kept.
 */
function shorten(beginning: string, description: string, most: number): string {
  let text = beginning;
  for (const sentence of description.split(/(?<=[.;])\s+/).filter((part) => part !== '')) {
    if (text !== '' && text.length + 1 + sentence.length > most) break;
    text += text === '' ? sentence : ` ${sentence}`;
  }
  return text.replace(/;$/, '.');
}

/**
 * Converts an argument to the type that the endpoint expects. Models write lists, numbers and booleans as text, and
 * give a single text instead of a list. Any other value is passed on, and the endpoint rejects it.
 *
 * @param schema Schema of the argument; undefined: the argument is unknown.
 */
function readArgument(value: unknown, schema: Input['schema'] | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (schema?.type === 'array') return findTextList(value) ?? value.split(',').map((part) => part.trim());
  if (schema?.type === 'boolean') return BOOLEANS.get(value.trim().toLowerCase()) ?? value;
  if (schema?.type === 'integer' || schema?.type === 'number')
    return PLAIN_NUMBER.test(value.trim()) ? Number(value) : value;
  return value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Matches texts that can become numbers without losing a digit. Times in ISO 8601 and longer texts do not match. */
const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;

/** Finds the items of a list that is written as JSON, or in the syntax of Python; null: the text is not a list. */
function findTextList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  return findPlainList(text) ?? (text.includes('"') ? null : findPlainList(text.replaceAll("'", '"')));
}

function findPlainList(text: string): readonly unknown[] | null {
  const value = findJson(text);
  return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value : null;
}

function buildRequest(
  method: 'GET' | 'POST',
  path: string,
  inputs: ReadonlyMap<string, Input>,
  values: ReadonlyMap<string, unknown>,
): ApiRequest {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let filled = path;
  for (const [name, value] of values) {
    const place = inputs.get(name)?.place;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    // A path parameter that consists of dots leads to another endpoint, even if it is percent-encoded.
    if (place === 'path' && /^\.{0,2}$/.test(text))
      throw new ToolInputError(`${name} must not be "${text}": dots lead to another endpoint`);
    if (place === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(text));
    else if (place === 'query') query.set(name, text);
    else body[name] = value;
  }
  const url = query.size === 0 ? filled : `${filled}?${query}`;
  return { method, url, body: method === 'POST' ? JSON.stringify(body) : null };
}
