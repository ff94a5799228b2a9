import { formatCurl, type Target } from './service.ts';

/** Formats the curl command of a write. Secrets in the body are placeholders for the viewer to replace. */
export function formatWriteCurl(
  target: Target,
  body: unknown,
  method: 'POST' | 'DELETE' | 'PATCH' = 'POST',
): string {
  // An apostrophe would end the shell's text; as an escape of JSON it does not.
  const text = JSON.stringify(body).replaceAll("'", '\\u0027');
  return `${formatCurl(target)} -X ${method} -H 'content-type: application/json' -d '${text}'`;
}
