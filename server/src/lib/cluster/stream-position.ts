/** Whether one id of a Redis stream is another, or comes after it: two numbers with a dash between. */
export function isAtLeast(id: string, other: string): boolean {
  const [ms, count] = parse(id);
  const [otherMs, otherCount] = parse(other);
  return ms === otherMs ? count >= otherCount : ms > otherMs;
}

function parse(id: string): [number, number] {
  const [ms = '0', count = '0'] = id.split('-');
  return [Number(ms), Number(count)];
}
