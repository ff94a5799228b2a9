import type { Schema } from '../document.ts';
import { docstring, indented, isPythonName, toPascalCase } from './layout.ts';

/**
 * Declares the types of answers. Each object of the document becomes a named `TypedDict`: it is called like its component,
 * or, where it has none, like the type around it followed by the name of the member.
 */
export class PythonTypes {
  readonly #declared = new Map<string, readonly string[]>();

  /** Every declaration so far, one after the other. */
  get text(): string {
    return [...this.#declared.values()].map((lines) => lines.join('\n')).join('\n\n\n');
  }

  /** Declares a schema under a name. @throws {Error} when another has the name. */
  declare(name: string, schema: Schema): void {
    if (this.#declared.has(name)) throw new Error(`two types of the Python client are called ${name}`);
    // Its place is kept: what it refers to is declared behind it.
    this.#declared.set(name, []);
    this.#declared.set(name, this.#declaration(name, schema));
  }

  /**
   * Builds the type of a schema, as an annotation. Objects within it are declared under names that begin with `owner`.
   */
  annotation(schema: Schema, owner: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return union(choices.map((choice) => this.annotation(choice, owner)));
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length === 0 && schema.properties === undefined) return 'Any';
    return union((types.length === 0 ? ['object'] : types).map((type) => this.#single(type, schema, owner)));
  }

  #single(type: string, schema: Schema, owner: string): string {
    switch (type) {
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return this.#list(schema, owner);
      case 'object':
        return this.#object(schema, owner);
      default:
        throw new Error(`the schema has the unknown type ${type}`);
    }
  }

  /** Builds the type of a list, also of one with a fixed length: JSON makes no tuples. */
  #list({ items, prefixItems }: Schema, owner: string): string {
    const parts = prefixItems ?? (items === undefined ? [] : ([items].flat() as readonly Schema[]));
    if (parts.length === 0) return 'list[Any]';
    return `list[${union(parts.map((part) => this.annotation(part, singular(owner))))}]`;
  }

  #object(schema: Schema, owner: string): string {
    const others = Object.values(schema.patternProperties ?? {});
    if (typeof schema.additionalProperties === 'object') others.push(schema.additionalProperties);
    if (Object.keys(schema.properties ?? {}).length > 0) {
      if (others.length > 0) throw new Error(`${owner} has named members and others`);
      this.declare(owner, schema);
      return owner;
    }
    const values = others.map((other) => this.annotation(other, singular(owner)));
    return `dict[str, ${values.length === 0 ? 'Any' : union(values)}]`;
  }

  #declaration(name: string, schema: Schema): string[] {
    if (schema.allOf !== undefined) return this.#joined(name, schema.allOf, schema.description ?? '');
    if (schema.properties !== undefined && schema.$ref === undefined) return this.#members(name, schema, []);
    return [
      `${name}: TypeAlias = ${JSON.stringify(this.annotation(schema, `${name}Value`))}`,
      ...docstring(schema.description ?? ''),
    ];
  }

  /** Declares an `allOf`: a class that inherits from the named schemas and has the members of the others. */
  #joined(name: string, parts: readonly Schema[], description: string): string[] {
    const bases = parts.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.split('/').at(-1)!]));
    const own = parts.filter(({ $ref }) => $ref === undefined);
    const properties = Object.assign({}, ...own.map((part) => part.properties ?? {}));
    const required = own.flatMap((part) => part.required ?? []);
    return this.#members(name, { description, properties, required }, bases);
  }

  #members(name: string, schema: Schema, bases: readonly string[]): string[] {
    const { properties = {}, required = [], description = '' } = schema;
    const members = Object.entries(properties).map(([member, given]) => {
      const type = this.annotation(given, name + toPascalCase(member));
      return { member, given, type: required.includes(member) ? type : `NotRequired[${type}]` };
    });
    if (members.every(({ member }) => isPythonName(member))) {
      const lines = members.flatMap(({ member, given, type }) => [
        `${member}: ${type}`,
        ...docstring(given.description ?? ''),
      ]);
      const doc = docstring(description);
      return [
        `class ${name}(${bases.length === 0 ? 'TypedDict' : bases.join(', ')}):`,
        ...indented([...doc, ...(doc.length === 0 ? [] : ['']), ...lines]),
      ];
    }
    // A member whose name Python cannot spell needs the other form.
    const lines = members.map(({ member, type }) => `${JSON.stringify(member)}: ${JSON.stringify(type)},`);
    return [
      `${name} = TypedDict(${JSON.stringify(name)}, {`,
      ...indented(lines),
      '})',
      ...docstring(description),
    ];
  }
}

const literal = (values: readonly unknown[]): string => {
  const others = values.filter((value) => value !== null).map((value) => pythonValue(value));
  const parts = others.length === 0 ? [] : [`Literal[${others.join(', ')}]`];
  return [...parts, ...(values.includes(null) ? ['None'] : [])].join(' | ');
};

const pythonValue = (value: unknown): string =>
  value === true
    ? 'True'
    : value === false
      ? 'False'
      : typeof value === 'string'
        ? `'${value}'`
        : String(value);

/** Names one item of a list: an item of `records` is a `Record`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(name) || !name.endsWith('s')) return `${name}Item`;
  return name.slice(0, -1);
}

const union = (texts: readonly string[]): string => {
  const parts = [
    ...new Set(
      texts.flatMap((text) =>
        text.split(' | ').length > 1 && !text.includes('[') ? text.split(' | ') : [text],
      ),
    ),
  ];
  return [...parts.filter((part) => part !== 'None'), ...(parts.includes('None') ? ['None'] : [])].join(
    ' | ',
  );
};
