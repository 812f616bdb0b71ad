import type { LetterPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { fillVariables } from '@hai-dang/contract/moderation/letters.schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import type { Form } from '../../ui/use-form.ts';
import { type LetterChoice, TEMPLATE } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

const LETTER_ROWS = 7;

interface LetterFieldProps {
  readonly title: string;
  /** The text in its place where it is not sent. */
  readonly skipped: string;
  /** The hint below an own text. */
  readonly hint: string;
  /** Null where nobody would get one; undefined while that is unknown. */
  readonly preview: LetterPreview | null | undefined;
  readonly choice: LetterChoice;
  readonly field: ReturnType<Form<string>['field']>;
  readonly onChange: (choice: LetterChoice) => void;
}

/** A letter as its recipient will read it, until it is edited; it may not be sent at all. */
export function LetterField({ title, skipped, hint, preview, choice, field, onChange }: LetterFieldProps) {
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
          <p className="text-ink-muted text-sm">{skipped}</p>
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
        hint={hint}
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
