import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  /** Path of the request: one text that is cached, or a function that returns another path for each request. */
  readonly path: string | (() => string);
  readonly connections: number;
  /** Requests in progress on each connection. */
  readonly pipelining: number;
  readonly durationMs: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST, with a body of its own for each request. */
  readonly body?: () => string;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_FIELD = Buffer.from('content-length: ');

/** Asks one address as fast as it answers. @returns answers per second. */
export async function requestsPerSecond(options: LoadOptions): Promise<number> {
  const { port, path, connections, pipelining, durationMs, headers = {}, body } = options;
  const fields = Object.entries({ host: '127.0.0.1', 'user-agent': 'bench', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const requestFor = (address: string) => {
    const content = body?.() ?? '';
    const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(content)}\r\n`;
    const method = body === undefined ? 'GET' : 'POST';
    return Buffer.from(`${method} ${address} HTTP/1.1\r\n${fields}${length}\r\n${content}`);
  };
  const constant = typeof path === 'string' && body === undefined ? requestFor(path) : null;
  const requests = (count: number) => {
    if (constant !== null && count === 1) return constant;
    return Buffer.concat(
      Array.from({ length: count }, () => constant ?? requestFor(typeof path === 'string' ? path : path())),
    );
  };
  const sockets: Socket[] = [];
  let answered = 0;
  for (let i = 0; i < connections; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    await new Promise((resolve) => socket.once('connect', resolve));
    const count = answerCounter();
    socket.on('data', (chunk: Buffer) => {
      const answers = count(chunk);
      answered += answers;
      if (answers > 0) socket.write(requests(answers));
    });
    sockets.push(socket);
  }
  for (const socket of sockets) socket.write(requests(pipelining));
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  const rate = (answered / (performance.now() - started)) * 1_000;
  for (const socket of sockets) socket.destroy();
  return rate;
}

/** Counts whole answers in the bytes of one connection. */
function answerCounter(): (chunk: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let answers = 0;
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const at = bytes.indexOf(LENGTH_FIELD);
      const length = Number.parseInt(
        bytes.toString('latin1', at + LENGTH_FIELD.length, at + LENGTH_FIELD.length + 8),
        10,
      );
      const end = headEnd + HEAD_END.length + length;
      if (bytes.length < end) break;
      bytes = bytes.subarray(end);
      answers++;
    }
    rest = bytes;
    return answers;
  };
}
