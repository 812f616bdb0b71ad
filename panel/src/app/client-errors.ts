import { reportClientError } from '@hai-dang/contract/client-errors/client-errors.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { session } from '../lib/session.ts';

/** Tells the operator, by the server's log, that a screen broke. Never rejects: who looks at the screen has been told. */
export async function sendClientError(error: unknown, componentStack: string): Promise<void> {
  // Before the sign-in the server would not listen.
  if (!session.get()) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const body = { path: location.pathname, message, stack: stack ?? '', componentStack };
  await callEndpoint(reportClientError, { body }).catch(() => undefined);
}
