import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useId } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Radio } from '../../ui/radio.tsx';
import { HARMLESS_KEY } from './decide.ts';
import { keyOfPolicy } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

const NAME = 'outcome';
const ROW = 'min-h-9 px-2 py-1';

interface VerdictChoiceProps {
  readonly policies: readonly Policy[];
  /** The key of the chosen rule, '' for 'no violation'; undefined until one is chosen. */
  readonly chosen: string | undefined;
  readonly error: string | undefined;
  readonly keysShown: boolean;
  /** undefined for 'no violation'. */
  readonly onChoose: (policy: Policy | undefined) => void;
}

/** No violation, or the rule that is violated, the most severe first. */
export function VerdictChoice({ policies, chosen, error, keysShown, onChoose }: VerdictChoiceProps) {
  const id = useId();
  const radio = (value: string, key: string | undefined, policy?: Policy) => ({
    name: NAME,
    value,
    checked: chosen === value,
    onChange: () => onChoose(policy),
    'aria-keyshortcuts': keysShown ? key?.toUpperCase() : undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    className: classNames(ROW, chosen === value && 'bg-accent-soft'),
  });
  const hint = (key: string | undefined) => keysShown && key !== undefined && <KeyHint hidden>{key}</KeyHint>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-0.5">
      <legend className="mb-1.5 font-semibold text-base">{strings.verdict}</legend>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-red-ink text-sm">
          {error}
        </p>
      )}
      <Radio {...radio('', HARMLESS_KEY)}>
        <span className="flex-1">{strings.noViolation}</span>
        {hint(HARMLESS_KEY)}
      </Radio>
      <p className="mt-2 px-2 font-semibold text-ink-muted text-sm">{strings.violation}</p>
      {policies.length === 0 && <p className="px-2 text-ink-muted text-sm">{strings.noPolicies}</p>}
      {policies.map((policy, index) => (
        <Radio key={policy.key} {...radio(policy.key, keyOfPolicy(index), policy)}>
          <span className="wrap-anywhere min-w-0 flex-1">
            <bdi>{policy.title}</bdi>
          </span>
          {policy.points > 0 && (
            <span className="shrink-0 text-sm tabular-nums">{strings.policyPoints(formatNumber(policy.points))}</span>
          )}
          {hint(keyOfPolicy(index))}
        </Radio>
      ))}
    </fieldset>
  );
}
