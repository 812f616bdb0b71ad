import type { DecisionPreview, LetterPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { fillVariables } from '@hai-dang/contract/moderation/letters.schema.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { type LetterChoice, TEMPLATE } from './decision-choice.ts';
import { useDecisionPreview } from './decisions.queries.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import type { DecisionState } from './use-decision.ts';

const LETTER_ROWS = 7;
const RECIPIENTS = ['owner', 'reporters'] as const;
type Recipient = (typeof RECIPIENTS)[number];

/** The letters of a decision, as their recipients will read them, until one of them is edited. */
export function LetterFields({ state }: { readonly state: DecisionState }) {
  const { decision, choice, form, change } = state;
  const { data, isPending, isFetching, error, refetch, isEnabled } = useDecisionPreview(decision);
  if (!isEnabled) return null;
  return (
    <>
      {isPending && !error && (
        <p role="status" className="flex items-center gap-2 text-ink-muted text-sm">
          <Spinner />
          {strings.lettersLoading}
        </p>
      )}
      {error && (
        <Callout tone="amber" size="bar" role="alert">
          <p className="min-w-0 grow">{strings.lettersFailed}</p>
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            {sharedStrings.retry}
          </Button>
        </Callout>
      )}
      {RECIPIENTS.map((recipient) => (
        <LetterField
          key={recipient}
          recipient={recipient}
          preview={previewOf(data, recipient)}
          choice={choice[recipient]}
          field={form.field(recipient)}
          onChange={(next) => change({ [recipient]: next })}
        />
      ))}
    </>
  );
}

const previewOf = (data: DecisionPreview | undefined, recipient: Recipient) => data?.letters[recipient];

interface LetterFieldProps {
  readonly recipient: Recipient;
  /** Null where nobody would get one; undefined while that is unknown. */
  readonly preview: LetterPreview | null | undefined;
  readonly choice: LetterChoice;
  readonly field: ReturnType<DecisionState['form']['field']>;
  readonly onChange: (choice: LetterChoice) => void;
}

function LetterField({ recipient, preview, choice, field, onChange }: LetterFieldProps) {
  const title = strings.letters[recipient];
  const button = (label: string, next: LetterChoice) => (
    <Button size="sm" aria-label={strings.letterOf(label, title)} onClick={() => onChange(next)}>
      {label}
    </Button>
  );
  const skip = button(strings.skipLetter, { ...choice, mode: 'none' });
  if (preview === null || (!preview && choice.mode === 'template')) return null;
  if (choice.mode !== 'edited') {
    const draft = preview?.draft ?? '';
    return (
      <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
        <h3 className="font-semibold text-sm">{title}</h3>
        {choice.mode === 'none' ? (
          <p className="text-ink-muted text-sm">{strings.skipped[recipient]}</p>
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2 text-sm">
            {preview?.text}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {choice.mode === 'none' ? (
            button(strings.sendLetter, choice.text === '' ? TEMPLATE : { ...choice, mode: 'edited' })
          ) : (
            <>
              {button(strings.editLetter, { mode: 'edited', text: draft, basis: draft })}
              {skip}
            </>
          )}
        </div>
      </section>
    );
  }
  const shown = fillVariables(choice.text, preview?.values ?? {}).trim();
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <TextareaField
        {...field}
        label={title}
        hint={strings.letterHint}
        rows={LETTER_ROWS}
        value={choice.text}
        onChange={(event) => onChange({ ...choice, text: event.target.value })}
      />
      {preview && preview.draft !== choice.basis && (
        <p role="status" className="text-amber-ink text-sm">
          {strings.templateChanged}
        </p>
      )}
      {shown !== '' && (
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <p className="text-ink-muted">{strings.letterShown}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2">
            {shown}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {button(strings.useTemplate, TEMPLATE)}
        {skip}
      </div>
    </section>
  );
}
