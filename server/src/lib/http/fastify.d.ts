import type { Caller } from './call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}
