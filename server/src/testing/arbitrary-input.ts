import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';

/** As much of JSON Schema as zod writes for the contract's bodies. */
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

/** What programs most often stumble over. */
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
 * Bodies for a call: mostly of the shape its schema asks for, with fields wrong, missing, too large or unknown.
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
    const fields = Object.entries(properties).map(([name, field]) => [name, anyOrFitting(field)] as const);
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
