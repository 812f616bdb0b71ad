import type { App, Ctx } from '../lib/context.ts';
import type { Caller } from '../lib/http/call.ts';

/** The context of a call of somebody, as a route gets it. */
export const callOf = (app: App, caller: Pick<Caller, 'id' | 'username'>): Ctx => ({
  ...app,
  caller: { email: '', sessionId: 'test', ...caller },
  request: { requestId: 'test', address: '127.0.0.1', userAgent: 'test' },
});
