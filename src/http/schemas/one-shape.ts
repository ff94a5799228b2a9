/** Shape of each name as JSON. The names are constants in the sources, so the map does not grow. */
const shapes = new Map<string, string>();

/**
 * Requires that a name always has the same shape. The error is thrown where the second shape is declared; otherwise
 * only a request for the document would reveal it.
 *
 * @throws {Error} that names the first member in which both shapes differ.
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

/** Finds the path of the first member that differs, with both values. */
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

/** Whether a value is an object or a list. */
function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
