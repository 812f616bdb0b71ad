import { describe, expect, test } from 'vitest';
import { matchingColleagues, mentionedIn, putMention } from './mentions.ts';

const [mai, maiAnh, binh] = ['Trần Mai', 'Trần Mai Anh', 'Đỗ Bình'].map((username) => ({ _id: username, username }));
if (!mai || !maiAnh || !binh) throw new Error('no colleagues');
const all = [maiAnh, mai, binh];
const namesOf = (found: ReadonlyArray<{ username: string }>) => found.map(({ username }) => username);

describe('matchingColleagues', () => {
  test.for([
    ['', ['Trần Mai Anh', 'Trần Mai', 'Đỗ Bình']],
    ['mai', ['Trần Mai Anh', 'Trần Mai']],
    ['do', ['Đỗ Bình']],
    ['BINH', ['Đỗ Bình']],
    ['xyz', []],
  ] as const)('%s', ([typed, names]) => {
    expect(namesOf(matchingColleagues(all, typed))).toEqual(names);
  });

  test('a word that begins with the term precedes one that contains it', () => {
    expect(namesOf(matchingColleagues(all, 'a'))[0]).toBe('Trần Mai Anh');
    expect(namesOf(matchingColleagues([binh, mai], 'n'))).toEqual(['Đỗ Bình', 'Trần Mai']);
  });
});

describe('mentionedIn', () => {
  test.for([
    ['Nhờ @Trần Mai xem', ['Trần Mai']],
    ['@Trần Mai Anh, xem', ['Trần Mai Anh']],
    ['@Trần Mai Anhh', ['Trần Mai']],
    ['@Trần Maii', []],
    ['Trần Mai không có dấu', []],
    ['@Đỗ Bình và @Trần Mai và @Đỗ Bình', ['Đỗ Bình', 'Trần Mai']],
    ['thư gửi mai@example.com @', []],
  ] as const)('%s', ([text, names]) => {
    expect(namesOf(mentionedIn(text, all))).toEqual(names);
  });

  test('putMention: the inserted text is a mention', () => {
    const { text, caret } = putMention('Nhờ @ma xem', { start: 4, end: 7 }, mai);
    expect({ text, caret }).toEqual({ text: 'Nhờ @Trần Mai  xem', caret: 14 });
    expect(mentionedIn(text, all)).toEqual([mai]);
  });
});
