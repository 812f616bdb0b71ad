import { login } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { insertAdmin } from '../../../server/src/testing/factories.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, type NetworkResponse, openTarget, type Target } from '../target.ts';
import { percentile } from '../units.ts';

const TRIES = 500;
const MEDIANS_APART_MAX_MS = 5;

/** ASVS 6.3.8: neither the body nor the response time distinguishes an unknown e-mail from a wrong password. */
export async function loginTiming(context: ScenarioContext): Promise<Outcome> {
  // Each attempt has its own IP, set as by a local proxy: the limit would end the series.
  const target = await openTarget(context, { TRUST_PROXY: 'loopback' });
  const tries = context.times ?? TRIES;
  const emails = await knownEmails(target, Math.ceil(tries / LOGIN_MAX_FAILURES));
  const known: NetworkResponse[] = [];
  const unknown: NetworkResponse[] = [];
  for (let index = 0; index < tries; index += 1) {
    const email = emails[index % emails.length] ?? '';
    const attempts = [
      async () => known.push(await tryLogin(target, email, 2 * index)),
      async () => unknown.push(await tryLogin(target, `no-${email}`, 2 * index + 1)),
    ];
    // Alternating, so that other load on the machine affects both alike.
    for (const attempt of index % 2 === 0 ? attempts : attempts.toReversed()) await attempt();
  }
  const medians = [known, unknown].map((responses) =>
    percentile(
      responses.map(({ tookMs }) => tookMs),
      50,
    ),
  );
  const [knownMs = Number.NaN, unknownMs = Number.NaN] = medians;
  const apartMs = Math.abs(knownMs - unknownMs);
  const bodies = new Set([...known, ...unknown].map(withoutRequestId));
  return {
    tried: `${tries} wrong passwords, ${tries} unknown e-mails`,
    seen: `medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms, ${apartMs.toFixed(1)} ms apart`,
    fell: [
      ...(bodies.size === 1 ? [] : [`${bodies.size} different answers: ${[...bodies].join(' ')}`]),
      ...(known[0]?.json().code === 'INVALID_CREDENTIALS' ? [] : [`no password was looked at: ${known[0]?.body}`]),
      ...(apartMs <= MEDIANS_APART_MAX_MS ? [] : [`more than ${MEDIANS_APART_MAX_MS} ms apart`]),
      ...failuresOf(target.server),
    ],
  };
}

async function knownEmails({ database: { db } }: Target, count: number): Promise<string[]> {
  const password_hash = await hashPassword('only its owner knows this one');
  const accounts = await Promise.all(Array.from({ length: count }, () => insertAdmin(db, { password_hash })));
  return accounts.map(({ email }) => email);
}

const tryLogin = ({ send }: Target, email: string, index: number): Promise<NetworkResponse> =>
  send(login.method, login.path, {
    token: undefined,
    from: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    body: { email, password: 'a wrong password' },
  });

const withoutRequestId = (response: NetworkResponse): string =>
  `${response.statusCode} ${JSON.stringify({ ...response.json(), requestId: null })}`;
