/** A substitute for `URL.parse`, which older supported browsers lack: null for an invalid URL. */
export function parseUrl(value: string, base?: string): URL | null {
  return URL.canParse(value, base) ? new URL(value, base) : null;
}

/** A field of the history entry's state (`useLocation().state`); undefined if there is none. */
export function stateField(state: unknown, field: string): unknown {
  return Reflect.get(Object(state), field);
}
