/** The members of an OpenAPI 3.1 document that the generator reads. */
export interface OpenApiDocument {
  readonly info?: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  /** Every stable code of a failure. */
  readonly 'x-error-codes': Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;
  /** Venue by prefix of asset ids. */
  readonly 'x-asset-prefixes'?: Readonly<Record<string, string>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export interface DocumentOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
  readonly 'x-access'?: string;
  readonly 'x-cache-seconds'?: number;
  readonly 'x-feature'?: string;
  /** Absent: the main one. */
  readonly 'x-server'?: 'bot';
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** JSON Schema, as far as the service writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Whether the parameter is passed by position where a language has positional arguments, although it is optional. */
  readonly 'x-positional'?: boolean;
  /** Whether the parameter is a time, which ISO 8601 may state as well. */
  readonly 'x-epoch-ms'?: boolean;
}

/**
 * Resolves the document for its types: parameters stand where they are taken, and the description of each component at
 * every place that refers to it without words of its own.
 */
export function resolved(document: OpenApiDocument): OpenApiDocument {
  const readable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(readable);
    if (value === null || typeof value !== 'object') return value;
    const shown = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readable(member)]));
    const [, , kind, name = ''] = typeof shown.$ref === 'string' ? shown.$ref.split('/') : [];
    if (kind === 'parameters') return readable(document.components?.parameters?.[name]);
    const description = document.components?.schemas?.[name]?.description;
    return description === undefined ? shown : { description, ...shown };
  };
  return readable(document) as OpenApiDocument;
}

/** One endpoint of the document. */
export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentOperation;
}

/**
 * Endpoints that a client calls, sorted by id, so that the order of registration does not matter. Webhooks are left out:
 * only payment providers can sign their requests.
 */
export function listEndpoints(document: OpenApiDocument): Endpoint[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (operation['x-access'] === 'webhook') return [];
      if (operation.operationId === undefined) throw new Error(`${method} ${path} has no operationId`);
      return [{ id: operation.operationId, method: method.toUpperCase(), path, operation }];
    }),
  );
  endpoints.sort((a, b) => (a.id < b.id ? -1 : 1));
  endpoints.forEach(({ id }, i) => {
    if (endpoints[i + 1]?.id === id) throw new Error(`two operations are called ${id}`);
  });
  return endpoints;
}

/** Kind of value that a method of the client returns: an object, text, bytes, or frames of a stream. */
export function describeAnswer({ operation }: Endpoint): {
  kind: 'json' | 'text' | 'bytes' | 'stream';
  schema: Schema;
} {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const contents = Object.entries(success?.[1].content ?? {});
  const [type, content] = contents[0] ?? ['application/json', {}];
  const description = success?.[1].description;
  const schema = { ...(description === undefined ? {} : { description }), ...content.schema };
  if (type.startsWith('text/event-stream')) return { kind: 'stream', schema };
  if (schema.format === 'binary') return { kind: 'bytes', schema };
  if (!type.startsWith('application/json') || schema.type === 'string') return { kind: 'text', schema };
  return { kind: 'json', schema };
}

/** One parameter of a method, or a member of its body. */
export interface Input {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Collects all parameters of a method, those of the path first. The members of a body stand beside the others. */
export function collectInputs({ id, operation }: Endpoint): Input[] {
  const inputs: Input[] = [];
  for (const parameter of operation.parameters ?? []) {
    const { name, in: place, required = false, description, schema } = parameter;
    // The client sets it on its own.
    if (place === 'cookie' || name.toLowerCase() === 'last-event-id') continue;
    const described = description === undefined ? schema : { ...schema, description };
    inputs.push({ name, place, schema: described, isRequired: place === 'path' || required });
  }
  const body = operation.requestBody?.content?.['application/json']?.schema;
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    inputs.push({ name, place: 'body', schema, isRequired: body?.required?.includes(name) ?? false });
  }
  const names = new Set(inputs.map(({ name }) => name));
  if (names.size < inputs.length) throw new Error(`${id} has two parameters of one name`);
  const order = ['path', 'query', 'body', 'header'];
  return inputs.sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place));
}

/** Line of a method's doc comment that states the method, path and access class of its endpoint. */
export function formatFacts({ method, path, operation }: Endpoint): string {
  const access = operation['x-access'] ?? 'free';
  const feature = operation['x-feature'];
  return [
    `\`${method} ${path}\`.`,
    access === 'free' ? '' : ` Access: ${access}${feature === undefined ? '' : ` (${feature})`}.`,
  ].join('');
}

/** Ends a text with a full stop. */
export const sentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);
