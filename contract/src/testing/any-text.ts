import fc from 'fast-check';

type Lengths = Pick<fc.StringConstraints, 'minLength' | 'maxLength' | 'size'>;

// fast-check's own unit for any character, 'binary', takes seconds to be made, once in each file.
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x1_00_00, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code)),
);

/** Any text at all, halves of characters included. Lengths count characters. */
export const anyText = (lengths: Lengths = {}): fc.Arbitrary<string> =>
  fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit }));

/** Any text without halves of characters: what can be stored, or sent as UTF-8, and comes back the same. */
export const anyWellFormedText = (lengths: Lengths = {}): fc.Arbitrary<string> =>
  anyText(lengths).map((text) => text.toWellFormed());
