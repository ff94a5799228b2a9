/**
 * A statement of the service's dialect as PostgreSQL reads it: places for values become `$1`, and a result's name with
 * capitals is quoted, since an unquoted one would lose them.
 *
 * @param sql With `?`, or with `?1` throughout. Text in quotes stays as it is.
 */
export function toPostgres(sql: string): string {
  let place = 0;
  return sql.replace(
    /'(?:[^']|'')*'|"[^"]*"|\?(\d+)?|\b(AS\s+)([a-z]+[A-Z]\w*)/g,
    (match, number: string | undefined, as: string | undefined, name: string | undefined) => {
      if (as !== undefined) return `${as}"${name}"`;
      if (!match.startsWith('?')) return match;
      place += 1;
      return `$${number ?? place}`;
    },
  );
}
