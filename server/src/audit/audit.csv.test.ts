import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, csvHeadOf, csvLine } from '../lib/csv.ts';
import { readCsv } from '../testing/read-csv.ts';
import { AUDIT_COLUMNS } from './audit.csv.ts';
import type { AuditRow } from './audit.store.ts';

const csvHead = () => csvHeadOf(AUDIT_COLUMNS.map(([title]) => title));
const csvLines = (rows: readonly AuditRow[]) =>
  rows.map((each) => csvLine(AUDIT_COLUMNS.map(([, value]) => value(each)))).join('');

const row: AuditRow = {
  id: 'e1',
  created_at: new Date('2026-11-20T17:30:05.678Z'),
  actor_id: 'a1',
  actor_name: 'Nguyễn "Sếp" Văn A, TP. HCM',
  action: 'user.disable',
  target_type: 'user',
  target_id: 'u1',
  target_name: '=cmd|calc',
  before: { isDisabled: false },
  after: null,
  reason: null,
  ip: '::1',
  request_id: 'r1',
};

describe('CSV cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=x', '＝1', '＋1', '－1', '＠x'])(
    'that a spreadsheet would run is neutralised: %j',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  test.each(['', 'Đà Nẵng', '1-1', 'a=b', "'x", ' =1', '{"a":1}'.replaceAll('"', '')])(
    'is otherwise unchanged: %j',
    (text) => {
      expect(csvCell(text)).toBe(`"${text}"`);
    },
  );

  test('without a value is empty', () => {
    expect(csvCell(null)).toBe('""');
  });
});

test('CSV: has the UTF-8 byte order mark and a header row', () => {
  const head = csvHead();
  expect([...Buffer.from(head, 'utf8').subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(head).toMatch(/^\uFEFF"Thời gian \(giờ Việt Nam\)","Người thực hiện",/);
  expect(readCsv(head)[0]).toHaveLength(13);
});

test('CSV: a row has the time in Vietnam, and the states before and after as JSON', () => {
  expect(csvLines([row])).toBe(
    '"2026-11-21 00:30:05","Nguyễn ""Sếp"" Văn A, TP. HCM","a1","user.disable","user","u1","\'=cmd|calc",' +
      '"{""isDisabled"":false}","","","::1","r1","e1"\r\n',
  );
});

test('CSV: any texts are parsed back unchanged, and none starts like a formula', () => {
  const text = fc.oneof(anyText(), fc.constantFrom('"', '\r\n', '=', '",="', '\t', "'="));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (names) => {
      const rows = names.map(([actor_name, target_name]) => ({ ...row, actor_name, target_name }));
      const lines = readCsv(csvLines(rows));
      expect(lines).toHaveLength(rows.length);
      for (const [index, cells] of lines.entries()) {
        expect(cells).toHaveLength(13);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        expect([names[index]?.[0], `'${names[index]?.[0]}`]).toContain(cells[1]);
        expect([names[index]?.[1], `'${names[index]?.[1]}`]).toContain(cells[6]);
      }
    }),
  );
});
