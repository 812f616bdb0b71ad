import type { Upload } from '@hai-dang/contract/lib/endpoint.ts';
import type { Account } from './call.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Account | null;
  }
  interface FastifyContextConfig {
    /** Set for a route that takes files. */
    upload?: Upload;
  }
}
