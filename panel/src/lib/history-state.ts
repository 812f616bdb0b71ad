/** A field of the state that a link has put into the history entry (`useLocation().state`); undefined if there is none. */
export function stateField(state: unknown, field: string): unknown {
  return Reflect.get(Object(state), field);
}
