/**
 * A statement of the service's dialect as PostgreSQL reads it: places for values become `$1`, and a result's name with
 * capitals is quoted, since an unquoted one would lose them. A list of texts (`toListValue`) has the rows that the other engine
 * gives it.
 *
 * @param sql With `?`, or with `?1` throughout. Text in quotes stays as it is.
 */
export function toPostgres(sql: string): string {
  let place = 0;
  return sql.replace(
    /'(?:[^']|'')*'|"[^"]*"|\?(\d+)?|\b(AS\s+)([a-z]+[A-Z]\w*)|\bjson_each\(\?\)\s+AS\s+(\w+)/g,
    (match, number?: string, as?: string, name?: string, list?: string) => {
      if (as !== undefined) return `${as}"${name}"`;
      if (list === undefined && !match.startsWith('?')) return match;
      place += 1;
      if (list === undefined) return `$${number ?? place}`;
      return `json_array_elements_text(CAST($${place} AS json)) WITH ORDINALITY AS ${list} (value, key)`;
    },
  );
}
