/** Counts what is in flight by key; a key without any is forgotten. */
export function createKeyedCount() {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    /** Counts one more. @returns counts it no longer; call it once */
    add(key: string): () => void {
      counts.set(key, of(key) + 1);
      return () => {
        if (of(key) > 1) counts.set(key, of(key) - 1);
        else counts.delete(key);
      };
    },
  };
}
