import type { Schema } from './document.ts';

/** Builds the TypeScript type of a schema, as text that a formatter still has to lay out. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(typeText));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeText(part)})`).join(' & ');
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return schema.properties === undefined ? 'unknown' : objectText(schema);
  return union(types.map((type) => singleText(type, schema)));
}

function singleText(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayText(schema);
    case 'object':
      return objectText(schema);
    default:
      throw new Error(`the schema has the unknown type ${type}`);
  }
}

function arrayText({ items, prefixItems }: Schema): string {
  const fixed = prefixItems ?? (Array.isArray(items) ? (items as readonly Schema[]) : undefined);
  if (fixed !== undefined) return `readonly [${fixed.map(typeText).join(', ')}]`;
  return `readonly (${items === undefined ? 'unknown' : typeText(items as Schema)})[]`;
}

function objectText(schema: Schema): string {
  const { properties = {}, required = [], additionalProperties, patternProperties, propertyNames } = schema;
  const members = Object.entries(properties).map(([name, property]) =>
    memberText(name, property, required.includes(name)),
  );
  const others = Object.values(patternProperties ?? {});
  if (typeof additionalProperties === 'object') others.push(additionalProperties);
  const openText =
    others.length > 0
      ? `Readonly<Record<string, ${union(others.map(typeText))}>>`
      : additionalProperties === true || members.length === 0
        ? 'Readonly<Record<string, unknown>>'
        : null;
  if (propertyNames?.enum !== undefined && typeof additionalProperties === 'object') {
    const names = union(propertyNames.enum.map((name) => JSON.stringify(name)));
    return `Readonly<Partial<Record<${names}, ${typeText(additionalProperties)}>>>`;
  }
  if (members.length === 0) return openText as string;
  const closedText = `{ ${members.join(' ')} }`;
  return openText === null ? closedText : `(${closedText} & ${openText})`;
}

/** Builds one member of an object type with its comment. */
export function memberText(
  name: string,
  schema: Schema,
  isRequired: boolean,
  type = typeText(schema),
): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `${comment(formatNote(schema))}readonly ${key}${isRequired ? '' : '?'}: ${type};`;
}

function formatNote({ description, default: fallback }: Schema): string {
  const text = description ?? '';
  if (fallback === undefined) return text;
  return `${text}${text === '' ? '' : ' '}Default: ${JSON.stringify(fallback)}.`;
}

/** Builds a doc comment of one or more paragraphs; nothing for an empty text. */
export function comment(...paragraphs: readonly string[]): string {
  const shown = paragraphs.filter((text) => text !== '').map((text) => text.replaceAll('*/', '*\\/'));
  if (shown.length === 0) return '';
  if (shown.length === 1 && shown[0]!.length < 90) return `\n/** ${shown[0]} */\n`;
  const lines = shown.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...wrapped(text)]);
  return `\n/**\n${lines.map((line) => (line === '' ? ' *' : ` * ${line}`)).join('\n')}\n */\n`;
}

function wrapped(text: string, width = 96): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function union(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => (text.includes('&') ? `(${text})` : text)).join(' | ');
}
