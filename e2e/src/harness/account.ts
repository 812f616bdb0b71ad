import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { waitForScreen } from './screens.ts';
import { totp } from './totp.ts';

export const ACCOUNT_SCREEN = '/admin/account';
export const ACCOUNT_TITLE = 'Tài khoản';

/** A section of the screen by its title. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const secondFactor = (page: Page): Locator => section(page, 'Xác thực hai lớp');
export const recoveryCodes = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Mã khôi phục', exact: true });

/** Opens the screen from the navigation. */
export async function goToAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Tài khoản/ }).click();
  await waitForScreen(page, ACCOUNT_TITLE);
}

/** Starts the two-factor enrolment. @returns the secret in its written form */
export async function beginSetUp(page: Page): Promise<string> {
  await secondFactor(page).getByRole('button', { name: 'Bật xác thực hai lớp' }).click();
  const secret = await secondFactor(page).locator('code').textContent();
  return (secret ?? '').replaceAll(' ', '');
}

/** Completes the two-factor enrolment and shows the recovery codes. */
export async function finishSetUp(page: Page, secret: string): Promise<string[]> {
  await secondFactor(page)
    .getByLabel(/^Mã 6 chữ số/)
    .fill(totp(secret));
  await page.keyboard.press('Enter');
  await recoveryCodes(page).waitFor();
  return recoveryCodes(page).getByRole('listitem').allTextContents();
}

/** Decodes the QR code on the screen. */
export async function readQrCode(image: Locator): Promise<string> {
  const png = (await image.screenshot()).toString('base64');
  const { width, height, data } = await image.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: pixels.width, height: pixels.height, data: Array.from(pixels.data) };
  }, png);
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

/** Submits the two-factor code of a sign-in. */
export async function enterCode(page: Page, label: 'Mã xác thực' | 'Mã khôi phục', code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.keyboard.press('Enter');
}
