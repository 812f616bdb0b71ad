import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { imageOf } from '../testing/images.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { UserByline } from './user-byline.tsx';

describe('UserByline', () => {
  test('a long name with everything: links to the account, passes axe and fits 320 px', async () => {
    const name = 'Nguyễn'.repeat(40);
    await renderPanel(
      <UserByline id="a/b" name={name} avatar={imageOf('#285')} veil="blur" isVerified isLinked aside="2 giờ">
        lan@example.com
      </UserByline>,
    );
    await expect.element(page.getByRole('link')).toHaveAttribute('href', '/admin/users/a%2Fb');
    await expect.element(page.getByRole('button', { name: `Xem ảnh ${name}` })).toBeVisible();
    await expectAccessible('a byline');
  });

  test.each([
    ['no account', { id: null, name: 'Lan' }, 'Lan'],
    ['no name', { id: null, name: null, fallback: 'Người dùng đã xóa' }, 'Người dùng đã xóa'],
  ])('%s: is text without a link', async (_, user, text) => {
    await renderPanel(<UserByline {...user} avatar={null} isLinked />);
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });

  test('no image: has nothing to unblur', async () => {
    await renderPanel(<UserByline id="lan" name="Lan" avatar={null} veil="blur" />);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
