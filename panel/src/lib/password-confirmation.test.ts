import { describe, expect, it } from 'vitest';
import { askForPassword, passwordQuestion } from './password-confirmation.ts';

describe('askForPassword', () => {
  it('asks once for all calls that wait, and anew after an answer', async () => {
    const both = [askForPassword(), askForPassword()];
    passwordQuestion.get()?.settle(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(passwordQuestion.get()).toBeUndefined();

    const later = askForPassword();
    passwordQuestion.get()?.settle(false);
    expect(await later).toBe(false);
    expect(passwordQuestion.get()).toBeUndefined();
  });
});
