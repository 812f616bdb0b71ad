import type { DecisionPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useDecisionPreview } from './decisions.queries.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { LetterField } from './letter-field.tsx';
import type { DecisionState } from './use-decision.ts';

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
          title={strings.letters[recipient]}
          skipped={strings.skipped[recipient]}
          hint={strings.letterHint}
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
