import { expect, test, vi } from 'vitest';
import { uniqueActions } from '../../lib/actions.ts';
import { ADMIN_ROUTES } from '../routing/routes.tsx';
import { adminActions } from './admin-actions.ts';

test('adminActions: returns each screen that needs no id, the other theme and sign-out, with unique ids', () => {
  const actions = adminActions('light', () => undefined);
  const screens = Object.entries(ADMIN_ROUTES).filter(([, { path }]) => !path.includes(':'));
  expect(actions.map(({ id }) => id).toSorted()).toEqual(
    [...screens.map(([name]) => `navigation.${name}`), 'theme.switch', 'auth.logOut'].toSorted(),
  );
  expect(uniqueActions(actions)).toHaveLength(actions.length);
});

test('adminActions: each action can be run, and the navigation opens its screen', () => {
  const goTo = vi.fn();
  const actions = adminActions('dark', goTo);
  expect(actions.filter(({ run }) => !run)).toEqual([]);
  actions.find(({ id }) => id === 'navigation.audit')?.run?.();
  expect(goTo.mock.calls).toEqual([['/admin/audit']]);
});

test('adminActions: the theme action switches to the other theme', () => {
  const labelIn = (theme: 'light' | 'dark') =>
    adminActions(theme, () => undefined).find(({ id }) => id === 'theme.switch')?.label;
  expect(labelIn('light')).toBe('Chuyển sang giao diện tối');
  expect(labelIn('dark')).toBe('Chuyển sang giao diện sáng');
});
