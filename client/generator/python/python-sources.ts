import {
  collectInputs,
  describeAnswer,
  type Endpoint,
  formatFacts,
  type Input,
  listEndpoints,
  type OpenApiDocument,
  resolved,
  sentence,
} from '../document.ts';
import { docstring, indented, toPascalCase, toSnakeCase, wrapped } from './layout.ts';
import { PythonTypes } from './python-types.ts';

const HEAD = '# Made from the OpenAPI document by client/generate.ts; changes by hand are lost.\n';

/** Generates the modules of the Python client by their names, from the document of the service. */
export function generatePythonSources(given: OpenApiDocument): Readonly<Record<string, string>> {
  const document = resolved(given);
  const endpoints = listEndpoints(document);
  const types = new PythonTypes();
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    types.declare(name, schema);
  const methods = endpoints.map((endpoint) => describeMethod(endpoint, types));
  return {
    'types.py': typesText(types),
    'operations.py': operationsText(methods, SYNC),
    'async_operations.py': operationsText(methods, ASYNC),
    'errors.py': errorsText(document),
    'venues.py': venuesText(document),
  };
}

const typesText = (types: PythonTypes): string => `"""Types of the answers of the service."""

${HEAD}
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


${types.text}
`;

interface Method {
  readonly endpoint: Endpoint;
  readonly inputs: readonly PythonInput[];
  readonly kind: 'json' | 'text' | 'bytes' | 'stream';
  /** Type of the answer, or of each frame of a stream. */
  readonly type: string;
}

interface PythonInput extends Input {
  readonly argument: string;
  readonly type: string;
}

/** Name by which the modules of methods know the types of answers: no argument may have it. */
const TYPES_ALIAS = 't';

function toArgument(name: string): string {
  return name === TYPES_ALIAS ? 'at' : toSnakeCase(name);
}

function describeMethod(endpoint: Endpoint, types: PythonTypes): Method {
  const { id } = endpoint;
  const name = toPascalCase(id);
  const { kind, schema } = describeAnswer(endpoint);
  const inputs = collectInputs(endpoint).map((input) => {
    const type = types
      .annotation(input.schema, `${name}${toPascalCase(input.name)}`)
      .replace(/^list\[/, 'Sequence[')
      .replaceAll(/ \| None$/g, '');
    return { ...input, argument: toArgument(input.name), type: input.schema['x-epoch-ms'] ? 'Time' : type };
  });
  if (kind === 'text') return { endpoint, inputs, kind, type: 'str' };
  if (kind === 'bytes') return { endpoint, inputs, kind, type: 'bytes' };
  const answer = `${name}${kind === 'json' ? 'Answer' : 'Frame'}`;
  if (schema.$ref === undefined || !schema.$ref.endsWith(`/${answer}`)) {
    types.declare(answer, schema.type === 'string' ? {} : schema);
  }
  return { endpoint, inputs, kind, type: answer };
}

/** The text that differs between the synchronous and the asynchronous client. */
interface Flavour {
  readonly className: string;
  readonly note: string;
  readonly define: string;
  readonly wait: string;
  readonly stream: string;
  readonly streamModule: string;
}

const SYNC: Flavour = {
  className: 'Operations',
  note: 'One method for each endpoint of the service.',
  define: 'def',
  wait: '',
  stream: 'Stream',
  streamModule: 'from ..streams import Stream',
};
const ASYNC: Flavour = {
  className: 'AsyncOperations',
  note: 'One method for each endpoint of the service, to be awaited.',
  define: 'async def',
  wait: 'await ',
  stream: 'AsyncStream',
  streamModule: 'from ..streams import AsyncStream',
};

function operationsText(methods: readonly Method[], flavour: Flavour): string {
  const { className, note, define, stream, streamModule } = flavour;
  return `"""${note}"""

${HEAD}
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from ..calls import Operation

if TYPE_CHECKING:
    from ..calls import Time
    ${streamModule}
    from . import types as ${TYPES_ALIAS}


class ${className}:
    """${note}"""

    ${define} _read_json(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> Any:
        raise NotImplementedError

    ${define} _read_text(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> str:
        raise NotImplementedError

    ${define} _read_bytes(self, operation: Operation, params: Mapping[str, Any], timeout: float | None) -> bytes:
        raise NotImplementedError

    def _open_stream(
        self,
        operation: Operation,
        params: Mapping[str, Any],
        last_event_id: str | None,
        max_attempts: int | None,
    ) -> ${stream}[Any]:
        raise NotImplementedError

${methods.map((method) => indented(methodLines(method, flavour)).join('\n')).join('\n\n')}
`;
}

function methodLines({ endpoint, inputs, kind, type }: Method, flavour: Flavour): string[] {
  const { id, method, path, operation } = endpoint;
  const given = inputs.map(({ argument, type: own, isRequired, schema }) => ({
    argument,
    isByPlace: isRequired || schema['x-positional'] === true,
    text: `${argument}: ${qualified(own)}${isRequired ? '' : ' | None = None'}`,
  }));
  const extra =
    kind === 'stream'
      ? ['last_event_id: str | None = None', 'max_attempts: int | None = None']
      : ['timeout: float | None = None'];
  const byPlace = given.filter(({ isByPlace }) => isByPlace).map(({ text }) => text);
  const byName = given.filter(({ isByPlace }) => !isByPlace).map(({ text }) => text);
  const args = ['self', ...byPlace, '*', ...byName, ...extra];
  const state = (member: string, of: readonly PythonInput[]) => {
    const names = of.map(({ name }) => JSON.stringify(name));
    return names.length === 0 ? [] : [`${member}=(${names.join(', ')}${names.length === 1 ? ',' : ''}),`];
  };
  const places = (['query', 'header', 'body'] as const).flatMap((place) =>
    state(
      place,
      inputs.filter((input) => input.place === place),
    ),
  );
  const lists = state(
    'lists',
    inputs.filter(({ place, type: own }) => place === 'body' && own.startsWith('Sequence[')),
  );
  const times = state(
    'times',
    inputs.filter(({ place, type: own }) => place === 'query' && own === 'Time'),
  );
  const server = operation['x-server'] === undefined ? [] : ['server="bot",'];
  const values = inputs.map(({ name, argument }) => `${JSON.stringify(name)}: ${argument},`);
  const params = values.length === 0 ? ['{},'] : ['{', ...indented(values), '},'];
  const call = [
    `Operation(`,
    ...indented([`"${method}",`, `"${path}",`, ...places, ...lists, ...times, ...server]),
    '),',
    ...params,
  ];
  const result = kind === 'stream' ? `${flavour.stream}[t.${type}]` : qualified(type);
  const open = (helper: string, more: string, wait: string) => [
    `return cast(`,
    ...indented([`${JSON.stringify(result)},`, `${wait}self.${helper}(`, ...indented([...call, more]), `),`]),
    `)`,
  ];
  const body =
    kind === 'stream'
      ? open('_open_stream', 'last_event_id, max_attempts,', '')
      : kind === 'json'
        ? open('_read_json', 'timeout,', flavour.wait)
        : [`return ${flavour.wait}self._read_${kind}(`, ...indented([...call, 'timeout,']), ')'];
  const doc = docstring(
    sentence(operation.summary ?? ''),
    operation.description ?? '',
    formatFacts(endpoint).replaceAll('`', '``'),
  );
  const described = inputs.flatMap(({ argument, schema }) =>
    wrapped(`${argument}: ${schema.description ?? ''}`, 84).map((line, i) =>
      i === 0 ? `    ${line}` : `        ${line}`,
    ),
  );
  return [
    `${kind === 'stream' ? 'def' : flavour.define} ${toSnakeCase(id)}(`,
    ...indented(args.map((arg) => `${arg},`)),
    `) -> ${result}:`,
    ...indented([...withArguments(doc, described), ...body]),
  ];
}

/** Adds the description of each argument to a docstring, before its closing quotes. */
function withArguments(doc: readonly string[], described: readonly string[]): string[] {
  if (described.length === 0) return [...doc];
  const text = doc.length === 1 ? [doc[0]!.slice(0, -3)] : doc.slice(0, -1);
  return [...text, '', 'Args:', ...described.map((line) => line.replaceAll('\\', '\\\\')), '"""'];
}

const BUILT_IN = /^(str|int|float|bool|bytes|Any|Time|Literal|Sequence|dict|list|None|True|False)$/;

/** Names of answers come from the module of types, which is read by type checkers alone. */
const qualified = (type: string): string =>
  type.replaceAll(/'[^']*'|[A-Za-z_]\w*/g, (word) =>
    word.startsWith("'") || BUILT_IN.test(word) ? word : `t.${word}`,
  );

function errorsText(document: OpenApiDocument): string {
  const codes = Object.entries(document['x-error-codes']).sort(([a], [b]) => (a < b ? -1 : 1));
  const classes = codes.map(([code, { status, meaning }]) =>
    [
      `class ${toPascalCase(code)}Error(ServiceError):`,
      ...indented([...docstring(`${sentence(meaning)} Status ${status}.`), '', `code = "${code}"`]),
    ].join('\n'),
  );
  const table = codes.map(([code]) => `    "${code}": ${toPascalCase(code)}Error,`);
  return `"""A class for each code of a failure that the service has."""

${HEAD}
from __future__ import annotations

from ..errors import ServiceError

__all__ = [
    "BY_CODE",
${codes.map(([code]) => `    "${toPascalCase(code)}Error",`).join('\n')}
]


${classes.join('\n\n\n')}


BY_CODE: dict[str, type[ServiceError]] = {
${table.join('\n')}
}
"""The class of each code."""
`;
}

function venuesText(document: OpenApiDocument): string {
  const prefixes = Object.entries(document['x-asset-prefixes'] ?? {}).sort(([a], [b]) => b.length - a.length);
  return `"""Which venue an asset belongs to."""

${HEAD}
VENUE_BY_PREFIX: dict[str, str] = {
${prefixes.map(([prefix, venue]) => `    "${prefix}": "${venue}",`).join('\n')}
}
"""How asset ids begin, longest first, and the venue of each."""
`;
}
