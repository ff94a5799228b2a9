import { isPart, type Part, type Role } from '../../config/roles.ts';
import type { TableRight, TableRights } from '../../storage/postgres/rights.ts';

const READ: readonly TableRight[] = ['SELECT'];
const ADD: readonly TableRight[] = ['SELECT', 'INSERT'];
const CHANGE: readonly TableRight[] = ['SELECT', 'UPDATE'];
const KEEP: readonly TableRight[] = ['SELECT', 'INSERT', 'UPDATE'];
const REPLACE: readonly TableRight[] = ['SELECT', 'INSERT', 'DELETE'];
const ALL: readonly TableRight[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * Rights of each part of an installation on the tables of the service database. A part that is not listed never uses
 * the table.
 */
const RIGHTS: Readonly<Record<string, Partial<Record<Part, readonly TableRight[]>>>> = {
  schema_version: { feed: READ, api: READ, bot: READ },
  installation: { feed: CHANGE, api: READ, bot: READ },
  // The single row that each transaction locks, which requires the right to update it.
  ledger_head: { feed: CHANGE, api: CHANGE, bot: CHANGE },
  lease: { feed: KEEP, api: KEEP },
  role_status: { feed: ALL, api: ALL, bot: ALL },
  stale_report: { feed: ALL, api: READ },
  link_dispute: { feed: ALL, api: READ },
  alert_state: { api: ALL },
  alert_event: { api: REPLACE },
  alert_delivery: { api: ALL },
  alert_endpoint: { api: KEEP },

  account: { api: KEEP, bot: KEEP },
  // Transfers are only added.
  transfer: { api: ADD, bot: ADD },
  hold: { api: KEEP, bot: KEEP },
  ledger_closure: { api: KEEP, bot: KEEP },
  ledger_audit: { api: REPLACE, bot: READ },
  voucher: { api: KEEP },
  deposit: { api: KEEP },
  reversal_report: { api: KEEP },
  review_item: { api: KEEP, bot: KEEP },
  webhook_event: { api: KEEP },
  chain_cursor: { api: KEEP },
  wallet: { api: ALL },
  wallet_span: { api: KEEP },
  former_wallet: { api: ADD },
  skipped_transaction: { api: KEEP },
  small_transfer: { api: ADD },
  chain_treasury: { api: ADD },
  chain_income: { api: ADD },
  source_balance: { api: KEEP },
  wallet_challenge: { api: REPLACE },
  deposit_address: { api: ADD },

  owner: { api: ADD, bot: READ },
  api_key: { api: KEEP, bot: CHANGE },
  usage: { api: KEEP, bot: KEEP },
  usage_day: { api: ALL, bot: ALL },
  flag: { api: KEEP, bot: KEEP },
  admin_action: { api: ADD, bot: ADD },

  bot_control: { api: KEEP, bot: KEEP },
  bot_order: { api: CHANGE, bot: KEEP },
  bot_fill: { api: READ, bot: ALL },
  bot_failed_fill: { bot: ADD },
  bot_position: { api: READ, bot: ALL },
  bot_closing: { bot: REPLACE },
  bot_score: { api: KEEP, bot: KEEP },
  bot_day: { api: KEEP, bot: KEEP },
  bot_secret: { bot: ADD },
  bot_decision: { bot: REPLACE },
  bot_credential_check: { bot: ALL },
  bot_day_start: { bot: KEEP },
  bot_exit_retry: { bot: ALL },
  bot_paper_taken: { bot: ALL },
  bot_account: { bot: ALL },
  bot_holding: { bot: ALL },
  bot_account_event: { bot: ADD },
  vault_record: { bot: ALL },
  vault_key_check: { bot: REPLACE },
};

/** Rights that the database user of a role needs; a command may use every part. */
export function findTableRights(user: Role | 'command'): TableRights {
  const role = user === 'command' ? 'all' : user;
  const rights = new Map<string, readonly TableRight[]>();
  for (const [table, byPart] of Object.entries(RIGHTS)) {
    const needed = (Object.keys(byPart) as Part[])
      .filter((part) => isPart(role, part))
      .flatMap((part) => byPart[part] ?? []);
    if (needed.length > 0) {
      rights.set(
        table,
        ALL.filter((right) => needed.includes(right)),
      );
    }
  }
  return rights;
}

/**
 * Returns the statements that grant exactly these rights to a new user, with tables of equal rights in one statement.
 */
export function describeGrants(role: Role, userName: string): string {
  const tables = [...findTableRights(role)];
  return [...Map.groupBy(tables, ([, rights]) => rights.join(', '))]
    .map(
      ([rights, granted]) =>
        `GRANT ${rights} ON ${granted.map(([table]) => table).join(', ')} TO ${userName};`,
    )
    .join('\n');
}
