import { findAdminCredential } from './credentials.ts';
import { areEqualSecrets } from './equal-secrets.ts';
import type { Call } from './gate.ts';
import { isLocalTool } from './local-tool.ts';

export interface MetricsReaderOptions {
  /** Token of the metrics; null: none is configured. */
  readonly token: string | null;
  readonly production: boolean;
}

/** Decides who sees figures of money in `/metrics`: a service's earnings and debts concern its operator alone. */
export class MetricsReader {
  readonly #options: MetricsReaderOptions;

  constructor(options: MetricsReaderOptions) {
    this.#options = options;
  }

  mayRead(request: Pick<Call, 'headers' | 'ip' | 'httpVersion'>): boolean {
    const { token, production } = this.#options;
    if (token === null) return !production && isLocalTool(request);
    const credential = findAdminCredential(request.headers);
    return credential.kind === 'secret' && areEqualSecrets(credential.secret, token);
  }
}
