/** Beginning of a text that spreadsheets would run as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** One text field by RFC 4180, made harmless for spreadsheets. For text that came from outside. */
export function formatCsvText(value: string): string {
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A row that ends as RFC 4180 asks. Numbers and null are written plainly. */
export function formatCsvRow(fields: readonly (string | number | null)[]): string {
  const cells = fields.map((field) => (typeof field === 'string' ? formatCsvText(field) : (field ?? '')));
  return `${cells.join(',')}\r\n`;
}

/** Headers of a download. */
export function buildAttachmentHeaders(fileName: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
  };
}
