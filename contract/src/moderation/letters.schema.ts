import * as z from 'zod/mini';
import { MESSAGE_MAX_CHARS } from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, timestampSchema } from '../lib/fields.ts';

/** The variables that a text may leave open, as `{tên}`. */
export const LETTER_VARIABLES = ['tên', 'quy tắc', 'nội dung', 'điểm', 'đến', 'hạn khiếu nại'] as const;
export type LetterVariable = (typeof LETTER_VARIABLES)[number];

/**
 * The kinds of letters, each with the variables that have a value in it. They go to the owner of what was decided on, to
 * the reporters, or to both. A letter that names a rule may have a text of its own for each.
 */
export const LETTER_KINDS = {
  violation: ['tên', 'quy tắc', 'nội dung', 'điểm', 'hạn khiếu nại'],
  takedown: ['tên', 'quy tắc', 'nội dung', 'điểm', 'hạn khiếu nại'],
  warn: ['tên', 'quy tắc', 'nội dung', 'điểm', 'hạn khiếu nại'],
  suspend: ['tên', 'quy tắc', 'nội dung', 'điểm', 'đến', 'hạn khiếu nại'],
  disable: ['tên', 'quy tắc', 'nội dung', 'điểm', 'hạn khiếu nại'],
  report_upheld: ['tên', 'quy tắc', 'nội dung'],
  report_rejected: ['tên', 'nội dung', 'hạn khiếu nại'],
  suspension_ended: ['tên', 'quy tắc', 'nội dung'],
  auto_closed: ['tên', 'nội dung'],
  decision_undone: ['tên', 'nội dung'],
  appeal_upheld: ['tên', 'nội dung'],
  appeal_overturned: ['tên', 'nội dung'],
} as const satisfies Record<string, readonly LetterVariable[]>;
export type LetterKind = keyof typeof LETTER_KINDS;

export const variablesOf = (kind: LetterKind): readonly LetterVariable[] => LETTER_KINDS[kind];
/** Whether a rule may have a text of its own for it. */
export const isOfRule = (kind: LetterKind): boolean => variablesOf(kind).includes('quy tắc');

/** The text of a letter, with variables. */
export const letterTextSchema = z
  .string('Vui lòng nhập nội dung thư')
  .check(
    cleaned,
    z.minLength(1, 'Vui lòng nhập nội dung thư'),
    z.maxLength(MESSAGE_MAX_CHARS, 'Thư dài quá 4.000 ký tự'),
  );

/** A text with a value in place of each variable that has one; other braces stay. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}\n]*)\}/gu, (braces, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : braces,
  );

/** Returns the names in a text that look like variables and are none of this kind of letter. */
export const unknownVariables = (kind: LetterKind, text: string): string[] => {
  const known: readonly string[] = variablesOf(kind);
  return [...new Set([...text.matchAll(/\{([^{}\n]*)\}/gu)].map(([, name = '']) => name))].filter(
    (name) => !known.includes(name),
  );
};

/** The texts that apply to a rule: its own, and those of all rules. Without a rule, the latter alone. */
export const listLetterTemplatesBodySchema = z.object({ policy: z.nullish(idSchema) });

/** A text of a rule, or of all rules that have none of their own (ours). */
export const letterTemplateSchema = z.object({
  policy: z.nullable(idSchema),
  kind: z.string(),
  /** Null where a rule has none any more. */
  text: z.nullable(z.string()),
  /** Grows with every change; 0 where there is no text. */
  version: z.int(),
  updatedAt: timestampSchema,
});
export type LetterTemplate = z.infer<typeof letterTemplateSchema>;

const KINDS = Object.keys(LETTER_KINDS) as LetterKind[];

export const setLetterTemplateBodySchema = z
  .object({
    /** Null for all rules without a text of their own. */
    policy: z.nullable(idSchema),
    kind: z.enum(KINDS, 'Loại thư không hợp lệ'),
    /** Null takes a rule's own text away. */
    text: z.nullable(letterTextSchema),
    /** The version that the change rests on; 0 where the rule had no text of its own. */
    version: z.int().check(z.minimum(0)),
  })
  .check(
    z.refine(({ policy, text }) => policy !== null || text !== null, {
      path: ['text'],
      error: 'Vui lòng nhập nội dung thư',
    }),
    z.refine(({ policy, kind }) => policy === null || isOfRule(kind), {
      path: ['kind'],
      error: 'Thư này dùng chung cho mọi quy tắc',
    }),
    z.superRefine(({ kind, text }, context) => {
      const unknown = text === null ? [] : unknownVariables(kind, text);
      if (unknown.length === 0) return;
      context.addIssue({
        code: 'custom',
        path: ['text'],
        message: `Thư này không có biến ${unknown.map(braced).join(', ')}. Các biến dùng được: ${variablesOf(kind).map(braced).join(', ')}`,
      });
    }),
  );
export type SetLetterTemplateBody = z.infer<typeof setLetterTemplateBodySchema>;

const braced = (name: string): string => `{${name}}`;

export const letterTemplatesResponseSchema = successSchema(z.array(letterTemplateSchema));
export const letterTemplateResponseSchema = successSchema(letterTemplateSchema);
