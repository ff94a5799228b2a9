import { findAdminCredential } from './credentials.ts';
import { areEqualSecrets } from './equal-secrets.ts';
import type { Call } from './gate.ts';
import { isLocalTool } from './local-tool.ts';

export interface MetricsReaderOptions {
  /** Token for the metrics; null: none is configured. */
  readonly token: string | null;
  readonly production: boolean;
}

/** Decides whether a caller of `/metrics` may see the money figures, which concern the operator only. */
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
