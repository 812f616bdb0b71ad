import { expect, type Page } from '@playwright/test';
import { startCuttableProxy } from '../../server/src/testing/cuttable-proxy.ts';
import { box, bubble, chatUrl, log, send, sendButton, storedTexts } from './harness/conversation.ts';
import { createUsers, uniqueName } from './harness/data.ts';
import { openApp } from './harness/delivery.ts';
import { createReporter } from './harness/filed-reports.ts';
import { bell, storedNotifications } from './harness/notifications.ts';
import { createSubjects, DETAIL_TITLE, fileReport, reportScreen } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportRow } from './harness/report-list.ts';
import { DASHBOARD_TITLE, USERS_TITLE } from './harness/screens.ts';
import { slowNetwork } from './harness/slow-network.ts';
import { eventually, type Panel, test } from './harness/test.ts';

/** The time between cuts: 100 ms with CUTS=all, which takes a quarter of an hour; else five times as long. */
const STEP_MS = process.env['CUTS'] === 'all' ? 100 : 500;
const FIRST_CUT_MS = 100;
const LAST_CUT_MS = 5_000;
const OUTAGE_MS = 2_500;
/** Pages that start at the same time. */
const PAGES = 5;
/** So slow that code is being loaded at most of the cuts, however fast the machine is. */
const SLOW_NETWORK = { download: 50_000, latency: 50 };
const TIMEOUT_MS = 600_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

interface Screen {
  readonly path: string;
  /** Waits for what shows that the screen works. */
  readonly isUsable: (page: Page) => Promise<unknown>;
  /** Waits for what shows that `happen` has done something on the server while the pages are open. */
  readonly isLive: (page: Page) => Promise<unknown>;
  readonly happen: () => Promise<unknown>;
}

/**
 * Opens a screen over a slow network and cuts it after `cutMs`.
 * @returns the page, with a fast network back, and what failed to load
 */
async function openThroughCut(panel: Panel, path: string, cutMs: number) {
  const network = await startCuttableProxy(panel.system.baseUrl);
  panel.onFinished(network.close);
  const page = await panel.newPage({ baseUrl: new URL(network.url).origin });
  const lost: string[] = [];
  page.on('requestfailed', (request) => lost.push(new URL(request.url()).pathname));
  const endSlowness = await slowNetwork(page, SLOW_NETWORK);
  await page.goto(path, { waitUntil: 'commit' });
  await pause(cutMs);
  await network.cut();
  await pause(OUTAGE_MS);
  await endSlowness();
  await network.mend();
  return { page, lost, cutMs };
}

/** Until the screen is usable and waits for nothing any more. */
async function untilUsable(page: Page, isUsable: Screen['isUsable']): Promise<void> {
  await isUsable(page);
  await expect(page.locator('main .motion-safe\\:animate-pulse')).toHaveCount(0);
}

let screens = 0;

/** Cuts the network at many moments of a screen's start; expects that code failed to load. */
async function cutEverywhere(panel: Panel, prepare: () => Promise<Screen>): Promise<void> {
  test.setTimeout(TIMEOUT_MS);
  const allLost: string[] = [];
  // All screens together are cut at every 100 ms.
  const firstCutMs = FIRST_CUT_MS + ((screens++ * 100) % STEP_MS);
  for (let start = firstCutMs; start <= LAST_CUT_MS; start += STEP_MS * PAGES) {
    const { path, isUsable, isLive, happen } = await prepare();
    const cuts = Array.from({ length: PAGES }, (_, index) => start + index * STEP_MS);
    const opened = await Promise.all(cuts.map((cutMs) => openThroughCut(panel, path, cutMs)));
    await Promise.all(
      opened.map(({ page, cutMs }) =>
        test.step(`usable again, cut after ${cutMs} ms`, () => untilUsable(page, isUsable)),
      ),
    );
    await happen();
    await Promise.all(
      opened.map(({ page, cutMs }) => test.step(`live again, cut after ${cutMs} ms`, () => isLive(page))),
    );
    allLost.push(...opened.flatMap(({ lost }) => lost));
    for (const { page } of opened) await page.context().close();
  }
  expect(allLost.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(PAGES);
}

test.describe('screens: a network that is cut while it starts', () => {
  test.beforeEach(({ panel }) =>
    panel.expectProblem(/Failed to load resource|dynamically imported|chunk failed|WebSocket|Failed to fetch/),
  );

  const SCREENS: Record<string, (panel: Panel) => Promise<Pick<Screen, 'path' | 'isUsable'>>> = {
    dashboard: async () => ({
      path: '/admin/dashboard',
      isUsable: (page) => title(page, DASHBOARD_TITLE).waitFor(),
    }),
    users: async (panel) => {
      const [user] = await createUsers(panel.db, 1, () => ({ username: uniqueName('Người dùng') }));
      return {
        path: '/admin/users',
        isUsable: async (page) => {
          await title(page, USERS_TITLE).waitFor();
          await page.getByRole('link', { name: user?.username ?? '' }).waitFor();
        },
      };
    },
    report: async (panel) => {
      const { post } = await createSubjects(panel);
      const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
      return {
        path: reportScreen(id),
        isUsable: async (page) => {
          await title(page, DETAIL_TITLE).waitFor();
          await page.getByRole('button', { name: /^Trạng thái / }).waitFor();
        },
      };
    },
  };
  for (const [name, screenOf] of Object.entries(SCREENS)) {
    test(`${name}: opens by itself and shows new notifications`, async ({ panel }) => {
      const screen = await screenOf(panel);
      await cutEverywhere(panel, async () => {
        const reporter = await createReporter(panel, uniqueName('Người báo'));
        return {
          ...screen,
          happen: reporter.file,
          isLive: async (page) => bell(page, (await storedNotifications(panel)).length).waitFor(),
        };
      });
    });
  }

  test('reports: opens by itself and shows new reports', async ({ panel }) => {
    await cutEverywhere(panel, async () => {
      const reporter = await createReporter(panel, uniqueName('Người báo'));
      const later = await createReporter(panel, uniqueName('Người báo sau'));
      await reporter.file();
      return {
        path: REPORTS_SCREEN,
        isUsable: (page) => reportRow(page, reporter.username).waitFor(),
        happen: later.file,
        isLive: (page) =>
          page
            .getByText(/^1 báo cáo mới/)
            .or(reportRow(page, later.username))
            .waitFor(),
      };
    });
  });

  test('chat: opens by itself, sends the queued message and shows received ones', async ({ panel }) => {
    await cutEverywhere(panel, async () => {
      const user = await openApp(panel, 'Lan');
      let written = 0;
      return {
        path: chatUrl(user),
        isUsable: async (page) => {
          await box(page, user).waitFor();
          await sendButton(page).waitFor();
          written += 1;
          await send(page, user, `Tin ${written}`);
        },
        happen: async () => {
          await eventually(async () => (await storedTexts(panel, user)).length).toBe(PAGES);
          await user.write('Chào shop');
        },
        isLive: async (page) => {
          await bubble(page, user, 'Chào shop').waitFor();
          await eventually(() =>
            log(page, user)
              .getByText(/^Đang gửi/)
              .count(),
          ).toBe(0);
        },
      };
    });
  });
});
