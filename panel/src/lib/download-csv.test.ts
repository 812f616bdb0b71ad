import { expect, test } from 'vitest';
import { createLineCounter } from './download-csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('createLineCounter: counts lines, not the line feeds within quoted cells', () => {
  const count = createLineCounter();
  expect(count(bytes('\uFEFF"Tên","Mô tả"\r\n'))).toBe(1);
  expect(count(bytes('"Mai","hai\r\ndòng ""trích"" \n"\r\n'))).toBe(2);
});

test('createLineCounter: a cell may be split anywhere', () => {
  const text = '"a","b ""\r\n"" c"\r\n"d\n","e"\r\n';
  for (let at = 0; at <= text.length; at += 1) {
    const count = createLineCounter();
    count(bytes(text.slice(0, at)));
    expect(count(bytes(text.slice(at)))).toBe(2);
  }
});
