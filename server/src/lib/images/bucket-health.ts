import type { Log } from '../logger.ts';

export interface BucketHealth {
  /** Whether the bucket responds, as the last call to it has shown. */
  isAvailable(): boolean;
  /** Takes note of a call that is over, and of its error if it failed; of a check these are the calls it makes. */
  note(error?: unknown): void;
  /** Ends the checks. */
  close(): void;
}

interface BucketHealthOptions {
  /** Calls the bucket, once or several times; each of its calls must be noted like any other. */
  check: () => Promise<void>;
  log: Pick<Log, 'info' | 'warn'>;
  /** The pause between two checks. */
  pauseMs: number;
}

/**
 * Whether a bucket responds. Any call shows it; while none succeeds, the bucket is checked after each pause, so that it is
 * known to be back although nobody asks for an image.
 */
export function createBucketHealth({ check, log, pauseMs }: BucketHealthOptions): BucketHealth {
  /** The status of the last failure; 0 without a response, undefined while the bucket responds. */
  let failedStatus: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isClosed = false;

  function checkLater(): void {
    if (isClosed || timer) return;
    timer = setTimeout(async () => {
      isChecking = true;
      const isPassed = await check().then(
        () => true,
        () => false,
      );
      isChecking = false;
      timer = undefined;
      if (isPassed) note();
      else checkLater();
    }, pauseMs).unref();
  }

  function note(error?: unknown): void {
    // A check has several calls: the bucket is not back because it answered the first.
    if (isChecking && error === undefined) return;
    const before = failedStatus;
    failedStatus = error === undefined ? undefined : statusOf(error);
    if (failedStatus === undefined) {
      if (before !== undefined) log.info('image store is back');
      return;
    }
    // The failure is logged once, and once more when the bucket responds again but rejects the key.
    if (before !== failedStatus) log.warn({ err: error }, 'image store unavailable; images get 503 until it is back');
    checkLater();
  }

  return {
    isAvailable: () => failedStatus === undefined,

    note,

    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The HTTP status in an error of the SDK. */
const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
