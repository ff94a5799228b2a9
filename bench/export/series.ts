/** The series that is exported, and written to. */
export const SERIES = { venue: 'kalshi', storeKey: 'kxbench', asset: 'kalshi-kxbench' } as const;

/** The time of its records before the writer begins. */
export const FIRST_MS = Date.UTC(2026, 10, 1);
