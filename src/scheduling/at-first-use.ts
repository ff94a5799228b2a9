/**
 * Postpones work until its result is first needed, so that the start of the process does not wait for it. The result is
 * kept.
 *
 * When `make` throws, the call throws, and the next call tries again. A promise is kept even when it rejects.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
