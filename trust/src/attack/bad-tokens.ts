import { newToken } from '../../../server/src/auth/token.ts';
import { callPipelined } from '../../../server/src/testing/pipelined-calls.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { DEFAULT_CALL_LIMITS, openTarget, type Target } from '../target.ts';

/** The second looks for the token of a session, and then for that of a rejected sign-in. */
const CALLS = [
  ['GET', '/api/admin/account'],
  ['POST', '/api/users/notices'],
] as const;
const FLOOD_SECONDS = 15;
const CONNECTIONS = 4;
/** Sent over one connection, unless it is closed before. */
const BATCH_CALLS = 500;
/** Created before the flood: that takes a while. */
const TOKENS = 20_000;

/**
 * ASVS 2.4.1: calls with invalid tokens, pipelined over connections that are reopened as soon as they are closed: half
 * of them with one token, half with a different one each. An administrator at the same IP continues to work.
 */
export async function badTokens(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context, { LOG_LEVEL: 'info', ...DEFAULT_CALL_LIMITS });
  const [one = '', ...others] = Array.from({ length: TOKENS }, newToken);
  const same = Array.from({ length: BATCH_CALLS }, () => one);
  return runBeside(target, context.times ?? FLOOD_SECONDS, async (until) => {
    const floods = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, at) =>
        flood(target, at % 2 === 0 ? same : others, CALLS[at < CONNECTIONS / 2 ? 0 : 1], until),
      ),
    );
    const sent = floods.reduce((sum, each) => sum + each.sent, 0);
    const connections = floods.reduce((sum, each) => sum + each.connections, 0);
    return { tried: `${sent} calls with invalid tokens`, seen: `over ${connections} connections` };
  });
}

/** Repeats calls with these tokens; the server closes the connections. */
async function flood(
  { url }: Target,
  tokens: readonly string[],
  [method, path]: (typeof CALLS)[number],
  until: number,
) {
  const counts = { sent: 0, connections: 0 };
  for (let at = 0; performance.now() < until; at = (at + BATCH_CALLS) % tokens.length) {
    const batch = tokens.slice(at, at + BATCH_CALLS);
    await callPipelined(url, path, batch, method).catch(() => undefined);
    counts.sent += batch.length;
    counts.connections += 1;
  }
  return counts;
}
