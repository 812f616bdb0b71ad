import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './harness/test.ts';
import { startVite } from './harness/vite-server.ts';

const FIRST_PAGE_TIMEOUT_MS = 90_000;
const MANIFEST = fileURLToPath(new URL('../../panel/dist/.vite/manifest.json', import.meta.url));

test.describe('component catalogue at /ui', () => {
  test('Vite serves every component of the design system', async ({ panel }) => {
    const vite = await startVite();
    try {
      const page = await panel.newPage({ signedIn: false });
      // Vite bundles the dependencies on the first page load.
      await page.goto(`${vite.url}/ui`, { timeout: FIRST_PAGE_TIMEOUT_MS });
      await page.getByRole('heading', { name: 'useForm, FormAlert' }).waitFor();
      await page.getByRole('button', { name: 'confirm danger' }).click();
      await page.getByRole('alertdialog').waitFor();
    } finally {
      await vite.stop();
    }
  });

  test('the built panel contains neither the page nor its code', async ({ panel }) => {
    const page = await panel.open('/ui', { signedIn: false });
    await page.getByRole('heading', { name: 'Trang này chưa có trong phiên bản hiện tại' }).waitFor();
    const modules = Object.keys(JSON.parse(readFileSync(MANIFEST, 'utf8')));
    expect(modules.length).toBeGreaterThan(20);
    expect(modules.filter((module) => module.includes('catalogue'))).toEqual([]);
  });
});
