import { createStore } from './create-store.ts';

interface PasswordQuestion {
  readonly settle: (isConfirmed: boolean) => void;
}

/** The question that is being asked; the host in app/password-host.tsx draws it. */
export const passwordQuestion = createStore<PasswordQuestion | undefined>(undefined);
let asked: Promise<boolean> | undefined;

/**
 * Asks the administrator for the password again. Calls that need it at the same time share one question.
 * @returns whether the server has taken it; false if the question was put aside
 */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    passwordQuestion.set({
      settle(isConfirmed) {
        asked = undefined;
        passwordQuestion.set(undefined);
        resolve(isConfirmed);
      },
    });
  });
  return asked;
}
