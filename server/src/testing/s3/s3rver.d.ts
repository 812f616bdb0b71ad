declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  interface S3rverOptions {
    address?: string;
    port?: number;
    silent?: boolean;
    directory?: string;
    configureBuckets?: Array<{ name: string }>;
  }

  /** A server that speaks S3, for tests; its only key is 'S3RVER' with the secret 'S3RVER'. */
  // biome-ignore lint/style/noDefaultExport: that is how it comes.
  export default class S3rver {
    constructor(options: S3rverOptions);
    /** Koa's, first to last. */
    middleware: Array<(context: { path: string }, next: () => Promise<void>) => Promise<void>>;
    allowMismatchedSignatures: boolean;
    store: { deleteObject(bucket: string, key: string): Promise<void> };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
