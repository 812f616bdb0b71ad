import { expect, test, vi } from 'vitest';
import type { Action } from '../lib/actions.ts';
import { actionIdOf, localItems, matchingGroups, startGroups } from './local-items.ts';
import { openQuickSearch } from './quick-search.actions.ts';
import type { Choice } from './recent-choices.ts';

const run = vi.fn();
const ACTIONS: readonly Action[] = [
  { id: 'navigation.reports', label: 'Báo cáo', group: 'go', path: '/admin/reports', run },
  { id: 'navigation.audit', label: 'Nhật ký', group: 'go', path: '/admin/audit', run },
  { id: 'reports.resolved', label: 'Đã xử lý', help: 'Đặt trạng thái Đã xử lý', group: 'decide', key: '3', run },
  { id: 'reports.remove', label: 'Xóa báo cáo', group: 'decide', isDangerous: true, run },
  { id: 'reports.next', label: 'Báo cáo sau', group: 'move', key: 'j', repeats: true, run },
  { id: 'reports.open', label: 'Mở báo cáo', group: 'move', key: 'Enter' },
  { id: 'reports.stop', label: 'Dừng báo cáo', group: 'decide', when: false, run },
  { ...openQuickSearch, run },
];
const ITEMS = localItems(ACTIONS);
const KNOWN_USER: Choice = { id: 'user:u1', kind: 'user', label: 'Mai', detail: 'mai@x.test', path: '/admin/users/u1' };
const labelsOf = (groups: ReturnType<typeof startGroups>) => groups.map(({ items }) => items.map(({ label }) => label));
const isScreen = (pathname: string) => pathname.startsWith('/admin/users');

test('localItems: has every action that can be run, but for moving by rows and for the palette itself', () => {
  expect(ITEMS.map(({ id }) => id)).toEqual([
    'screen:navigation.reports',
    'screen:navigation.audit',
    'action:reports.resolved',
    'action:reports.remove',
  ]);
  expect(ITEMS.map(actionIdOf)).toEqual([undefined, undefined, 'reports.resolved', 'reports.remove']);
  expect(ITEMS[3]?.isDangerous).toBe(true);
});

test('matchingGroups: matches screens and actions, these also by their help, without diacritics', () => {
  expect(labelsOf(matchingGroups(ITEMS, 'bao cao'))).toEqual([['Báo cáo'], ['Xóa báo cáo']]);
  expect(labelsOf(matchingGroups(ITEMS, 'dat trang thai'))).toEqual([[], ['Đã xử lý']]);
  expect(labelsOf(matchingGroups(ITEMS, 'khong co'))).toEqual([[], []]);
});

test('startGroups: recent choices are first, each line once', () => {
  const recent: readonly Choice[] = [KNOWN_USER, { id: 'screen:navigation.audit', kind: 'screen', label: 'Tên cũ' }];
  const groups = startGroups(ITEMS, recent, isScreen);
  expect(labelsOf(groups)).toEqual([['Mai', 'Nhật ký'], ['Báo cáo'], ['Đã xử lý', 'Xóa báo cáo']]);
  expect(groups[0]?.items[0]).toMatchObject({ kindLabel: 'Người dùng', detail: 'mai@x.test' });
});

test('startGroups: leaves out recent choices that are not possible', () => {
  const recent: readonly Choice[] = [
    { ...KNOWN_USER, path: '/admin/khong-co' },
    { id: 'action:users.disable', kind: 'action', label: 'Vô hiệu hóa' },
    { id: 'screen:navigation.gone', kind: 'screen', label: 'Trang cũ', path: '/admin/users' },
  ];
  expect(labelsOf(startGroups(ITEMS, recent, isScreen))[0]).toEqual([]);
});
