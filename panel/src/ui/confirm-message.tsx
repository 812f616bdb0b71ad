import type { ReactNode } from 'react';
import { DeceptiveMark } from './deceptive-mark.tsx';

interface ConfirmMessageProps {
  readonly question: string;
  readonly name: string;
  readonly consequence: ReactNode;
}

/** What a confirmation asks: about whom, and what will come of it. */
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
