import type { Config } from './config.ts';

/** Settings that decide whether programs on this machine may act as the operator. */
export interface LocalOperatorSettings {
  readonly production: boolean;
  readonly accounts: Pick<Config['accounts'], 'paidGating' | 'prepaidBilling'>;
}

/**
 * Whether a service without an admin token lets programs on its machine act as the operator: during development, and
 * only while neither keys nor money are in use. Requests through a local proxy with default settings look like those of
 * a local tool, so every caller who reaches such a proxy is admitted too.
 */
export function letsLocalToolsIn({ production, accounts }: LocalOperatorSettings): boolean {
  return !production && !accounts.paidGating && !accounts.prepaidBilling;
}

/** Describes what a service without an admin token does, for the start and for `doctor`. */
export function describeMissingAdminToken(settings: LocalOperatorSettings): string {
  return letsLocalToolsIn(settings)
    ? 'no admin token is set: programs on this machine are the operator, and so is every caller of a local proxy before it. Set CROSSTAPE_ADMIN_TOKEN_FILE'
    : 'no admin token is set: every admin endpoint answers 401, and commands work only while the service is stopped. Set CROSSTAPE_ADMIN_TOKEN_FILE';
}
