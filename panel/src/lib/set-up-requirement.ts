import { createStore, useStore } from './create-store.ts';
import { session, useSession } from './session.ts';

interface SetUpRequirement {
  /** Whose session has been refused: it means nothing for the next one. */
  readonly token: string;
  /** When it was, in ms: what was read before says nothing about it. */
  readonly since: number;
}

const requirement = createStore<SetUpRequirement | undefined>(undefined);

/**
 * The server does nothing for a session before a second factor is set up.
 * @param token the refused one; a late refusal of an older one means nothing
 */
export function requireSetUp(token: string): void {
  if (token !== session.get()?.token || setUpRequirement()) return;
  requirement.set({ token, since: Date.now() });
}

/** The second factor is set up, or no longer asked for. */
export function liftSetUp(): void {
  requirement.set(undefined);
}

/** What stands in the way of this session, if anything does; always the same object for the same requirement. */
export function setUpRequirement(): SetUpRequirement | undefined {
  const current = requirement.get();
  return current?.token === session.get()?.token ? current : undefined;
}

/** The same as React state. */
export function useSetUpRequirement(): SetUpRequirement | undefined {
  useSession();
  return useStore(requirement, setUpRequirement);
}
