import fc from 'fast-check';

const codeUnit = fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code));

/** Any text at all, halves of characters included. fast-check's own unit for it takes seconds to be made, once in a file. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ maxLength }), fc.string({ unit: codeUnit, maxLength }));
