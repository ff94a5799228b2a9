/** Lines of the values of a JSON text, by JSON pointer, and the first member that an object has twice. */
export interface JsonLines {
  /** Finds the line of a value, from 1; that of the nearest known parent for a value that is missing. */
  find(pointer: string): number;
  /** Pointer of the first repeated member; null: none. */
  readonly repeated: string | null;
}

interface Container {
  readonly pointer: string;
  /** Next index of an array; null for an object. */
  index: number | null;
  name: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g;

/** Reads the lines of a text that JSON.parse has accepted. */
export function readJsonLines(json: string): JsonLines {
  const lines = new Map<string, number>();
  const open: Container[] = [];
  let repeated: string | null = null;
  let line = 1;
  let previous = '';
  const locate = () => {
    const parent = open.at(-1);
    const pointer =
      parent === undefined ? '' : `${parent.pointer}/${parent.index === null ? parent.name : parent.index}`;
    if (lines.has(pointer)) repeated ??= pointer;
    else lines.set(pointer, line);
    return pointer;
  };
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '\n') {
      line++;
      continue;
    }
    const parent = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ pointer: locate(), index: token === '[' ? 0 : null, name: '' });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (parent?.index != null) parent.index++;
    } else if (token !== ':') {
      // A text after a brace or a comma of an object is a name, every other one a value.
      const isName = parent?.index === null && (previous === '{' || previous === ',');
      if (isName) parent.name = (JSON.parse(token) as string).replaceAll('~', '~0').replaceAll('/', '~1');
      else locate();
    }
    previous = token;
  }
  return {
    repeated,
    find: (pointer) => {
      for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        const found = lines.get(at);
        if (found !== undefined) return found;
      }
      return lines.get('') ?? 1;
    },
  };
}

/** Finds the line of the position that a message of JSON.parse names; null: it names none. */
export function findSyntaxLine(json: string, message: string): number | null {
  const stated = /line (\d+) column/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return json.slice(0, Number(position)).split('\n').length;
  return /end of JSON/i.test(message) ? json.trimEnd().split('\n').length : null;
}
