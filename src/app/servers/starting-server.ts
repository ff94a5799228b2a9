import { createServer, type Server } from 'node:http';

/** Reason of a long start: another process has to create something first. */
export interface StartState {
  readonly status: 'waiting';
  readonly waitsFor: string;
}

interface StartAnswer {
  readonly code: 200 | 503;
  readonly body: object;
}

/** Value of `Retry-After`, in seconds. */
const RETRY_AFTER = '5';

/**
 * Replaces the API during a long start. `GET /api/health` reports the progress, the process is live and not ready, and
 * all other requests get 503.
 */
export class StartingServer {
  readonly #server: Server;
  #state: StartState;

  constructor(state: StartState, { host, port }: { readonly host: string; readonly port: number }) {
    this.#state = state;
    this.#server = createServer((request, response) => {
      const { code, body } = this.#answer(request.url?.split('?')[0] ?? '/');
      response.writeHead(code, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        ...(code === 200 ? {} : { 'retry-after': RETRY_AFTER }),
      });
      response.end(JSON.stringify(body));
    });
    // The service itself reports a port in use, when it starts to listen.
    this.#server.on('error', () => undefined);
    this.#server.listen(port, host);
  }

  /** Port of the server; null until it listens. */
  get port(): number | null {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? null : address.port;
  }

  update(state: StartState): void {
    this.#state = state;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #answer(path: string): StartAnswer {
    const state = this.#state;
    const message = `the process waits for the feed: ${state.waitsFor}`;
    switch (path) {
      case '/api/health':
        return { code: 200, body: { ok: true, ...state } };
      case '/api/health/live':
        return { code: 200, body: { ok: true } };
      case '/api/health/ready':
        return { code: 503, body: { ok: false, error: 'not_ready', message, reasons: ['starting'] } };
      default:
        return { code: 503, body: { ok: false, error: 'overloaded', message } };
    }
  }
}
