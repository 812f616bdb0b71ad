// AdminJS on the tables of the benchmark, in its own process. Started by bench/src/adminjs-process.ts with
// PEER_SETTINGS: { connection, schema, admin: { email, password }, secret, isRolling }. Configured as its documentation
// shows for Fastify with sessions in PostgreSQL (docs.adminjs.co, Installation, Plugins).
import AdminJSFastify from '@adminjs/fastify';
import { Adapter, Database, Resource } from '@adminjs/sql';
import AdminJS from 'adminjs';
import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import Fastify from 'fastify';
import pg from 'pg';

/** Evidence is a resource because AdminJS resolves foreign keys. */
const TABLES = ['users', 'posts', 'travel_posts', 'reports', 'report_snapshots'];
/** Newest first, like the product's lists; snapshots are never listed. */
const NEWEST_FIRST = { sort: { sortBy: 'created_at', direction: 'desc' } };

const { connection, schema, admin, secret, isRolling } = JSON.parse(process.env.PEER_SETTINGS);
const connectionOptions = {
  ...connection,
  application_name: 'adminjs-peer',
};

/** The statements sent since the last query of them; null while not recorded, because recording takes time. */
let queries = null;
const note = (text) => queries?.push(text);

AdminJS.registerAdapter({ Database, Resource });
const database = await new Adapter('postgresql', connectionOptions).init();
const resources = TABLES.map((name) => ({ resource: database.table(name), options: NEWEST_FIRST }));
resources[0].resource.knex.on('query', ({ sql }) => note(sql));

const sessionPool = new pg.Pool(connectionOptions);
await sessionPool.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
const notingPool = {
  query: (text, values) => {
    note(text);
    return sessionPool.query(text, values);
  },
};
const SessionStore = connectPgSimple(session);
const store = new SessionStore({
  pool: notingPool,
  schemaName: schema,
  tableName: 'session',
  createTableIfMissing: true,
});

const app = Fastify();
await AdminJSFastify.buildAuthenticatedRouter(
  new AdminJS({ resources, rootPath: '/admin' }),
  {
    authenticate: async (email, password) =>
      email === admin.email && password === admin.password ? { email: admin.email } : null,
    cookiePassword: secret,
    cookieName: 'adminjs',
  },
  app,
  {
    store,
    saveUninitialized: true,
    secret,
    rolling: isRolling,
    // The documentation's `secure` needs TLS, which neither side has here.
    cookie: { httpOnly: true, secure: false },
  },
);
const address = await app.listen({ host: '127.0.0.1', port: 0 });

process.on('message', (message) => {
  if (message === 'note queries') {
    queries = [];
    process.send({ noting: true });
  }
  if (message === 'list queries') {
    process.send({ queries });
    queries = null;
  }
});
// Exits when its parent exits.
process.on('disconnect', () => process.exit());
process.send({ address });
