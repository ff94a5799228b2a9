/** The shape of each name, as JSON. The names are written in the sources, so this map does not grow. */
const shapes = new Map<string, string>();

/**
 * Holds a name to one shape, at the line that gives it a second one: the document would be the first to find out,
 * when somebody asks for it.
 *
 * @throws {Error} that names the first member in which the two differ.
 */
export function requireOneShape(kind: 'schema' | 'parameter', name: string, shape: object): void {
  const key = `${kind} ${name}`;
  const text = JSON.stringify(shape);
  const known = shapes.get(key);
  if (known === undefined) shapes.set(key, text);
  else if (known !== text) {
    const place = findDifference(JSON.parse(known), JSON.parse(text));
    throw new Error(`two ${kind}s are called ${name}; the first difference is ${place}`);
  }
}

/** The path of the first member that differs, and both values. */
function findDifference(one: unknown, other: unknown, path = ''): string {
  if (hasMembers(one) && hasMembers(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    for (const name of names) {
      if (JSON.stringify(one[name]) === JSON.stringify(other[name])) continue;
      return findDifference(one[name], other[name], path === '' ? name : `${path}.${name}`);
    }
    return `the order of the members of ${path === '' ? 'the whole' : path}`;
  }
  return `${path}: ${JSON.stringify(one) ?? 'absent'} and ${JSON.stringify(other) ?? 'absent'}`;
}

/** An object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
