import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import type {
  LetterKind,
  LetterTemplate,
  SetLetterTemplateBody,
} from '@hai-dang/contract/moderation/letters.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import type { PoliciesService } from '../policies/policies.service.ts';
import { EVERY_POLICY, type LetterTemplateRow, type TemplateKey, templatesStore } from './templates.store.ts';

interface LetterTemplatesNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  policies: Pick<PoliciesService, 'findPolicy'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** The texts that letters are made of: one of each kind for every rule, and those that a rule has of its own. */
export function createLetterTemplates({ database, policies, audit, publisher, clock }: LetterTemplatesNeeds) {
  const { db, transact } = database;

  /** Stores the change. @returns the text, null where a rule has none any more; undefined where another change came first */
  async function store(
    tx: Tx,
    key: TemplateKey,
    { text, version }: SetLetterTemplateBody,
    before: LetterTemplateRow | undefined,
  ): Promise<LetterTemplateRow | null | undefined> {
    if ((before?.version ?? 0) !== version) return undefined;
    if (text === null) return !before || (await templatesStore.remove(tx, key, version)) ? null : undefined;
    const at = clock.now();
    return version === 0
      ? templatesStore.insert(tx, key, text, at)
      : templatesStore.update(tx, key, { text, version, at });
  }

  return {
    /** The text that a letter about a rule starts from; null for a letter about none. */
    findText: (on: DbOrTx, policyKey: string | null, kind: LetterKind): Promise<string> =>
      templatesStore.findText(on, { policyKey: policyKey ?? EVERY_POLICY, kind }),

    /** The texts for every rule, and those of one rule if it is given. */
    listLetterTemplates: async (policy: string | null): Promise<LetterTemplate[]> =>
      (await templatesStore.findAll(db, policy ?? EVERY_POLICY)).map((row) =>
        toTemplate(row, { policyKey: row.policy_key, kind: row.kind }, row.updated_at),
      ),

    /**
     * Changes a text, or takes the own text of a rule away.
     * @throws {DomainError} POLICY_NOT_FOUND; LETTER_TEMPLATE_CHANGED where `version` is not the one it has
     */
    setLetterTemplate: (body: SetLetterTemplateBody, caller: Caller, context: CallContext): Promise<LetterTemplate> =>
      transact(async (tx) => {
        const { policy, kind } = body;
        const key = { policyKey: policy ?? EVERY_POLICY, kind };
        const title = policy === null ? null : (await policies.findPolicy(tx, policy)).title;
        const before = await templatesStore.find(tx, key);
        const after = await store(tx, key, body, before);
        if (after === undefined) {
          const template = toTemplate(await templatesStore.find(tx, key), key, clock.now());
          throw new DomainError('LETTER_TEMPLATE_CHANGED', { template });
        }
        if (before?.text !== after?.text) {
          await audit.record(tx, {
            action: 'letter_template.update',
            actor: caller,
            target: { type: 'letter_template', id: policy === null ? kind : `${policy}:${kind}`, name: title ?? kind },
            before: { kind, text: before?.text ?? null },
            after: { kind, text: after?.text ?? null },
            context,
          });
          afterCommit(tx, () => publisher.toAdmins(letterTemplatesChanged, {}));
        }
        return toTemplate(after, key, clock.now());
      }),
  };
}
export type LetterTemplates = ReturnType<typeof createLetterTemplates>;

/** A text as it crosses the wire; without one, what a rule has no more. */
const toTemplate = (
  row: LetterTemplateRow | null | undefined,
  { policyKey, kind }: { policyKey: string; kind: string },
  at: Date,
): LetterTemplate => ({
  policy: policyKey === EVERY_POLICY ? null : policyKey,
  kind,
  text: row?.text ?? null,
  version: row?.version ?? 0,
  updatedAt: (row?.updated_at ?? at).toISOString(),
});
