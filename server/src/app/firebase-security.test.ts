import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerSecurityHeaders } from './http/security.ts';

/** The connect-src of the panel with this Firebase configuration, beside its own origin. */
async function connectSources(databaseUrl: string, authEmulatorUrl?: string): Promise<string[]> {
  const firebase = {
    databaseUrl,
    projectId: 'hai-dang',
    apiKey: 'an-api-key',
    ...(authEmulatorUrl && { authEmulatorUrl }),
  };
  const app = Fastify();
  const settings = { apiBase: '', socketBase: '', firebase };
  await registerSecurityHeaders(app, { allowedOrigins: [], inlineScriptHashes: [], publicUrl: '', settings });
  const { headers } = await app.inject('/');
  const [, sources = ''] = /connect-src 'self' ?([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
  return sources.split(' ');
}
const SIGN_IN = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

test.each([
  [
    'https://hai-dang-default-rtdb.firebaseio.com',
    ['wss://hai-dang-default-rtdb.firebaseio.com', 'wss://*.firebaseio.com'],
  ],
  [
    'https://hai-dang.asia-southeast1.firebasedatabase.app',
    ['wss://hai-dang.asia-southeast1.firebasedatabase.app', 'wss://*.asia-southeast1.firebasedatabase.app'],
  ],
  ['https://database.example.vn', ['wss://database.example.vn']],
])('CSP connect-src: %s, its servers and the sign-in service', async (databaseUrl, database) => {
  expect(await connectSources(databaseUrl)).toEqual([...database, ...SIGN_IN]);
});

test('CSP connect-src: with emulators only the emulators', async () => {
  const sources = await connectSources('http://127.0.0.1:9000?ns=hai-dang', 'http://127.0.0.1:9099');
  expect(sources).toEqual(['ws://127.0.0.1:9000', 'http://127.0.0.1:9099']);
});
