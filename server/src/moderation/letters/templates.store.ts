import type { LetterKind } from '@hai-dang/contract/moderation/letters.schema.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { LetterTemplates } from '../../lib/db/schema.generated.ts';

export type LetterTemplateRow = Selectable<LetterTemplates>;

/** The key of the texts for every rule. */
export const EVERY_POLICY = '';

export interface TemplateKey {
  readonly policyKey: string;
  readonly kind: LetterKind;
}

export const templatesStore = {
  /** The texts for every rule, and those of one rule. */
  findAll: (db: DbOrTx, policyKey: string): Promise<LetterTemplateRow[]> =>
    db
      .selectFrom('letter_templates')
      .selectAll()
      .where('policy_key', 'in', [EVERY_POLICY, policyKey])
      .orderBy('policy_key')
      .orderBy('kind')
      .execute(),

  /** The text that applies to a rule: its own, else that of every rule. */
  async findText(db: DbOrTx, { policyKey, kind }: TemplateKey): Promise<string> {
    const { text } = await db
      .selectFrom('letter_templates')
      .select('text')
      .where('policy_key', 'in', [EVERY_POLICY, policyKey])
      .where('kind', '=', kind)
      .orderBy('policy_key', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return text;
  },

  /** One of them, and keeps others from changing it until the transaction ends. */
  findForUpdate: (tx: Tx, { policyKey, kind }: TemplateKey): Promise<LetterTemplateRow | undefined> =>
    tx
      .selectFrom('letter_templates')
      .selectAll()
      .where('policy_key', '=', policyKey)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst(),

  /** Adds a rule's own text. @returns undefined where there is one */
  insert: (tx: Tx, { policyKey, kind }: TemplateKey, text: string, at: Date): Promise<LetterTemplateRow | undefined> =>
    tx
      .insertInto('letter_templates')
      .values({ policy_key: policyKey, kind, text, updated_at: at })
      .onConflict((conflict) => conflict.columns(['policy_key', 'kind']).doNothing())
      .returningAll()
      .executeTakeFirst(),

  /** Makes this the present version of a text. */
  update: (
    tx: Tx,
    { policyKey, kind }: TemplateKey,
    { text, version, at }: { text: string; version: number; at: Date },
  ): Promise<LetterTemplateRow> =>
    tx
      .updateTable('letter_templates')
      .set({ text, version, updated_at: at })
      .where('policy_key', '=', policyKey)
      .where('kind', '=', kind)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Takes a rule's own text away. */
  async remove(tx: Tx, { policyKey, kind }: TemplateKey): Promise<void> {
    await tx
      .deleteFrom('letter_templates')
      .where('policy_key', '=', policyKey)
      .where('policy_key', '<>', sql.lit(EVERY_POLICY))
      .where('kind', '=', kind)
      .execute();
  },
};
