import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';

/** The subset of JSON Schema that zod generates for the contract's bodies. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Values that often break programs. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  anyText({ maxLength: 50 }),
  fc.constantFrom<unknown>(
    null,
    '',
    '\0',
    'a\0b',
    '\uD800',
    '%',
    '\\',
    "' or 1=1 --",
    '(a+)+$',
    'x'.repeat(5_000),
    -1,
    0,
    0.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    true,
    [],
    [[]],
    {},
    '__proto__',
  ),
);

/**
 * Bodies for a call: mostly of the schema's shape, with fields wrong, missing, too large or unknown.
 * @param schema the call's body as JSON Schema
 */
export function arbitraryInput(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: anyOrFitting(schema) }, { weight: 1, arbitrary: junk });
}

function anyOrFitting(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: junk });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, properties, minimum = -(2 ** 31), maximum = 2 ** 31 - 1, maxLength = 300 } = schema;
  if (anyOf) return fc.oneof(...anyOf.map(anyOrFitting));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const input = anyOrFitting(field);
      return [name, name === 'cursor' ? fc.oneof(input, damagedCursor) : input] as const;
    });
    const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    return fc.tuple(known, fc.dictionary(fc.string(), junk, { maxKeys: 2 })).map(([a, b]) => ({ ...b, ...a }));
  }
  if (schema.type === 'integer')
    return fc.integer({ min: Math.max(minimum - 1, -(2 ** 31)), max: Math.min(maximum + 1, 2 ** 31 - 1) });
  if (schema.type === 'string') {
    return fc.oneof(anyText({ maxLength: maxLength + 1, size: 'max' }), fc.emailAddress());
  }
  return fc.constant(null);
}

/** The union of all lists' cursor fields; each list reads its own. */
const time = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());
const cursorFields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  at: time,
  due: time,
  id: fc.oneof(fc.uuid(), fc.string({ maxLength: 40 })),
  before: fc.integer({ min: 1, max: 10_000 }),
  total: fc.nat(10_000),
  relation: fc.constantFrom('eq', 'gte'),
  order: fc.constantFrom('newest', 'oldest', 'best'),
  tier: fc.nat(2),
  online: fc.boolean(),
  kind: fc.constantFrom('own', 'domain'),
  state: fc.constantFrom('waiting', 'open', 'resolved'),
  priority: fc.integer({ min: -10_000, max: 10_000 }),
  reports: fc.nat(10_000),
  itemType: fc.constantFrom('User', 'Post'),
  itemId: fc.uuid(),
  isHidden: fc.boolean(),
  scan: fc.constant(true),
};
/** Values at and beyond the limits of what a field of a cursor may be, and of what the database stores and compares. */
export const BROKEN_PARTS: readonly unknown[] = [
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  1e308,
  0.5,
  -1,
  null,
  '',
  '\0',
  'a\0b',
  '\uD800',
  'x'.repeat(64),
  'x'.repeat(65),
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
];
const brokenPart: fc.Arbitrary<unknown> = fc.oneof(junk, fc.constantFrom(...BROKEN_PARTS));

/** A longer one is rejected before it is parsed. */
const CURSOR_MAX_CHARS = 512;
export const toCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position) ?? 'null', 'utf8').toString('base64url');
const isShort = (position: unknown): boolean => toCursor(position).length <= CURSOR_MAX_CHARS;

/** Positions of the form that lists write into their cursors. */
export const wholePosition: fc.Arbitrary<Record<string, unknown>> = fc.record(cursorFields).filter(isShort);

/** Cursors in which one field or several have a type or size that no list returns. */
export const damagedCursor: fc.Arbitrary<string> = fc
  .tuple(
    wholePosition,
    fc.dictionary(fc.constantFrom(...Object.keys(cursorFields)), brokenPart, { minKeys: 1, maxKeys: 3 }),
  )
  .map(([whole, broken]) => ({ ...whole, ...broken }))
  .filter(isShort)
  .map(toCursor);
