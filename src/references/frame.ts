/** Parses a frame that is a JSON object. null for anything else. */
export function parseFrame(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' && frame !== null && !Array.isArray(frame)
      ? (frame as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
