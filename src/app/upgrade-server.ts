import { createServer, type Server } from 'node:http';

/** How far the upgrade of the history file has come. */
export interface UpgradeState {
  readonly fromFormat: number;
  readonly toFormat: number;
  readonly seriesDone: number;
  readonly series: number;
}

/** Seconds after which a caller may look again. */
const RETRY_AFTER = '5';

/**
 * Stands in for the API while the history file is upgraded: `GET /api/health` says how far it has come, and
 * everything else is 503.
 */
export class UpgradeServer {
  readonly #server: Server;
  #state: UpgradeState;

  constructor(state: UpgradeState, { host, port }: { readonly host: string; readonly port: number }) {
    this.#state = state;
    this.#server = createServer((request, response) => {
      const isHealth = request.url?.split('?')[0] === '/api/health';
      const body = isHealth
        ? { ok: true, status: 'upgrading', upgrade: this.#state }
        : { ok: false, error: 'overloaded', message: 'the history file is being upgraded' };
      response.writeHead(isHealth ? 200 : 503, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        ...(isHealth ? {} : { 'retry-after': RETRY_AFTER }),
      });
      response.end(JSON.stringify(body));
    });
    // A port that is in use is reported by the service itself, when it is ready to listen.
    this.#server.on('error', () => undefined);
    this.#server.listen(port, host);
  }

  /** null until it listens. */
  get port(): number | null {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? null : address.port;
  }

  update(state: UpgradeState): void {
    this.#state = state;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
