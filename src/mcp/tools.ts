import type { ApiRequest } from './api-caller.ts';
import { findOperation, type OpenApiDocument, type OpenApiOperation } from './openapi-document.ts';

/** An endpoint as an assistant sees it. All of them only read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: string[];
    readonly additionalProperties: false;
  };
  /** Its answer is a list of buckets, whose width `bucketMs` says. */
  readonly hasBuckets: boolean;
  /** @throws {ToolInputError} when an argument is missing or not known. */
  request(given: Readonly<Record<string, unknown>>): ApiRequest;
}

/** The arguments of a call do not fit. The message is for the assistant. */
export class ToolInputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolInputError';
  }
}

interface Choice {
  readonly operationId: string;
  /** How many items to ask for where the endpoint itself would give more than an assistant reads. */
  readonly limit?: { readonly default: number; readonly maximum: number };
  readonly hasBuckets?: boolean;
  /** Its answers always say why members are null: an assistant cannot guess, and would ask twice. */
  readonly explains?: boolean;
}

/** Which endpoints are tools, and under which names. Everything else comes from the document. */
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
};

const MAX_DESCRIPTION_LENGTH = 400;

const WIDENING = 'More buckets than can be read come back wider; widenedToMs says so.';

/** Makes the tools from the document. An endpoint that this service does not have gives no tool. */
export function buildTools(document: OpenApiDocument): Tool[] {
  return Object.entries(CHOICES).flatMap(([name, choice]) => {
    const found = findOperation(document, choice.operationId);
    return found === null ? [] : [buildTool(name, choice, found)];
  });
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
): Tool {
  const accepted = collectInputs(operation, limit);
  const isExplained = explains && accepted.has('explain');
  const inputs = new Map([...accepted].filter(([input]) => input !== 'explain' || !isExplained));
  const required = [...inputs].filter(([, { isRequired }]) => isRequired).map(([input]) => input);
  const properties = Object.fromEntries([...inputs].map(([input, { schema }]) => [input, schema]));
  return {
    name,
    title: operation.summary ?? name,
    description: hasBuckets ? `${buildDescription(operation)} ${WIDENING}` : buildDescription(operation),
    hasBuckets,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    request(given) {
      const unknown = Object.keys(given).filter((input) => !inputs.has(input));
      if (unknown.length > 0) {
        throw new ToolInputError(`${name} takes ${[...inputs.keys()].join(', ')}; not ${unknown.join(', ')}`);
      }
      const values = new Map(
        Object.entries(given)
          .filter(([, value]) => value !== null)
          .map(([input, value]) => [input, toList(value, inputs.get(input)?.schema)]),
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

/** Without members that JSON Schema does not know: some assistants refuse them. */
function plainSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(schema).filter(([member]) => !member.startsWith('x-') && member !== 'example');
  return Object.fromEntries(known);
}

/** The summary and as many whole sentences of the description as are short. */
function buildDescription({ summary = '', description = '' }: OpenApiOperation): string {
  const sentences = description.split(/(?<=[.;])\s+/).filter((sentence) => sentence !== '');
  let text = `${summary}.`;
  for (const sentence of sentences) {
    if (text.length + 1 + sentence.length > MAX_DESCRIPTION_LENGTH) break;
    text += ` ${sentence}`;
  }
  return text.replace(/;$/, '.');
}

/**
 * An argument as its endpoint takes it: models write a list as JSON text, or give one text where a list belongs.
 *
 * @param schema undefined: of an argument that is not known.
 */
function toList(value: unknown, schema: Input['schema'] | undefined): unknown {
  if (typeof value !== 'string') return value;
  const listed = findTextList(value);
  if (listed !== null) return listed;
  return schema?.type === 'array' ? value.split(',').map((part) => part.trim()) : value;
}

/** The texts of a list that is written as JSON; null: it is none. */
function findTextList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value : null;
  } catch {
    return null;
  }
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
    // However it is written in an address, it leads to another endpoint.
    if (place === 'path' && /^\.{0,2}$/.test(text)) throw new ToolInputError(`${name} cannot be "${text}"`);
    if (place === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(text));
    else if (place === 'query') query.set(name, text);
    else body[name] = value;
  }
  const url = query.size === 0 ? filled : `${filled}?${query}`;
  return { method, url, body: method === 'POST' ? JSON.stringify(body) : null };
}
