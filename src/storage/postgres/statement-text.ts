/**
 * Translates a statement of the service's dialect to PostgreSQL: placeholders become `$1`, and result names with
 * capitals are quoted, because they would lose them otherwise. A list of texts (`toListValue`) gives the same rows as
 * on the other engine.
 *
 * @param sql Statement with `?`, or with `?1` throughout. Quoted text does not change.
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
