import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'green' | 'red' | 'amber' | 'blue';

const TONES: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-ink',
  green: 'bg-green-soft text-green-ink',
  red: 'bg-red-soft text-red-ink',
  amber: 'bg-amber-soft text-amber-ink',
  blue: 'bg-blue-soft text-blue-ink',
};

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A short status label; the colour only repeats what the text says. */
export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-1 whitespace-nowrap rounded-full px-2.5 font-semibold text-xs',
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />}
      {children}
    </span>
  );
}
