import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';

/** Fault of a server instead of an answer; null: it answers. */
export type Fault =
  | { readonly code: number; readonly message: string }
  | { readonly answer: Uint8Array }
  /** The connection breaks after half of the answer. */
  | 'half'
  /** The connection breaks when the work is done, and before any answer. */
  | 'lost'
  /** It takes the call and says nothing. */
  | 'silent';

/** An interface of ClickHouse before another one, for what the engine as a library cannot be brought to do. */
export class FaultyClickhouse {
  /** Chooses by the statement, without the rows of an insert. */
  fault: (sql: string) => Fault | null = () => null;
  readonly #server: Server;
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts a proxy of the server at an address. */
  static async start(t: TestContext, url: string): Promise<FaultyClickhouse> {
    const faulty = new FaultyClickhouse(new URL(url));
    await new Promise<void>((resolve) => faulty.#server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      faulty.#server.closeAllConnections();
      faulty.#server.close();
    });
    return faulty;
  }

  /** Address of the same database through this proxy. */
  url(url: string): string {
    const through = new URL(url);
    through.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return through.href;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const plain = request.headers['content-encoding'] === 'zstd' ? zstdDecompressSync(body) : body;
    const sql = new URL(request.url ?? '/', 'http://x').searchParams.get('query') ?? plain.toString();
    const fault = this.fault(sql);
    if (fault === 'silent') return;
    if (fault !== null && fault !== 'half' && fault !== 'lost') {
      if ('answer' in fault) return void response.end(fault.answer);
      response.writeHead(500, { 'x-clickhouse-exception-code': String(fault.code) });
      return void response.end(`Code: ${fault.code}. DB::Exception: ${fault.message}`);
    }
    const { hostname, port } = this.#target;
    const { method, url: path, headers } = request;
    const call = send({ hostname, port, method, path, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const whole = Buffer.concat(parts);
      if (fault === 'lost') return void response.destroy();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === null) return void response.end(whole);
      response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
    });
    call.on('error', () => response.destroy());
    call.end(body);
  }
}
