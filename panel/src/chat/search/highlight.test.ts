import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, snippet } from './highlight.ts';

const found = (text: string, term: string) =>
  highlight(text, term).flatMap((part) => (part.isFound ? [part.text] : []));
/** The search in plain words, as the server does it. */
const fold = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .normalize('NFD')
    .replaceAll(/[Đđ]/g, 'd')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

describe('what was found', () => {
  it.each([
    ['Đi ĐÀ NẴNG rồi đà nẵng', 'da nang', ['ĐÀ NẴNG', 'đà nẵng']],
    ['đi đà nẵng'.normalize('NFD'), 'Đà Nẵng', ['đà nẵng'.normalize('NFD')]],
    ['hóa đơn\n\u00a0 của em', 'đơn  của', ['đơn\n\u00a0 của']],
    ['giá 100% thật', '0%', ['0%']],
    ['(a+)+$', 'a+', ['a+']],
    ['😀 vui', '😀 v', ['😀 v']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['không có', 'xin', []],
    ['gì cũng được', '\u0301', []],
  ])('in %j for %j', (text, term, parts) => {
    expect(found(text, term)).toEqual(parts);
  });

  it('is marked where a plain comparison finds it, and the text stays whole', () => {
    const letters = [...'aăâbcdđeêơtuưAĐÊÂàảạệộ09 %\n\t\u00a0\u0301\u0323😀'];
    const text = (size: fc.StringConstraints) => fc.string({ unit: fc.constantFrom(...letters), ...size });
    fc.assert(
      fc.property(text({ maxLength: 30 }), text({ minLength: 1, maxLength: 4 }), (original, term) => {
        const parts = highlight(original, term);
        expect(parts.map((part) => part.text).join('')).toBe(original);
        const sought = fold(term.trim());
        for (const part of parts) if (part.isFound) expect(fold(part.text)).toBe(sought);
        expect(parts.some(({ isFound }) => isFound)).toBe(sought !== '' && fold(original).includes(sought));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a line', () => {
  it('shows the place that was found, be it far inside', () => {
    const text = `${'chuyện dài '.repeat(100)}hóa đơn của em ${'còn nữa '.repeat(100)}`;
    const parts = snippet(text, 'hoa don');
    expect(parts.find(({ isFound }) => isFound)?.text).toBe('hóa đơn');
    expect(parts.map((part) => part.text).join('').length).toBeLessThan(170);
    expect([parts.at(0)?.text, parts.at(-1)?.text]).toEqual(['…', '…']);
  });

  it('shows a short text whole', () => {
    expect(snippet('hóa đơn', 'x')).toEqual([{ text: 'hóa đơn', isFound: false }]);
  });
});
