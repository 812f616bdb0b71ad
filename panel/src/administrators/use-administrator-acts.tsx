import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { type ReactNode, useMemo } from 'react';
import { authErrorMessage } from '../lib/auth-error-message.ts';
import { formatNumber } from '../lib/format.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { ConfirmMessage } from '../ui/confirm-message.tsx';
import type { AdministratorHandlers } from './administrators.actions.ts';
import {
  type Target,
  useEndSessions,
  useResetSecondFactor,
  useSwitchOff,
  useSwitchOn,
  useWithdrawInvitation,
} from './administrators.mutations.ts';
import { administratorsStrings as strings } from './administrators.strings.ts';

/** The name by which the panel speaks of a row. */
export const nameOf = ({ username, email }: Pick<Administrator, 'username' | 'email'>): string => username ?? email;
const targetOf = (row: Administrator): Target => ({ id: row._id, name: nameOf(row) });

interface Question {
  readonly title: string;
  readonly question: string;
  readonly consequence: ReactNode;
  readonly run: (target: Target) => Promise<unknown>;
  readonly failed: string;
}

/** The actions on one row: confirmed by name, with re-authentication where the password was entered long ago. */
export function useAdministratorActs(): Omit<AdministratorHandlers, 'onAccount' | 'onNewLink'> {
  const confirm = useConfirm();
  const endSessions = useEndSessions();
  const resetSecondFactor = useResetSecondFactor();
  const switchOff = useSwitchOff();
  const switchOn = useSwitchOn();
  const withdraw = useWithdrawInvitation();

  return useMemo(() => {
    const ask = (row: Administrator, { title, question, consequence, run, failed }: Question): void =>
      void confirm({
        title,
        message: <ConfirmMessage question={question} name={nameOf(row)} consequence={consequence} />,
        confirmLabel: title,
        tone: 'danger',
        run: () => run(targetOf(row)),
        explain: (error) => authErrorMessage(error, failed),
      });
    return {
      onEndSessions: (row: Administrator) =>
        ask(row, {
          title: strings.endSessions,
          question: strings.endSessionsQuestion,
          consequence: strings.endSessionsConsequence(formatNumber(row.sessions)),
          run: endSessions,
          failed: strings.endSessionsFailed,
        }),
      onResetSecondFactor: (row: Administrator) =>
        ask(row, {
          title: strings.resetSecondFactor,
          question: strings.resetQuestion,
          consequence: strings.resetConsequence,
          run: resetSecondFactor,
          failed: strings.resetFailed,
        }),
      onSwitchOff: (row: Administrator) =>
        ask(row, {
          title: strings.switchOff,
          question: strings.switchOffQuestion,
          consequence: strings.switchOffConsequence,
          run: switchOff,
          failed: strings.switchOffFailed,
        }),
      onSwitchOn: (row: Administrator) => void switchOn(targetOf(row)),
      onWithdraw: (row: Administrator) =>
        ask(row, {
          title: strings.withdraw,
          question: strings.withdrawQuestion,
          consequence: strings.withdrawConsequence,
          run: withdraw,
          failed: strings.withdrawFailed,
        }),
    };
  }, [confirm, endSessions, resetSecondFactor, switchOff, switchOn, withdraw]);
}
