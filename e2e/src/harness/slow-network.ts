import type { Page } from '@playwright/test';

interface Limits {
  /** Bytes per second. */
  readonly download?: number;
  readonly upload?: number;
  /** The delay before each response, in milliseconds. */
  readonly latency?: number;
}

/** Slows a page's network down, in Chromium. @returns a function that lifts the limits */
export async function slowNetwork(page: Page, limits: Limits): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const limit = ({ download = -1, upload = -1, latency = 0 }: Limits) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
  await session.send('Network.enable');
  await limit(limits);
  return async () => {
    await limit({});
    await session.detach();
  };
}
