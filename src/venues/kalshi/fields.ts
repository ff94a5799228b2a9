import { type EpochMs, epochMs } from '../../domain/index.ts';

/** An RFC 3339 time; null when missing, unreadable, or the venue's year 1. */
export function findTime(text: string | null | undefined): EpochMs | null {
  if (!text || text.startsWith('0001-') || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? epochMs(ms) : null;
}

/** Titles hold markdown emphasis: `Will the **high temp in NYC** be <80°`. */
export function cleanTitle(text: string | null | undefined): string | null {
  return (
    text
      ?.replace(/\*\*|__|`/g, '')
      .replace(/\s+/g, ' ')
      .trim() || null
  );
}
