import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, snippet } from './highlight.ts';

const found = (text: string, term: string) =>
  highlight(text, term).flatMap((part) => (part.isFound ? [part.text] : []));
/** The server's normalisation, written independently. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[Đđ]/g, 'd')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s%😀]+/gu, ' ')
    .toLowerCase();

describe('highlight', () => {
  it.each([
    ['Đi ĐÀ NẴNG rồi đà nẵng', 'da nang', ['ĐÀ NẴNG', 'đà nẵng']],
    ['đi đà nẵng'.normalize('NFD'), 'Đà Nẵng', ['đà nẵng'.normalize('NFD')]],
    ['hóa đơn\n\u00a0 của em', 'đơn  của', ['đơn\n\u00a0 của']],
    ['đi (đà-nẵng)', 'đà nẵng', ['đà-nẵng']],
    ['giá 100% thật', '100%', ['100']],
    ['giá 100% thật', '00', []],
    ['bánh an toàn', 'an', ['an']],
    ['(a+)+$', 'a+', ['a']],
    ['😀 vui', '😀 v', ['v']],
    ['aaaa', 'aa', ['aa']],
    ['😀', '😀', []],
    ['không có', 'xin', []],
    ['gì cũng được', '\u0301', []],
  ])('text %j, term %j: returns the matches', (text, term, parts) => {
    expect(found(text, term)).toEqual(parts);
  });

  it('marks the matches of a plain comparison of words, and the joined parts are the text', () => {
    const letters = [...'aăâbcdđeêơtuưAĐÊÂàảạệộ09 %\n\t\u00a0\u0301\u0323😀'];
    const text = (size: fc.StringConstraints) => fc.string({ unit: fc.constantFrom(...letters), ...size });
    fc.assert(
      fc.property(text({ maxLength: 30 }), text({ minLength: 1, maxLength: 4 }), (original, term) => {
        const parts = highlight(original, term);
        expect(parts.map((part) => part.text).join('')).toBe(original);
        const sought = fold(term).trim();
        for (const part of parts) if (part.isFound) expect(fold(part.text)).toBe(sought);
        const isThere = sought !== '' && ` ${fold(original)}`.includes(` ${sought}`);
        expect(parts.some(({ isFound }) => isFound)).toBe(isThere);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('snippet', () => {
  it('includes the first match, even far inside the text', () => {
    const text = `${'chuyện dài '.repeat(100)}hóa đơn của em ${'còn nữa '.repeat(100)}`;
    const parts = snippet(text, 'hoa don');
    expect(parts.find(({ isFound }) => isFound)?.text).toBe('hóa đơn');
    expect(parts.map((part) => part.text).join('').length).toBeLessThan(170);
    expect([parts.at(0)?.text, parts.at(-1)?.text]).toEqual(['…', '…']);
  });

  it('returns a short text whole', () => {
    expect(snippet('hóa đơn', 'x')).toEqual([{ text: 'hóa đơn', isFound: false }]);
  });
});
