/** Parses quoted cells like a spreadsheet. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  // The first cell begins after the byte order mark.
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    cells.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
