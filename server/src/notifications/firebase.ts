import { randomUUID } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import type { Log } from '../lib/logger.ts';
import { type CallObserver, observeCall } from '../lib/observed-call.ts';
import { createFirebaseSink, type FirebaseConnection } from './firebase-sink.ts';
import type { NotificationSink } from './notifications.sink.ts';

/** One project of Firebase, as a service account of it and as the web SDK need it. */
export interface FirebaseSettings {
  databaseUrl: string;
  projectId: string;
  clientEmail: string;
  /** PEM. */
  privateKey: string;
  /** Names the project to Google's sign-in; it is sent to browsers and is no secret. */
  apiKey: string;
  /** Where an emulator of Google's sign-in listens, for development and tests. */
  authEmulatorHost: string | undefined;
}

/** Signs what an administrator's browser signs in to Firebase with. */
export type MintFirebaseToken = (adminId: string) => Promise<string>;

export interface Firebase {
  sink: NotificationSink;
  mintToken: MintFirebaseToken;
  /** Ends the connection; calls in flight are aborted. */
  close(): Promise<void>;
}

export interface FirebaseOptions {
  /** Called for each write. */
  onCall?: CallObserver | undefined;
  /** How long a write may take, where that is not the usual time (tests). */
  responseTimeoutMs?: number;
}

/**
 * Opens Firebase for the server with firebase-admin, which is loaded only here: an installation without it does not pay
 * for it. Nothing is connected before there is something to write.
 */
export async function openFirebase(
  settings: FirebaseSettings,
  log: Log,
  { onCall, responseTimeoutMs }: FirebaseOptions = {},
): Promise<Firebase> {
  const [{ cert, deleteApp, initializeApp }, { getDatabase }, { getAuth }, logger] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/database'),
    import('firebase-admin/auth'),
    import('@firebase/logger'),
  ]);
  // The SDK's own lines go where ours go.
  logger.setLogLevel('silent');
  logger.setUserLogHandler(({ level, message }) => {
    if (level === 'warn' || level === 'error') log.warn({ firebase: message.trim() }, 'Firebase says');
  });

  const { databaseUrl, projectId, clientEmail, privateKey } = settings;
  function openApp(): App {
    const options = { credential: cert({ projectId, clientEmail, privateKey }), projectId, databaseURL: databaseUrl };
    return initializeApp(options, randomUUID());
  }
  const connect = (): FirebaseConnection => {
    const app = openApp();
    return { database: getDatabase(app), end: () => deleteApp(app) };
  };
  const sink = createFirebaseSink(connect, responseTimeoutMs);
  // Apart from the connection, which may be lost and reopened.
  const signingApp = openApp();
  return {
    sink: onCall
      ? { ...sink, deliver: (...change) => observeCall(onCall, 'update', () => sink.deliver(...change)) }
      : sink,
    mintToken: (adminId) => getAuth(signingApp).createCustomToken(adminId),
    close: async () => {
      await Promise.all([sink.close(), deleteApp(signingApp)]);
    },
  };
}
