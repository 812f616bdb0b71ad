import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks for a new password: twice and unseen in a terminal, else the first line of standard input.
 * @throws {Error} when the two differ or the input ends too soon
 */
export async function askNewPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  // readline shows what is typed on its output, so it gets one that shows nothing.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output, terminal: isTerminal });
  // Ctrl-C ends the input too.
  const lines = input[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    if (isTerminal) process.stdout.write(question);
    const line = await lines.next();
    if (isTerminal) process.stdout.write('\n');
    if (line.done) throw new Error('No password was given; nothing was changed.');
    return line.value;
  };
  try {
    const password = await ask('Password: ');
    if (isTerminal && (await ask('Once more: ')) !== password) throw new Error('The two passwords differ.');
    return password;
  } finally {
    input.close();
  }
}
