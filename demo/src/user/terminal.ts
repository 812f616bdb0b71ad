import { createInterface } from 'node:readline';

/** Questions and lines in a terminal, or from a file. */
export interface Terminal {
  print(text: string): void;
  /** Returns '' after the input has ended. */
  ask(question: string): Promise<string>;
  /**
   * @param prompt shown before the line in a terminal
   * @returns undefined after the input has ended
   */
  nextLine(prompt: string): Promise<string | undefined>;
  /** Calls `listener` at each key press; never for lines from a file. */
  onKey(listener: () => void): void;
  close(): void;
}

export function createTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY;
  const input = createInterface({
    input: process.stdin,
    ...(isInteractive ? { output: process.stdout } : {}),
    terminal: isInteractive,
  });
  const lines = input[Symbol.asyncIterator]();
  let isAsking = false;

  async function nextLine(prompt: string): Promise<string | undefined> {
    input.setPrompt(prompt);
    if (isInteractive) input.prompt();
    isAsking = true;
    const line = await lines.next();
    isAsking = false;
    if (isInteractive && line.done) process.stdout.write('\n');
    return line.done ? undefined : line.value.trim();
  }

  async function ask(question: string): Promise<string> {
    if (!isInteractive) process.stdout.write(`${question}\n`);
    return (await nextLine(question)) ?? '';
  }

  return {
    ask,
    nextLine,
    print: (text) => {
      // Output is inserted above the line that is being typed.
      process.stdout.write(isInteractive && isAsking ? `\r\u001b[K${text}\n` : `${text}\n`);
      if (isInteractive && isAsking) input.prompt(true);
    },
    onKey: (listener) => {
      if (!isInteractive) return;
      process.stdin.on('keypress', (_text, { name }: { name?: string }) => {
        if (name !== 'return') listener();
      });
    },
    close: () => input.close(),
  };
}
