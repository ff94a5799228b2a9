import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  /** Asked for again and again, or made anew for each request. */
  readonly path: string | (() => string);
  readonly connections: number;
  /** Requests under way on each connection. */
  readonly pipelining: number;
  readonly durationMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_FIELD = Buffer.from('content-length: ');

/** Asks one address as fast as it answers. @returns answers per second. */
export async function requestsPerSecond(options: LoadOptions): Promise<number> {
  const { port, path, connections, pipelining, durationMs } = options;
  const requestFor = (address: string) =>
    Buffer.from(`GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: bench\r\n\r\n`);
  const constant = typeof path === 'string' ? requestFor(path) : null;
  const requests = (count: number) => {
    if (constant !== null && count === 1) return constant;
    return Buffer.concat(
      Array.from({ length: count }, () => constant ?? requestFor((path as () => string)())),
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
