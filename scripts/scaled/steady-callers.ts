import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const OK = 'HTTP/1.1 200 ';

export interface CallerOptions {
  readonly url: string;
  readonly path: string;
  /** Take turns. */
  readonly keys: readonly string[];
  readonly connections: number;
  /** Over all connections. */
  readonly requests: number;
}

/**
 * Asks one process over connections that stay open, the next request on each as soon as its answer is there.
 *
 * @throws {Error} for an answer that is not 200, or has no length.
 */
export async function callSteadily({ url, path, keys, connections, requests }: CallerOptions): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const texts = keys.map((key) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\n\r\n`),
  );
  let asked = 0;
  const next = () => (asked < requests ? (texts[asked++ % texts.length] ?? null) : null);
  const over = Array.from({ length: connections }, () => callOn(connect(Number(port), hostname), next));
  await Promise.all(over);
}

/**
 * Calls on a connection until the caller has finished.
 *
 * @param next The request to send; null: the caller has finished.
 */
function callOn(socket: Socket, next: () => Buffer | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.setNoDelay(true);
  const ask = () => {
    const text = next();
    if (text === null) socket.end();
    else socket.write(text);
  };
  let rest: Buffer = Buffer.alloc(0);
  socket.once('connect', ask);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = rest.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith(OK) || length === undefined) {
      socket.destroy(new Error(`not an answer of 200 with a length: ${head}`));
    } else if (rest.length >= headEnd + HEAD_END.length + Number(length)) {
      rest = Buffer.alloc(0);
      ask();
    }
  });
  socket.once('error', reject);
  socket.once('close', () => resolve());
  return promise;
}
