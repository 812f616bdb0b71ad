import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FirebaseWebSettings, PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import type { FastifyInstance } from 'fastify';

const HSTS_MAX_AGE_SECONDS = 365 * 24 * 3_600;
const FIREBASE_HOSTS = ['.firebaseio.com', '.firebasedatabase.app'];
const FIREBASE_SIGN_IN = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

interface SecurityOptions {
  allowedOrigins: readonly string[];
  /** 'sha256-…' of every inline script in the panel's pages. */
  inlineScriptHashes: readonly string[];
  settings: PanelSettings;
  /** Where images are, if that is set (PUBLIC_URL). */
  publicUrl: string;
}

/**
 * Puts the security headers on every response of `app`, errors included, and allows CORS only for
 * the origins allowed.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { allowedOrigins, inlineScriptHashes, settings, publicUrl }: SecurityOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)],
        // Toasts and menus of the libraries in use bring their styles along as they open.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Imported accounts may have their images at another host; an API at another one has them too, perhaps without TLS.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...imageSources(settings, publicUrl)],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectSources(settings)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: HSTS_MAX_AGE_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  await app.register(cors, {
    origin: [...allowedOrigins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
}

/** The hosts of image URLs in responses, for hosts without TLS. */
const imageSources = ({ apiBase }: PanelSettings, publicUrl: string): string[] => [
  ...new Set([apiBase, publicUrl].filter((base) => base.startsWith('http:')).map((base) => new URL(base).origin)),
];

/** The other hosts that the panel is configured to call, for HTTP and for sockets. */
function connectSources({ apiBase, socketBase, firebase }: PanelSettings): string[] {
  const origins = [apiBase, socketBase].filter(Boolean).map((base) => new URL(base).origin);
  const sources = origins.flatMap((origin) => [origin, asSocket(origin)]);
  return [...new Set([...sources, ...(firebase ? firebaseSources(firebase) : [])])];
}

const asSocket = (origin: string): string => origin.replace(/^http/, 'ws');

/** Where the web SDK signs in, and the database; its first server sends clients on to one beside it. */
function firebaseSources({ databaseUrl, authEmulatorUrl }: FirebaseWebSettings): string[] {
  const { origin, hostname } = new URL(databaseUrl);
  const isHosted = FIREBASE_HOSTS.some((host) => hostname.endsWith(host));
  const beside = isHosted ? [`wss://*${hostname.slice(hostname.indexOf('.'))}`] : [];
  return [asSocket(origin), ...beside, ...(authEmulatorUrl ? [authEmulatorUrl] : FIREBASE_SIGN_IN)];
}
