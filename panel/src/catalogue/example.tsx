import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

interface ExampleProps {
  /** The components that are shown. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Some components in their states, side by side as far as there is room. */
export function Example({ title, children }: ExampleProps) {
  return (
    <Card title={title} spacing="wide">
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </Card>
  );
}
