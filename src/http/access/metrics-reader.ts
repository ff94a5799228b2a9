import type { IncomingHttpHeaders } from 'node:http';
import { adminCredential } from './credentials.ts';
import { equalSecrets } from './equal-secrets.ts';
import { isLocalTool } from './local-tool.ts';

export interface MetricsReaderOptions {
  /** null: none is configured. */
  readonly token: string | null;
  readonly production: boolean;
}

/** Decides who sees figures of money in `/metrics`: what a service earns and owes is its operator's business. */
export class MetricsReader {
  readonly #options: MetricsReaderOptions;

  constructor(options: MetricsReaderOptions) {
    this.#options = options;
  }

  mayRead(headers: IncomingHttpHeaders, ip: string): boolean {
    const { token, production } = this.#options;
    if (token === null) return !production && isLocalTool(headers, ip);
    const credential = adminCredential(headers);
    return credential.kind === 'secret' && equalSecrets(credential.secret, token);
  }
}
