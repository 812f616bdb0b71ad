import type { Terminal } from './terminal.ts';
import { userStrings as strings } from './user.strings.ts';

interface Choice<T> {
  title: string;
  question: string;
  options: ReadonlyArray<readonly [T, string]>;
  /** Accepted inputs besides a number. */
  other?: { key: string; label: string };
}

/** Asks for one of several options. @returns undefined if nothing is chosen, 'other' for the choice besides the options */
export async function choose<T>({ print, ask }: Terminal, choice: Choice<T>): Promise<T | 'other' | undefined> {
  const { title, question, options, other } = choice;
  for (;;) {
    print(`\n${title}`);
    for (const [index, [, label]] of options.entries()) print(`${String(index + 1).padStart(3)}. ${label}`);
    if (other) print(`${other.key.padStart(3)}. ${other.label}`);
    const answer = await ask(question);
    if (answer === '') return undefined;
    if (answer === other?.key) return 'other';
    const chosen = /^\d{1,3}$/.test(answer) ? options[Number(answer) - 1] : undefined;
    if (chosen) return chosen[0];
    print(strings.notInList);
  }
}
