/** Builds the series that the bench's writer appends to while a tree is made. */
export function liveSeries(i: number) {
  const storeKey = `live-${String(i).padStart(4, '0')}`;
  return { venue: 'limitless', storeKey, asset: `limitless-${storeKey}` } as const;
}
