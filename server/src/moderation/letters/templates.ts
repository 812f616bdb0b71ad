import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import type {
  LetterKind,
  LetterTemplate,
  SetLetterTemplateBody,
} from '@hai-dang/contract/moderation/letters.schema.ts';
import { updateVersioned, type VersionedKind } from '../../audit/versioned.ts';
import type { App, Ctx } from '../../lib/context.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { ChangedError } from '../../lib/domain-error.ts';
import { findPolicy } from '../policies/policies.ts';
import { EVERY_POLICY, type LetterTemplateRow, templatesStore } from './templates.store.ts';

const NAMED = 'Thư mẫu này';

/** A template that may not be there: it is then without a text, in version 0. */
interface Template extends Omit<LetterTemplateRow, 'text'> {
  readonly text: string | null;
}

const toTemplate = ({ policy_key, kind, text, version, updated_at }: Template): LetterTemplate => ({
  policy: policy_key === EVERY_POLICY ? null : policy_key,
  kind,
  text,
  version,
  updatedAt: updated_at.toISOString(),
});

/** The texts that letters are made of: one of each kind for every rule, and those that a rule has of its own. */
const templatesNamed = (policyTitle: string | undefined): VersionedKind<Template, LetterTemplate> => ({
  named: NAMED,
  targetOf: ({ policy_key, kind }) => ({
    type: 'letter_template',
    id: policy_key === EVERY_POLICY ? kind : `${policy_key}:${kind}`,
    name: policyTitle ?? kind,
  }),
  actionOf: () => 'letter_template.update',
  stateOf: ({ kind, text }) => ({ kind, text }),
  toWire: toTemplate,
  publish: ({ publisher }) => publisher.toAdmins(letterTemplatesChanged, {}),
});

/** The text that a letter about a rule starts from; null for a letter about none. */
export const findLetterText = (on: DbOrTx, policyKey: string | null, kind: LetterKind): Promise<string> =>
  templatesStore.findText(on, { policyKey: policyKey ?? EVERY_POLICY, kind });

/** The texts for every rule, and those of one rule if it is given. */
export const listLetterTemplates = async ({ db }: App, policy: string | null): Promise<LetterTemplate[]> =>
  (await templatesStore.findAll(db, policy ?? EVERY_POLICY)).map(toTemplate);

/**
 * Changes a text, or takes the own text of a rule away.
 * @throws {DomainError} POLICY_NOT_FOUND; CHANGED where `version` is not the one it has
 */
export async function setLetterTemplate(
  ctx: Ctx,
  { policy, kind, text, version }: SetLetterTemplateBody,
): Promise<LetterTemplate> {
  const key = { policyKey: policy ?? EVERY_POLICY, kind };
  const none: Template = { policy_key: key.policyKey, kind, text: null, version: 0, updated_at: ctx.clock.now() };
  const lock = async (tx: Tx) => (await templatesStore.findForUpdate(tx, key)) ?? none;
  const title = policy === null ? undefined : (await findPolicy(ctx.db, policy)).title;
  return updateVersioned<Template, LetterTemplate>(ctx, templatesNamed(title), {
    version,
    lock,
    change: (before) => ({ ...before, text }),
    async store({ tx, clock }, after) {
      if (text === null) {
        await templatesStore.remove(tx, key);
        return none;
      }
      const at = clock.now();
      if (version > 0) return templatesStore.update(tx, key, { text, version: after.version, at });
      const added = await templatesStore.insert(tx, key, text, at);
      // A row that is not there cannot be locked.
      if (!added) throw new ChangedError(NAMED, toTemplate(await lock(tx)));
      return added;
    },
  });
}
