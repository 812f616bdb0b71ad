import { createStore, useStore } from './create-store.ts';
import { session, useSession } from './session.ts';

interface SetUpRequirement {
  /** The token whose calls were rejected: the requirement does not apply to the next session. */
  readonly token: string;
  /** The time of the rejection, in ms: data fetched before is outdated. */
  readonly since: number;
}

const requirement = createStore<SetUpRequirement | undefined>(undefined);

/**
 * Called when the server rejects a session until two-factor enrolment.
 * @param token the rejected token; a late rejection of an older one is ignored
 */
export function requireSetUp(token: string): void {
  if (token !== session.get()?.token || setUpRequirement()) return;
  requirement.set({ token, since: Date.now() });
}

/** Two-factor is enrolled, or no longer required. */
export function liftSetUp(): void {
  requirement.set(undefined);
}

/** The requirement of this session, if any; the same object for the same requirement. */
export function setUpRequirement(): SetUpRequirement | undefined {
  const current = requirement.get();
  return current?.token === session.get()?.token ? current : undefined;
}

/** The requirement as React state. */
export function useSetUpRequirement(): SetUpRequirement | undefined {
  useSession();
  return useStore(requirement, setUpRequirement);
}
