import { reportClientError } from '@hai-dang/contract/client-errors/client-errors.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { session } from '../lib/session.ts';

/** Reports a screen's error to the server's log. Never rejects: the screen already shows the error. */
export async function sendClientError(error: unknown, componentStack: string): Promise<void> {
  // The endpoint requires a session.
  if (!session.get()) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const body = { path: location.pathname, message, stack: stack ?? '', componentStack };
  await callEndpoint(reportClientError, { body }).catch(() => undefined);
}
