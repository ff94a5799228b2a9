import { createServer, type Server } from 'node:http';

/** Why a start takes long: another process has to make something first. */
export interface StartState {
  readonly status: 'waiting';
  readonly waitsFor: string;
}

interface StartAnswer {
  readonly code: 200 | 503;
  readonly body: object;
}

/** Seconds after which a caller may look again. */
const RETRY_AFTER = '5';

/**
 * Stands in for the API while a start takes long: `GET /api/health` says how far it has come, the process is live and
 * not ready, and everything else is 503.
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
    // A port that is in use is reported by the service itself, when it is ready to listen.
    this.#server.on('error', () => undefined);
    this.#server.listen(port, host);
  }

  /** Port on which the server listens; null until then. */
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
