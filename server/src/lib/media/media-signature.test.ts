import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, test } from 'vitest';
import { createMediaSignature } from './media-signature.ts';

const PATH = '/media/evidence/a.webp';

async function open(start = '2026-11-22T08:10:00Z') {
  const state = { now: new Date(start), keys: [randomBytes(32)], reads: 0 };
  const signature = await createMediaSignature({
    clock: { now: () => state.now },
    loadKeys: async () => {
      state.reads += 1;
      return state.keys;
    },
  });
  const later = (minutes: number) => {
    state.now = new Date(state.now.getTime() + minutes * MINUTE_MS);
  };
  const verify = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    return signature.verify(pathname, Object.fromEntries(searchParams));
  };
  return { ...signature, verify, state, later };
}

test('sign: the same URL within half an hour, then another', async () => {
  const { sign, later } = await open();
  const first = sign(PATH);
  later(19);
  expect(sign(PATH)).toBe(first);
  later(1);
  expect(sign(PATH)).not.toBe(first);
});

test.each(['08:00:00', '08:10:00', '08:29:59'])('sign: at %s the URL is valid for 30 to 60 minutes', async (time) => {
  const { sign, verify } = await open(`2026-11-22T${time}Z`);
  const left = (await verify(sign(PATH))) ?? 0;
  expect(left).toBeGreaterThan(30 * 60);
  expect(left).toBeLessThanOrEqual(60 * 60);
});

test('verify: an expired URL is invalid', async () => {
  const { sign, verify, later } = await open();
  const url = sign(PATH);
  later(49);
  expect(await verify(url)).toBe(60);
  later(1);
  expect(await verify(url)).toBeUndefined();
});

test('verify: another path, another expiry and another signature are invalid', async () => {
  const { sign, verify } = await open();
  const url = sign(PATH);
  const { searchParams } = new URL(url, 'http://localhost');
  const end = searchParams.get('expires') ?? '';
  const mac = searchParams.get('signature') ?? '';
  const altered = [
    url.replace('a.webp', 'b.webp'),
    url.replace(end, String(Number(end) + 60)),
    url.replace(mac, `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`),
    url.replace(mac, mac.slice(1)),
    url.replace(mac, ''),
    `${PATH}?expires=${end}`,
    PATH,
  ];
  for (const each of altered) expect(await verify(each), each).toBeUndefined();
});

test('verify: after a key rotation URLs of both keys are valid, and of a deleted key none', async () => {
  const { sign, verify, state, later } = await open();
  const byOld = sign(PATH);
  const added = randomBytes(32);
  state.keys = [added, ...state.keys];
  // Like a server that was started later.
  const byNew = (await createMediaSignature({ clock: { now: () => state.now }, loadKeys: async () => [added] })).sign(
    PATH,
  );
  later(1);
  expect(await verify(byNew)).toBeGreaterThan(0);
  expect(await verify(byOld)).toBeGreaterThan(0);
  state.keys = [added];
  later(1);
  expect(await verify(`${PATH}?expires=9999999999&signature=${'A'.repeat(22)}`)).toBeUndefined();
  expect(await verify(byOld)).toBeUndefined();
});

test('verify: invalid signatures reload the keys at most every five seconds', async () => {
  const { verify, state } = await open();
  const wrong = `${PATH}?expires=9999999999&signature=${'A'.repeat(22)}`;
  state.now = new Date(state.now.getTime() + 5_000);
  for (let n = 0; n < 20; n += 1) expect(await verify(wrong)).toBeUndefined();
  expect(state.reads).toBe(2);
});
