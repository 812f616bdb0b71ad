const BYTES = 16;

/** A key of the client's own for what it asks to be stored: a repeat under the same key is stored once. */
export function newClientKey(): string {
  // randomUUID exists on pages with TLS only.
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The keys of a form's calls. */
export interface ClientKeys {
  /** The same key for the same body, until it is stored: a press after a lost response is a repeat. */
  readonly of: (body: unknown) => string;
  /** To be called once a body is stored: the same again is a new call. */
  readonly renew: () => void;
}

export function createClientKeys(): ClientKeys {
  let last: { readonly text: string; readonly key: string } | undefined;
  return {
    of(body) {
      const text = JSON.stringify(body);
      if (last?.text !== text) last = { text, key: newClientKey() };
      return last.key;
    },
    renew() {
      last = undefined;
    },
  };
}
