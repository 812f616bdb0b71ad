import { stateField } from '../lib/history-state.ts';

/** What the list hands to a user's page with the navigation (specification, section 2). */
export interface UserPageState {
  readonly isDisabled: boolean;
  readonly username: string;
  readonly userId: string;
}

/** The account state that came with the navigation to user `id`; undefined if none did. */
export function handedDisabledState(state: unknown, id: string): boolean | undefined {
  const isDisabled = stateField(state, 'isDisabled');
  return stateField(state, 'userId') === id && typeof isDisabled === 'boolean' ? isDisabled : undefined;
}
