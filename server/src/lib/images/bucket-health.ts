import type { Log } from '../logger.ts';

export interface BucketHealth {
  /** What the last call to the bucket has shown. */
  isAvailable(): boolean;
  /** Takes note of a call that is over, and of its error if it failed. */
  note(error?: unknown): void;
  /** Ends the checks. */
  close(): void;
}

interface BucketHealthOptions {
  /** Calls the bucket; its outcome must be noted like that of any other call. */
  check: () => Promise<void>;
  log: Pick<Log, 'info' | 'warn'>;
  /** Between two checks. */
  pauseMs: number;
}

/**
 * Whether a bucket responds. Any call shows it; while none succeeds, the bucket is checked after each pause, so that it is
 * known to be back although nobody asks for an image.
 */
export function createBucketHealth({ check, log, pauseMs }: BucketHealthOptions): BucketHealth {
  /** Of the last failure; 0 without a response, undefined while the bucket responds. */
  let failedStatus: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function checkLater(): void {
    if (isClosed || timer) return;
    timer = setTimeout(async () => {
      await check().catch(() => undefined);
      timer = undefined;
      if (failedStatus !== undefined) checkLater();
    }, pauseMs).unref();
  }

  return {
    isAvailable: () => failedStatus === undefined,

    note(error) {
      const before = failedStatus;
      failedStatus = error === undefined ? undefined : statusOf(error);
      if (failedStatus === undefined) {
        if (before !== undefined) log.info('image store is back');
        return;
      }
      // Once, and once more when it responds again but rejects the key.
      if (before !== failedStatus) log.warn({ err: error }, 'image store unavailable; images get 503 until it is back');
      checkLater();
    },

    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The HTTP status in an error of the SDK. */
const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
