import type { ReactNode } from 'react';
import { DeceptiveMark } from './deceptive-mark.tsx';

interface ConfirmMessageProps {
  readonly question: string;
  readonly name: string;
  readonly consequence: ReactNode;
}

/** The text of a confirmation: the question, the user's name and the consequence. */
export function ConfirmMessage({ question, name, consequence }: ConfirmMessageProps) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        {question} <bdi className="wrap-anywhere font-semibold text-ink">{name}</bdi>
        <DeceptiveMark name={name} />?
      </p>
      <div>{consequence}</div>
    </div>
  );
}
