import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** One database server for the run; TEST_DATABASE_URL uses an existing one instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer(process.env['TEST_DATABASE_URL'] || undefined);
  project.provide('testServer', server);
  return stop;
}
