import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiServer } from '../../src/http/routing/registration.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation of the served document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly access: string;
  /** Server that answers the operation. */
  readonly server: 'main' | 'bot';
  readonly parameters: readonly Parameter[];
  /** Example of a body by the examples of the document; null when the operation takes no JSON. */
  readonly bodyExample: Json | null;
  /** Codes of the documented failures by status. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Request of a caller. */
export interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export type Send = (method: string, sent: Sent) => Promise<Received>;

/** Validates real answers against a served OpenAPI document, and knows which statuses of it were never seen. */
export class DescribedAnswers {
  readonly operations: readonly Operation[];
  readonly #document: Json;
  // Each schema is used a few times: to shape its code costs more than the code saves.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #seen = new Set<string>();

  constructor(document: Json) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'document');
    this.operations = this.#listOperations();
  }

  find(method: string, path: string): Operation {
    const found = this.operations.find((one) => one.method === method && one.path === path);
    assert.ok(found !== undefined, `${method} ${path} is not documented`);
    return found;
  }

  /** Fails unless the answer is documented and fits. @param value Of a stream: the data of one event. */
  take({ method, path }: Operation, { status, type, text }: Received, value?: unknown): void {
    const where = `${method} ${path} ${status}`;
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const [response, at] = this.#follow(pointer);
    assert.ok(response !== undefined, `${where} is not documented: ${text.slice(0, 300)}`);
    const mediaType = type.split(';')[0] ?? '';
    const content = (response as { content?: Json }).content ?? {};
    assert.ok(mediaType in content, `${where} is ${mediaType}, documented is ${Object.keys(content)}`);
    const body = value ?? (mediaType === 'application/json' ? JSON.parse(text) : text);
    const validate = this.#validator([...at, 'content', mediaType, 'schema']);
    assert.ok(validate(body), `${where}: ${this.#ajv.errorsText(validate.errors)}\n${text.slice(0, 600)}`);
    this.#seen.add(where);
  }

  /** Lists every documented status that no answer had. */
  unseen(): string[] {
    return this.operations.flatMap(({ method, path, codes }) =>
      [...codes.keys()]
        .map((status) => `${method} ${path} ${status}`)
        .filter((where) => !this.#seen.has(where)),
    );
  }

  /** Lists every example of the document that its own schema refuses. */
  wrongExamples(): string[] {
    const wrong: string[] = [];
    const visit = (value: unknown, pointer: readonly string[]) => {
      if (value === null || typeof value !== 'object') return;
      const { examples, example, schema } = value as Json;
      const check = (given: unknown, at: readonly string[]) => {
        const validate = this.#validator(at);
        if (!validate(given)) wrong.push(`${pointer.join('/')}: ${this.#ajv.errorsText(validate.errors)}`);
      };
      if (Array.isArray(examples)) for (const one of examples) check(one, pointer);
      if (example !== undefined && schema !== undefined) check(example, [...pointer, 'schema']);
      for (const [name, member] of Object.entries(value)) visit(member, [...pointer, name]);
    };
    visit(this.#document, []);
    return wrong;
  }

  #validator(pointer: readonly string[]): ValidateFunction {
    const text = pointer
      .map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = this.#validators.get(text);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile({ $ref: `document#/${text}` });
    this.#validators.set(text, validate);
    return validate;
  }

  /** Follows a pointer, and the reference at its end: returns the value and its location. */
  #follow(pointer: readonly string[]): [found: Json | undefined, at: readonly string[]] {
    let value: unknown = this.#document;
    for (const name of pointer) value = (value as Json | undefined)?.[name];
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    return reference === undefined
      ? [value as Json | undefined, pointer]
      : this.#follow(reference.slice('#/'.length).split('/'));
  }

  #listOperations(): Operation[] {
    return Object.entries(this.#document.paths as Record<string, Record<string, Json>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          security: (operation.security ?? []) as Operation['security'],
          access: String(operation['x-access']),
          server: operation['x-server'] === 'bot' ? 'bot' : 'main',
          parameters: ((operation.parameters ?? []) as unknown[]).map(
            (_, at) =>
              this.#follow(['paths', path, method, 'parameters', String(at)])[0] as unknown as Parameter,
          ),
          bodyExample: this.#bodyExample(['paths', path, method, 'requestBody']),
          codes: new Map(
            Object.keys(operation.responses as Json).map((status) => [
              Number(status),
              this.#listCodes(['paths', path, method, 'responses', status]),
            ]),
          ),
        })),
    );
  }

  #bodyExample(pointer: readonly string[]): Json | null {
    const [body] = this.#follow(pointer);
    const { schema } = ((body as { content?: Json } | undefined)?.content?.['application/json'] ?? {}) as {
      schema?: {
        required?: readonly string[];
        properties?: Record<string, { examples?: readonly unknown[] }>;
      };
    };
    if (schema === undefined) return null;
    const { required = [], properties = {} } = schema;
    return Object.fromEntries(required.map((name) => [name, properties[name]?.examples?.[0]]));
  }

  #listCodes(pointer: readonly string[]): readonly string[] {
    const [response] = this.#follow(pointer);
    const { schema } = ((response as { content?: Json }).content?.['application/json'] ?? {}) as {
      schema?: { allOf?: readonly { properties?: { error?: { enum?: readonly string[] } } }[] };
    };
    return schema?.allOf?.flatMap(({ properties }) => properties?.error?.enum ?? []) ?? [];
  }
}

/** Sends to a server in this process. */
export function sendInto(app: ApiServer): Send {
  return async (method, { url, headers = {}, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: withType(headers, body),
      ...(body === undefined ? {} : { payload: toText(body) }),
    });
    return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.body };
  };
}

/** Sends to a server that listens. */
export function sendTo(base: string): Send {
  return async (method, { url, headers = {}, body }) => {
    const answer = await fetch(base + url, {
      method,
      headers: withType(headers, body),
      ...(body === undefined ? {} : { body: toText(body) }),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    };
  };
}

function withType(headers: Readonly<Record<string, string>>, body: unknown): Record<string, string> {
  return body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers };
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
