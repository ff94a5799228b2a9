import { type Statements, toListValue } from '../../../../storage/statements.ts';
import type { ChainRows, ChallengeRow, FormerWalletRow, WalletSpanRow } from '../rows.ts';

export const WALLET_COLUMNS = 'family, address, owner, registered_at AS "registeredAt", proved';
const SPAN_COLUMNS = 'family, address, scope, owner, after_position AS "after", until_position AS "until"';
export const FORMER_COLUMNS = `${WALLET_COLUMNS}, ended_at AS "endedAt", cause`;
const CHALLENGE_COLUMNS = 'nonce, owner, family, address, message, expires_at AS "expiresAt"';

type SpanRows = Pick<
  ChainRows,
  'listSpans' | 'insertSpan' | 'listOpenSpans' | 'updateSpan' | 'insertFormerWallet' | 'findFormerWallet'
>;

/** Prepares the rows of the spans of positions in which a wallet belonged to an owner, as SQL for both engines. */
export function prepareSpanRows(tx: Statements): SpanRows {
  return {
    listSpans: (family, scope, addresses) =>
      tx
        .get<WalletSpanRow>(
          `SELECT ${SPAN_COLUMNS} FROM wallet_span
           WHERE family = ? AND scope = ? AND address IN (SELECT named.value FROM json_each(?) AS named)
           ORDER BY address, after_position, owner`,
        )
        .all(family, scope, toListValue(addresses)),
    insertSpan: ({ family, address, scope, owner, after, until }) => {
      tx.get(
        `INSERT INTO wallet_span (family, address, scope, owner, after_position, until_position)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (family, address, scope, owner, after_position)
         DO UPDATE SET until_position = excluded.until_position`,
      ).run(family, address, scope, owner, after, until);
    },
    listOpenSpans: ({ family, address }, owner) =>
      tx
        .get<WalletSpanRow>(
          `SELECT ${SPAN_COLUMNS} FROM wallet_span
           WHERE family = ? AND address = ? AND owner = ? AND until_position IS NULL ORDER BY scope`,
        )
        .all(family, address, owner),
    updateSpan: ({ family, address, scope, owner, after, until }) => {
      tx.get(
        `UPDATE wallet_span SET until_position = ?
         WHERE family = ? AND address = ? AND scope = ? AND owner = ? AND after_position = ?`,
      ).run(until, family, address, scope, owner, after);
    },
    insertFormerWallet: ({ family, address, owner, registeredAt, proved, endedAt, cause }) => {
      tx.get(
        `INSERT INTO former_wallet (family, address, owner, registered_at, proved, ended_at, cause)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(family, address, owner, registeredAt, proved, endedAt, cause);
    },
    findFormerWallet: ({ family, address }) =>
      tx
        .get<FormerWalletRow>(
          `SELECT ${FORMER_COLUMNS} FROM former_wallet WHERE family = ? AND address = ?
           ORDER BY ended_at DESC, id DESC LIMIT 1`,
        )
        .get(family, address) ?? null,
  };
}

type ChallengeRows = Pick<
  ChainRows,
  'insertChallenge' | 'listChallenges' | 'removeChallenge' | 'removeExpiredChallenges'
>;

/** Prepares the rows of the challenges that wallets sign to prove ownership, as SQL for both engines. */
export function prepareChallengeRows(tx: Statements): ChallengeRows {
  return {
    insertChallenge: ({ nonce, owner, family, address, message, expiresAt }) => {
      tx.get(
        `INSERT INTO wallet_challenge (nonce, owner, family, address, message, expires_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(nonce, owner, family, address, message, expiresAt);
    },
    listChallenges: ({ family, address }, owner) =>
      tx
        .get<ChallengeRow>(
          `SELECT ${CHALLENGE_COLUMNS} FROM wallet_challenge
           WHERE owner = ? AND family = ? AND address = ? ORDER BY expires_at, nonce`,
        )
        .all(owner, family, address),
    removeChallenge: (nonce) => {
      tx.get('DELETE FROM wallet_challenge WHERE nonce = ?').run(nonce);
    },
    removeExpiredChallenges: (before) => {
      tx.get('DELETE FROM wallet_challenge WHERE expires_at < ?').run(before);
    },
  };
}
