/** A request as a call of our clients: they are installed from the service itself. */
export interface ClientCall {
  readonly operation: FoundOperation;
  /** Addresses of the two servers; `bot` is null where the operation is not the bot's. */
  readonly origins: { readonly main: string; readonly bot: string | null };
  /** The environment variable that holds the credential; null: the request is free. */
  readonly credential: string | null;
  readonly isStream: boolean;
}

/** The operation that a request is one of, and its arguments by the names of the document. */
export interface FoundOperation {
  /** Id of the operation in the document: `getQuote`. */
  readonly id: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** Version of the service, which is the clients' too. */
  readonly version: string;
}

type Argument = string | number | boolean | readonly string[];

/** Members of the service's OpenAPI document that are read. */
interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get?: ApiOperation }>>;
  readonly components?: { readonly parameters?: Readonly<Record<string, ApiParameter>> };
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[];
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly type?: string };
}

/**
 * Finds the operation of the document that a GET of this path is, with the arguments of its path and query.
 *
 * @param path With its query: `/api/m2m/hl-BTC/quote?activity=true`.
 * @returns null when the document has none, or the request has a parameter that it does not name.
 */
export function findOperation(document: ApiDocument, path: string): FoundOperation | null {
  const { pathname, searchParams } = new URL(path, 'http://service');
  const segments = pathname.split('/');
  const matches = Object.entries(document.paths).flatMap(([template, { get }]) => {
    const values = matchSegments(template.split('/'), segments);
    return get === undefined || values === null ? [] : [{ get, values }];
  });
  // A path without variables is more exact than one that has them in its place.
  const [match] = matches.sort((one, other) => one.values.size - other.values.size);
  if (match === undefined) return null;
  const found = new Map<string, Argument>(match.values);
  for (const [name, text] of searchParams) {
    const type = findParameter(document, match.get, name)?.schema?.type;
    if (type === undefined) return null;
    found.set(name, toArgument(type, text));
  }
  return {
    id: match.get.operationId,
    arguments: Object.fromEntries(found),
    version: document.info.version,
  };
}

function matchSegments(template: readonly string[], given: readonly string[]): Map<string, string> | null {
  if (template.length !== given.length) return null;
  const values = new Map<string, string>();
  for (const [i, segment] of template.entries()) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name !== undefined) values.set(name, decodeURIComponent(given[i] ?? ''));
    else if (segment !== given[i]) return null;
  }
  return values;
}

function findParameter(
  { components }: ApiDocument,
  { parameters = [] }: ApiOperation,
  name: string,
): ApiParameter | undefined {
  return parameters
    .map((one) => ('$ref' in one ? components?.parameters?.[one.$ref.split('/').at(-1) ?? ''] : one))
    .find((one) => one?.name === name && one.in === 'query');
}

function toArgument(type: string, text: string): Argument {
  if (type === 'boolean') return text === 'true';
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'array' ? text.split(',') : text;
}

/** Formats a call in Python with our client. */
export function formatPythonClient({ operation, origins, credential, isStream }: ClientCall): string {
  const { id, version } = operation;
  const values = Object.entries(operation.arguments).map(
    ([name, value]) => `${toPythonName(name)}=${toPython(value)}`,
  );
  const options = [
    JSON.stringify(origins.main),
    ...(credential === null ? [] : [`api_key=os.environ["${credential}"]`]),
    ...(origins.bot === null ? [] : [`bot_url=${JSON.stringify(origins.bot)}`]),
  ];
  const call = `client.${toPythonName(id)}(${values.join(', ')})`;
  return `# pip install ${origins.main}/clients/crosstape-${version}-py3-none-any.whl
${credential === null ? '' : 'import os\n\n'}from crosstape import Crosstape

client = Crosstape(${options.join(', ')})
${
  isStream
    ? `with ${call} as stream:\n    for frame in stream.frames():\n        print(frame)`
    : `print(${call})`
}`;
}

/** Name of the package by which programs import the client. */
const NPM_NAME = '@crosstape/client';

/** Formats a call in TypeScript with our client. */
export function formatTypeScriptClient({ operation, origins, credential, isStream }: ClientCall): string {
  const { id, version } = operation;
  const values = Object.entries(operation.arguments).map(
    ([name, value]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const options = [
    `baseUrl: ${JSON.stringify(origins.main)}`,
    ...(credential === null ? [] : [`apiKey: process.env.${credential} ?? ''`]),
    ...(origins.bot === null ? [] : [`botUrl: ${JSON.stringify(origins.bot)}`]),
  ];
  const call = `client.${id}(${values.length === 0 ? '' : `{ ${values.join(', ')} }`})`;
  return `// npm install ${origins.main}/clients/crosstape-client-${version}.tgz
import { CrosstapeClient } from ${JSON.stringify(NPM_NAME)};

const client = new CrosstapeClient({ ${options.join(', ')} });
${
  isStream
    ? `for await (const event of ${call}) if (event.kind === 'frame') console.log(event.data);`
    : `console.log(await ${call});`
}`;
}

function toPython(value: Argument): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Converts a name to Python's form by the rule by which the Python client is generated. */
function toPythonName(name: string): string {
  const snake = name
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  return snake === 'from' ? 'from_' : snake;
}
