import type { Endpoint, EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { renderPanel } from './render-panel.tsx';
import { ErrorResponse, respondTo } from './responses.ts';

interface Screen<E extends Endpoint> {
  readonly render: () => ReactNode;
  readonly path?: string;
  /** The call that the states are of. */
  readonly endpoint: E;
  readonly filled: EndpointResponse<E>;
  /** A text of `filled`. */
  readonly shows: string;
  /** The text meanwhile. */
  readonly loading: string;
  /** The text without a network. */
  readonly failed: string;
  /** Whether it is said too where the server has given a reason, in place of that. */
  readonly hidesReason?: boolean;
  readonly empty?: { readonly response: EndpointResponse<E>; readonly says: string };
  /** Responses to the other calls. */
  readonly others?: () => void;
}

const REASON = 'Đã xảy ra lỗi, vui lòng thử lại sau';

/** The states that every screen has: loading, filled, empty, and failed until a retry; each passes axe and fits 320 px. */
export function testStates<E extends Endpoint>(name: string, screen: Screen<E>): void {
  const { endpoint, filled, shows, loading, failed, empty } = screen;
  const open = (respond: () => EndpointResponse<E> | Promise<EndpointResponse<E>>) => {
    screen.others?.();
    respondTo(endpoint, respond);
    return renderPanel(screen.render(), screen.path);
  };

  describe(name, () => {
    test('loading: says so, and shows what comes', async () => {
      const { promise, resolve } = Promise.withResolvers<EndpointResponse<E>>();
      const page = await open(() => promise);
      await expect.element(page.getByText(loading)).toBeInTheDocument();
      await expectAccessible(`${name}, loading`);
      resolve(filled);
      await expect.element(page.getByText(shows).first()).toBeVisible();
      await expectAccessible(name);
    });

    if (empty)
      test('empty: says so', async () => {
        const page = await open(() => empty.response);
        await expect.element(page.getByText(empty.says)).toBeVisible();
        await expectAccessible(`${name}, empty`);
      });

    test.each([
      ['a failing server', new ErrorResponse('INTERNAL_ERROR'), screen.hidesReason ? failed : REASON],
      ['no network', new TypeError('Failed to fetch'), failed],
    ])('failed load, %s: says why, and a retry loads it', async (_, error, message) => {
      let isFailing = true;
      const page = await open(() => {
        if (isFailing) throw error;
        return filled;
      });
      await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
      await expectAccessible(`${name}, failed`);
      isFailing = false;
      await page.getByRole('alert').getByRole('button', { name: 'Thử lại' }).click();
      await expect.element(page.getByText(shows).first()).toBeVisible();
    });
  });
}
