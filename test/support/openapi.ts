import assert from 'node:assert/strict';

/** Document with the members that following its references needs. */
interface Referring {
  readonly paths: unknown;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

/**
 * Replaces every reference of the document by the component that it names; members beside a reference take precedence.
 */
export function dereferenced<Document extends Referring>(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const { $ref, ...own } = value as { $ref?: string };
    const shown = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, resolve(member)]));
    if ($ref === undefined) return shown;
    const [, , kind, name] = $ref.split('/') as [
      string,
      string,
      'schemas' | 'parameters' | 'responses',
      string,
    ];
    const component = document.components[kind][name];
    assert.ok(component !== undefined, `${$ref} leads nowhere`);
    return { ...(resolve(component) as object), ...shown };
  };
  return { ...document, paths: resolve(document.paths) };
}
