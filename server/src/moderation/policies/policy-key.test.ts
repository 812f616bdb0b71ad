import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPolicyKey } from './policy-key.ts';

describe('newPolicyKey', () => {
  test.each([
    ['Lừa đảo', 'lua_dao'],
    ['ĐỒ CẤM & vũ khí!', 'do_cam_vu_khi'],
    ['  Luật   số 5  ', 'luat_so_5'],
    ['Lừa đảo'.normalize('NFD'), 'lua_dao'],
    ['???', 'quy_tac'],
    ['規則', 'quy_tac'],
  ])('for the title %j is %j', (title, key) => {
    expect(newPolicyKey(title, [])).toBe(key);
  });

  test('gets the first free number if it is in use', () => {
    expect(newPolicyKey('Lừa đảo', ['lua_dao', 'lua_dao_2', 'lua_dao_4'])).toBe('lua_dao_3');
  });

  test('for any title is a valid key that no other rule has', () => {
    fc.assert(
      fc.property(fc.array(anyText({ minLength: 1, maxLength: 80 }), { maxLength: 30 }), (titles) => {
        const keys: string[] = [];
        for (const title of titles) keys.push(newPolicyKey(title, keys));
        expect(new Set(keys).size).toBe(keys.length);
        for (const key of keys) {
          expect(key).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
          expect(key.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});
