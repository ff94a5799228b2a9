import { formatCurl, type Target } from './service.ts';

/** The command that changes the same. What is secret stands in the body as a placeholder: the caller puts it there. */
export function formatWriteCurl(
  target: Target,
  body: unknown,
  method: 'POST' | 'DELETE' | 'PATCH' = 'POST',
): string {
  // An apostrophe would end the shell's text; as an escape of JSON it does not.
  const text = JSON.stringify(body).replaceAll("'", '\\u0027');
  return `${formatCurl(target)} -X ${method} -H 'content-type: application/json' -d '${text}'`;
}
