import type { OwnAccount } from '@hai-dang/contract/account/account.schema.ts';
import { useRef, useState } from 'react';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { isCancelled } from '../../lib/api-error.ts';
import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { formatDateLong } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Callout, FormAlert } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { toast } from '../../ui/toast.ts';
import { useConfirmSecondFactor, useDisableSecondFactor, useRenewRecoveryCodes } from '../account.mutations.ts';
import { accountStrings as strings } from '../account.strings.ts';
import type { SecondFactorSetUp } from '../use-set-up.ts';
import { useShowRecoveryCodes } from './recovery-codes.tsx';
import { SetUpForm } from './set-up-form.tsx';

const ACTIONS = {
  begin: { id: 'account.beginSecondFactor', label: strings.begin, group: 'decide' },
  renew: { id: 'account.renewRecoveryCodes', label: strings.renew, group: 'decide' },
  disable: { id: 'account.disableSecondFactor', label: strings.disable, group: 'decide', isDangerous: true },
} as const satisfies Record<string, ActionDefinition>;

/** With this many codes left or fewer, the screen suggests new ones. */
const FEW_CODES = 3;

interface SecondFactorSectionProps {
  readonly account: OwnAccount;
  readonly setUp: SecondFactorSetUp;
}

/** The state of two-factor: off, enrolling, or on. */
export function SecondFactorSection({ account, setUp }: SecondFactorSectionProps) {
  const { isOn, since, recoveryCodesLeft } = account.secondFactor;
  const confirm = useConfirm();
  const showCodes = useShowRecoveryCodes(account.email);
  const { mutateAsync: confirmCode } = useConfirmSecondFactor();
  const { mutateAsync: renewCodes } = useRenewRecoveryCodes();
  const { mutateAsync: turnOff } = useDisableSecondFactor();
  const [isBeginning, setIsBeginning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);

  async function onBegin(): Promise<void> {
    setIsBeginning(true);
    setProblem(undefined);
    try {
      await setUp.begin();
    } catch (error) {
      if (!isCancelled(error)) setProblem(authErrorMessage(error, strings.beginFailed));
    } finally {
      setIsBeginning(false);
    }
  }

  function onSetUpEnd(): void {
    setUp.end();
    heading.current?.focus();
  }

  async function onCode(code: string): Promise<void> {
    const { recoveryCodes } = await confirmCode({ body: { code } });
    await showCodes(recoveryCodes);
    onSetUpEnd();
  }

  async function onRenew(): Promise<void> {
    let codes: readonly string[] = [];
    const isDone = await confirm({
      title: strings.renewTitle,
      message: strings.renewQuestion,
      confirmLabel: strings.renewConfirm,
      run: async () => {
        codes = (await renewCodes({})).recoveryCodes;
      },
      explain: (error) => authErrorMessage(error, strings.renewFailed),
    });
    if (isDone) await showCodes(codes);
  }

  async function onDisable(): Promise<void> {
    const isDone = await confirm({
      title: strings.disableTitle,
      message: (
        <ConfirmMessage
          question={strings.disableQuestion}
          name={account.email}
          consequence={strings.disableConsequence}
        />
      ),
      confirmLabel: strings.disable,
      tone: 'danger',
      run: () => turnOff({}),
      explain: (error) => authErrorMessage(error, strings.disableFailed),
    });
    if (!isDone) return;
    toast.success(strings.disabled);
    heading.current?.focus();
  }

  const isSettingUp = setUp.secret !== undefined;
  const [begin, renew, disable] = useActions([
    { ...ACTIONS.begin, when: !isOn && !isSettingUp && !isBeginning, run: () => void onBegin() },
    { ...ACTIONS.renew, when: isOn && !isSettingUp, run: () => void onRenew() },
    { ...ACTIONS.disable, when: isOn && !isSettingUp, run: () => void onDisable() },
  ]);
  const state = <Badge tone={isOn ? 'green' : 'neutral'}>{isOn ? strings.isOn : strings.isOff}</Badge>;
  return (
    <Card size="lg" title={strings.secondFactor} aside={state} headingRef={heading}>
      {setUp.secret ? (
        <SetUpForm secret={setUp.secret} onCode={onCode} onCancel={onSetUpEnd} />
      ) : isOn ? (
        <div className="flex flex-col gap-3">
          <p>
            {since !== null && (
              <>
                {strings.since} <time dateTime={since}>{formatDateLong(since)}</time>.{' '}
              </>
            )}
            {strings.codesLeft(recoveryCodesLeft)}.
          </p>
          {recoveryCodesLeft <= FEW_CODES && <Callout tone="amber">{strings.fewCodesHint}</Callout>}
          <div className="flex flex-wrap gap-2">
            <ActionButton action={renew} />
            <ActionButton action={disable} />
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="max-w-prose text-ink-muted">{strings.offHint}</p>
          <FormAlert>{problem}</FormAlert>
          <ActionButton variant="primary" pending={isBeginning} action={begin} className="self-start" />
        </div>
      )}
    </Card>
  );
}
