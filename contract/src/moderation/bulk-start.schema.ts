import * as z from 'zod/mini';
import { BULK_SELECTED_MAX, SEARCH_TERM_MAX_CHARS, TAG_MAX_CHARS } from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { clientKeySchema, idSchema } from '../lib/fields.ts';
import { userFiltersSchema } from '../users/users.schema.ts';
import { BULK_PERIODS, type BulkAction, type BulkActionKind, CHOSEN_ACTIONS } from './bulk.schema.ts';
import { decisionLettersSchema, decisionNoteSchema, suspendDaysSchema } from './decisions.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** An action to start: as one that runs, with the limits of what is entered. */
const startedActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('suspend'), days: suspendDaysSchema }),
  z.object({
    kind: z.literal('tag'),
    text: z
      .string()
      .check(
        cleaned,
        z.minLength(1, 'Vui lòng nhập nhãn'),
        z.maxLength(TAG_MAX_CHARS, `Nhãn quá dài (tối đa ${TAG_MAX_CHARS} ký tự)`),
      ),
    expiresAt: z.nullish(z.iso.datetime({ offset: true })),
  }),
  ...CHOSEN_ACTIONS,
]);

const selected = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(
      z.minLength(1, 'Vui lòng chọn ít nhất một mục'),
      z.maxLength(BULK_SELECTED_MAX, `Chọn tối đa ${BULK_SELECTED_MAX} mục một lần`),
    );

/** The subjects of the action, as they are when it starts. */
const bulkTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('users'), ids: selected(idSchema) }),
  /** All users of the list with this search and these filters. */
  z.object({
    kind: z.literal('user_filter'),
    searchTerm: z.nullish(z.string().check(z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài'))),
    filters: z.nullish(userFiltersSchema),
    /** How many the administrator has confirmed; another number is rejected with BULK_TOTAL_CHANGED. Ignored by a preview. */
    expectedTotal: z.int().check(z.minimum(0)),
  }),
  z.object({ kind: z.literal('content'), subjects: selected(subjectRefSchema) }),
  /** All posts, travel posts and comments of a user that are visible. */
  z.object({ kind: z.literal('content_of'), userId: idSchema, since: z.enum(BULK_PERIODS) }),
  /** The account and all its content, as far as reports of it are open. */
  z.object({ kind: z.literal('reports_about'), userId: idSchema }),
  /** The account, its visible content, and what reports of both are open about: as far as a clean-up is about them. */
  z.object({ kind: z.literal('everything_of'), userId: idSchema }),
]);
export type BulkTarget = z.output<typeof bulkTargetSchema>;
export type BulkTargetKind = BulkTarget['kind'];

/** The kinds of targets of each action. */
const TARGETS_OF: Readonly<Record<BulkActionKind, readonly BulkTargetKind[]>> = {
  suspend: ['users', 'user_filter'],
  disable: ['users', 'user_filter'],
  tag: ['users', 'user_filter', 'content'],
  takedown: ['content', 'content_of'],
  no_violation: ['content'],
  close_reports: ['users', 'content', 'reports_about'],
  clean_up: ['everything_of'],
};
interface ActionOnTarget {
  readonly action: BulkAction;
  readonly target: BulkTarget;
}
const fits = ({ action, target }: ActionOnTarget): boolean =>
  TARGETS_OF[action.kind].includes(target.kind) &&
  !(
    action.kind === 'takedown' &&
    target.kind === 'content' &&
    target.subjects.some(({ itemType }) => itemType === 'User')
  );
const fitting = z.refine<ActionOnTarget>(fits, {
  path: ['target'],
  error: 'Cách xử lý này không áp dụng được cho mục đã chọn',
});

const actionAndTarget = { action: startedActionSchema, target: bulkTargetSchema };

export const startBulkBodySchema = z
  .object({
    ...actionAndTarget,
    /** The key of this start: a repeat by the same administrator gets the action that was started. */
    clientKey: z.nullish(clientKeySchema),
    /** The rule that is violated; for a suspension, disabling or takedown. */
    policy: z.nullish(idSchema),
    note: decisionNoteSchema,
    /** The letters to each subject, as of a decision. */
    letters: decisionLettersSchema,
    /** Also to those that a colleague handles when they are reached; otherwise these are left alone. */
    includesHeld: z.optional(z.boolean()),
  })
  .check(fitting);
export type StartBulkBody = z.output<typeof startBulkBodySchema>;

export const previewBulkBodySchema = z.object(actionAndTarget).check(fitting);
export type PreviewBulkBody = z.output<typeof previewBulkBodySchema>;

/** The subjects that a start would concern. */
const bulkPreviewSchema = z.object({
  /** The number of subjects. */
  total: z.int(),
  /** Open reports about them, where that is what is closed. */
  reports: z.nullable(z.int()),
  /** Some of the accounts, by name. */
  names: z.array(z.string()),
  /** The number of accounts among them that are never touched: administrators. */
  protected: z.int(),
  /** The subjects among them that colleagues handle, and who these are; none of an action that does not ask. */
  held: z.optional(z.object({ total: z.int(), names: z.array(z.string()) })),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;
export const bulkPreviewResponseSchema = successSchema(bulkPreviewSchema);
