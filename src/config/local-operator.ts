import type { Config } from './config.ts';

/** Settings by which programs on this machine may act as the operator. */
export interface LocalOperatorSettings {
  readonly production: boolean;
  readonly accounts: Pick<Config['accounts'], 'paidGating' | 'prepaidBilling'>;
}

/**
 * Whether a service without an admin token lets programs on its machine act as the operator: while developing, and
 * only while neither keys nor money are in use. A local proxy with default settings sends what a local tool sends, so
 * every caller who reaches that proxy is let in too.
 */
export function letsLocalToolsIn({ production, accounts }: LocalOperatorSettings): boolean {
  return !production && !accounts.paidGating && !accounts.prepaidBilling;
}

/** States what a service without an admin token does, for the start and `doctor`. */
export function describeMissingAdminToken(settings: LocalOperatorSettings): string {
  return letsLocalToolsIn(settings)
    ? 'no admin token is set: programs on this machine are the operator, and so is every caller of a local proxy before it. Set CROSSTAPE_ADMIN_TOKEN_FILE'
    : 'no admin token is set: every admin endpoint answers 401, and commands work only while the service is stopped. Set CROSSTAPE_ADMIN_TOKEN_FILE';
}
