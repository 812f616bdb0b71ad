import { type ReactNode, type Ref, useId } from 'react';

interface AccountCardProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly state?: ReactNode;
  /** Where the focus goes when what had it is gone. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** One section of the account's screen. */
export function AccountCard({ title, state, heading, children }: AccountCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 ref={heading} id={id} tabIndex={-1} className="scroll-mt-14 font-semibold text-lg">
          {title}
        </h2>
        {state}
      </div>
      {children}
    </section>
  );
}
