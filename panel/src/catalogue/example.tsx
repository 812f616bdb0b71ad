import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

interface ExampleProps {
  /** The names of the components. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Components in their states, side by side where there is room. */
export function Example({ title, children }: ExampleProps) {
  return (
    <Card title={title} spacing="wide">
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </Card>
  );
}
