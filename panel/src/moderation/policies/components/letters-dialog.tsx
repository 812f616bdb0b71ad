import {
  isOfRule,
  LETTER_KINDS,
  type LetterKind,
  type LetterTemplate,
  letterTemplateSchema,
  setLetterTemplateBodySchema,
  variablesOf,
} from '@hai-dang/contract/moderation/letters.schema.ts';
import { useState } from 'react';
import { errorMessage, isUnauthorized } from '../../../lib/api-error.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { useVersionedDraft } from '../../../lib/use-versioned-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/callout.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { TextareaField } from '../../../ui/textarea.tsx';
import { useDiscardQuestion } from '../../../ui/use-discard-question.ts';
import { fieldErrors, useForm } from '../../../ui/use-form.ts';
import { useEnabledPolicies } from '../enabled-policies.queries.ts';
import { useLetterTemplates, useSetLetterTemplate } from '../letters.queries.ts';
import { lettersStrings as strings } from '../letters.strings.ts';

const TEXT_ROWS = 9;
const KINDS = Object.keys(LETTER_KINDS) as LetterKind[];

interface LettersDialogProps {
  readonly onClose: () => void;
}

/** The texts of letters: of every rule, or of one of them. It asks before what was typed is discarded. */
export function LettersDialog({ onClose }: LettersDialogProps) {
  const unsaved = useDiscardQuestion();
  const { data: policies = [] } = useEnabledPolicies();
  const [policy, setPolicy] = useState<string | null>(null);
  const [kind, setKind] = useState<LetterKind>('takedown');
  const { data, error, isFetching, refetch } = useLetterTemplates(policy);
  const kinds = KINDS.filter((each) => policy === null || isOfRule(each));

  async function leave(then: () => void): Promise<void> {
    if (!(await unsaved.mayLeave())) return;
    unsaved.setDirty(false);
    then();
  }

  return (
    <Modal title={strings.title} size="page" onDismiss={() => void leave(onClose)}>
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={strings.policy}
          value={policy ?? ''}
          onChange={({ target: { value } }) =>
            void leave(() => {
              setPolicy(value === '' ? null : value);
              if (value !== '' && !isOfRule(kind)) setKind('takedown');
            })
          }
          options={[
            { value: '', label: strings.everyPolicy },
            ...policies.map(({ key, title }) => ({ value: key, label: title })),
          ]}
        />
        <SelectField
          label={strings.kind}
          value={kind}
          onChange={({ target: { value } }) =>
            void leave(() => setKind(kinds.find((each) => each === value) ?? 'takedown'))
          }
          options={kinds.map((each) => ({ value: each, label: strings.kinds[each] }))}
        />
      </div>
      {data ? (
        <LetterForm
          key={`${policy}:${kind}`}
          policy={policy}
          kind={kind}
          templates={data}
          onDirty={unsaved.setDirty}
          onCancel={() => void leave(onClose)}
        />
      ) : error ? (
        <ErrorState
          message={strings.loadFailed}
          reason={errorMessage(error, '')}
          onRetry={isUnauthorized(error) ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <PageSpinner label={strings.loading} />
      )}
    </Modal>
  );
}

interface LetterFormProps {
  readonly policy: string | null;
  readonly kind: LetterKind;
  readonly templates: readonly LetterTemplate[];
  readonly onDirty: (isDirty: boolean) => void;
  readonly onCancel: () => void;
}

function LetterForm({ policy, kind, templates, onDirty, onCancel }: LetterFormProps) {
  const own = templates.find((template) => template.policy === policy && template.kind === kind);
  const common = templates.find((template) => template.policy === null && template.kind === kind);
  // The template as it was when the form was opened: after a text was taken away the list still has it for a while.
  const [stored] = useState(own ?? { policy, kind, text: null, version: 0, updatedAt: '' });
  const edited = useVersionedDraft({
    stored,
    schema: letterTemplateSchema,
    toDraft: (template) => ({ text: template?.text ?? common?.text ?? '' }),
  });
  const { theirs } = edited;
  const { text } = edited.draft;
  const version = edited.base?.version ?? 0;
  const { mutateAsync: save } = useSetLetterTemplate();

  // A rule without a text of its own has that of every rule.
  const body = { policy, kind, text: policy !== null && text.trim() === '' ? null : text, version };

  async function store(): Promise<void> {
    try {
      const { data } = await save({ body });
      edited.restart(data);
      onDirty(false);
    } catch (error) {
      edited.reject(error);
    }
  }
  const form = useForm<'text'>({
    validate: () => fieldErrors(setLetterTemplateBodySchema.safeParse(body).error?.issues),
    async submit() {
      if (!theirs) await store();
    },
    explain: (error) => ({ form: errorMessage(error, strings.saveFailed) }),
  });

  function settle(isTheirs: boolean): void {
    edited.settle(isTheirs);
    form.show({ focus: 'text' });
  }
  const names = variablesOf(kind);
  const shown = names.reduce((filled, name) => filled.replaceAll(`{${name}}`, () => strings.samples[name]), text);

  return (
    <form {...form.props} className="flex flex-1 flex-col gap-4">
      <TextareaField
        {...form.field('text')}
        label={strings.text}
        hint={strings.variables(names.map((name) => `{${name}}`).join(', '))}
        rows={TEXT_ROWS}
        value={text}
        onChange={({ target }) => {
          edited.change({ text: target.value });
          form.show({});
          onDirty(true);
        }}
      />
      {policy !== null && <p className="text-ink-muted text-sm">{version === 0 ? strings.isDefault : strings.isOwn}</p>}
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <p className="text-ink-muted">{strings.shown}</p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2">
          {shown}
        </p>
      </div>
      <FormAlert>{form.errors.form}</FormAlert>
      {theirs && (
        <EditConflict title={strings.conflict} onSettle={settle}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {theirs.text ?? strings.isDefault}
          </p>
        </EditConflict>
      )}
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{sharedStrings.close}</Button>
        <Button type="submit" variant="primary" pending={form.isPending} disabled={theirs !== undefined}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
