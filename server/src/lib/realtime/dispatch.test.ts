import { userTyping } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { type ClientSocket, createDispatcher } from './dispatch.ts';

const ACCOUNT = { id: 'u', username: 'u', role: 'user', sessionId: 's' } as const;

function dispatcherThatFailsWith(error: Error) {
  const lines: string[] = [];
  const acknowledged: unknown[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const dispatcher = createDispatcher(log);
  dispatcher.handle(userTyping, () => Promise.reject(error));
  const send = () =>
    dispatcher.dispatch(
      userTyping.name,
      [null, (ack: unknown) => void acknowledged.push(ack)],
      ACCOUNT as never,
      {} as ClientSocket,
    );
  return { lines, acknowledged, send };
}

test('dispatch: of many events without a database connection one line is logged, without a stack', async () => {
  const { lines, acknowledged, send } = dispatcherThatFailsWith(new Error('timeout exceeded when trying to connect'));
  for (let count = 0; count < 100; count += 1) await send();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('dispatch.test.ts');
  expect(acknowledged).toHaveLength(100);
  expect(acknowledged[99]).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('dispatch: each event that fails by a server error is logged, with the stack', async () => {
  const { lines, send } = dispatcherThatFailsWith(new TypeError('x is not a function'));
  for (let count = 0; count < 3; count += 1) await send();
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('dispatch.test.ts');
});
