/**
 * Puts work off until its result is needed, so that a start does not wait for it: the result is made once and kept.
 * When `make` throws, so does the call, and the next one tries again; a promise is kept however it ends.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
