/** A day from 2000 on: while a year is typed, a date field has the values 0002 and 0020. */
const DAY = /^2\d{3}-\d\d-\d\d$/;

/** Whether the text is a day that exists, as yyyy-MM-dd, from 2000 on. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
