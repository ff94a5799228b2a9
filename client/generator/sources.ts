import {
  collectInputs,
  describeAnswer,
  type Endpoint,
  formatFacts,
  type Input,
  listEndpoints,
  type OpenApiDocument,
  resolved,
  type Schema,
  sentence,
} from './document.ts';
import { comment, memberText, typeText } from './type-text.ts';

/** The two generated files, not yet laid out. */
export interface Sources {
  readonly types: string;
  readonly operations: string;
}

const HEAD = '// Made from the OpenAPI document by client/generate.ts; changes by hand are lost.\n\n';

/** Writes the client's types and methods from the document of the service. */
export function generateSources(given: OpenApiDocument): Sources {
  const document = resolved(given);
  const endpoints = listEndpoints(document);
  const named = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const codes = Object.keys(document['x-error-codes']).sort();
  const types = [
    `/** Stable codes of failures; docs/errors.md says when each is sent. */\nexport type ApiErrorCode = ${codes.map((code) => JSON.stringify(code)).join(' | ')};`,
    ...named.map(([name, schema]) => declaration(name, schema)),
    ...endpoints.flatMap(generateTypes),
  ];
  return {
    types: `${HEAD}import type { Time } from '../call.ts';\n\n${types.join('\n\n')}\n`,
    operations: `${HEAD}${operationsText(endpoints)}`,
  };
}

function generateTypes(endpoint: Endpoint): string[] {
  const { id, operation } = endpoint;
  const { schema, kind } = describeAnswer(endpoint);
  const declared: string[] = [];
  const inputs = collectInputs(endpoint);
  if (inputs.length > 0) {
    const members = inputs.map(({ name, schema: input, isRequired }) =>
      memberText(name, input, isRequired, input['x-epoch-ms'] ? 'Time' : typeText(input)),
    );
    declared.push(
      `${comment(`Parameters of \`${methodName(id)}\`.`)}export interface ${typeName(id)}Params { ${members.join(' ')} }`,
    );
  }
  if (kind === 'text' || kind === 'bytes') return declared;
  const name = `${typeName(id)}${kind === 'json' ? 'Answer' : 'Frame'}`;
  // Most answers are components that have this name already.
  if (schema.$ref?.endsWith(`/${name}`)) return declared;
  const answer = schema.type === 'string' ? { description: operation.summary ?? '' } : schema;
  return [...declared, declaration(name, answer)];
}

function declaration(name: string, schema: Schema): string {
  const text = typeText(schema);
  const note = comment(schema.description ?? '');
  return text.startsWith('{') && text.endsWith('}')
    ? `${note}export interface ${name} ${text}`
    : `${note}export type ${name} = ${text};`;
}

function operationsText(endpoints: readonly Endpoint[]): string {
  const used = endpoints.flatMap((endpoint) => {
    const { kind } = describeAnswer(endpoint);
    const name = typeName(endpoint.id);
    return [
      ...(collectInputs(endpoint).length > 0 ? [`${name}Params`] : []),
      ...(kind === 'json' ? [`${name}Answer`] : kind === 'stream' ? [`${name}Frame`] : []),
    ];
  });
  return `import type { CallOptions, Operation, Params } from '../call.ts';
import type { StreamEvent, StreamOptions } from '../resuming-stream.ts';
import type { ${used.sort().join(', ')} } from './types.ts';

/** One method for each endpoint of the service. */
export abstract class Operations {
  protected abstract readJson<Answer>(operation: Operation, params: Params, options?: CallOptions): Promise<Answer>;
  protected abstract readText(operation: Operation, params: Params, options?: CallOptions): Promise<string>;
  protected abstract readBytes(operation: Operation, params: Params, options?: CallOptions): Promise<Uint8Array>;
  protected abstract openStream<Frame>(
    operation: Operation,
    params: Params,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent<Frame>, void, undefined>;
${endpoints.map(methodText).join('\n')}
}
`;
}

function methodText(endpoint: Endpoint): string {
  const { id, method, path, operation } = endpoint;
  const { kind } = describeAnswer(endpoint);
  const name = typeName(id);
  const inputs = collectInputs(endpoint);
  const placed = (place: Input['place'], member: string) => {
    const names = inputs.filter((input) => input.place === place).map((input) => input.name);
    return names.length === 0 ? '' : `, ${member}: ${JSON.stringify(names)}`;
  };
  const server = operation['x-server'] === undefined ? '' : `server: '${operation['x-server']}', `;
  const call = `{ ${server}method: '${method}', path: '${path}'${placed('query', 'query')}${placed('header', 'headers')}${placed('body', 'body')} }`;
  const given =
    inputs.length === 0
      ? ''
      : `params: ${name}Params${inputs.some(({ isRequired }) => isRequired) ? '' : ' = {}'}, `;
  const params = inputs.length === 0 ? '{}' : '{ ...params }';
  const forms = {
    json: ['CallOptions', `Promise<${name}Answer>`, 'readJson'],
    text: ['CallOptions', 'Promise<string>', 'readText'],
    bytes: ['CallOptions', 'Promise<Uint8Array>', 'readBytes'],
    stream: ['StreamOptions', `AsyncGenerator<StreamEvent<${name}Frame>, void, undefined>`, `openStream`],
  } as const;
  const [options, result, helper] = forms[kind];
  const note = comment(sentence(operation.summary ?? ''), operation.description ?? '', formatFacts(endpoint));
  return `${note}${methodName(id)}(${given}options?: ${options}): ${result} {
  return this.${helper}(${call}, ${params}, options);
}
`;
}

const methodName = (id: string) => id.charAt(0).toLowerCase() + id.slice(1);
const typeName = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
