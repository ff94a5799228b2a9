/** Matches the beginning of a text that spreadsheets would run as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * Formats one text field by RFC 4180 so that spreadsheets do not run it as a formula. For text from outside this
 * service.
 */
function formatCsvText(value: string): string {
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a row with the line end of RFC 4180. Numbers are written plainly, null as an empty field. */
export function formatCsvRow(fields: readonly (string | number | null)[]): string {
  const cells = fields.map((field) => (typeof field === 'string' ? formatCsvText(field) : (field ?? '')));
  return `${cells.join(',')}\r\n`;
}

/** Builds the headers of a file download. */
export function buildAttachmentHeaders(fileName: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
  };
}
