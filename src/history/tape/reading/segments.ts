import type { TapeSpan } from '../contract/tape-coverage.ts';
import type { TapeWindow } from '../contract/tape-reader.ts';

/** Part of a window that one span covers, and where that span is stored. */
export interface Segment<Source> extends TapeWindow {
  readonly span: TapeSpan;
  readonly source: Source;
}

/**
 * Divides the covered time of a window into segments, oldest first. When several spans cover a time, the last one in
 * the list counts.
 *
 * @param spans Ordered by part, then by number.
 */
export function toSegments<Source>(
  spans: readonly { readonly span: TapeSpan; readonly source: Source }[],
  window: TapeWindow,
): Segment<Source>[] {
  let segments: Segment<Source>[] = [];
  for (const { span, source } of spans) {
    const fromMs = Math.max(span.fromMs, window.fromMs);
    const toMs = Math.min(span.toMs, window.toMs);
    if (fromMs > toMs) continue;
    const last = segments.at(-1);
    if (last !== undefined && last.toMs >= fromMs) {
      segments = segments.flatMap((one) => [
        ...(one.fromMs < fromMs ? [{ ...one, toMs: Math.min(one.toMs, fromMs - 1) }] : []),
        ...(one.toMs > toMs ? [{ ...one, fromMs: Math.max(one.fromMs, toMs + 1) }] : []),
      ]);
    }
    segments.push({ span, source, fromMs, toMs });
    if (segments.length > 1 && segments.at(-2)!.fromMs > fromMs) segments.sort((a, b) => a.fromMs - b.fromMs);
  }
  return segments;
}
