import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';

const strings = { takeTheirs: 'Lấy bản mới', keepMine: 'Giữ bản của tôi' } as const;

interface EditConflictProps {
  /** Says that another administrator has changed it. */
  readonly title: string;
  /** The version of the other administrator. */
  readonly children: ReactNode;
  /** Called with the choice: theirs, or what was typed. */
  readonly onSettle: (isTheirs: boolean) => void;
}

/** Shows what another administrator has made of what is edited, and asks which of both stays. */
export function EditConflict({ title, children, onSettle }: EditConflictProps) {
  return (
    <Callout tone="amber" role="alert" className="flex flex-col gap-2">
      <p className="font-semibold">{title}</p>
      <div className="flex flex-col gap-2 text-ink">{children}</div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onSettle(true)}>
          {strings.takeTheirs}
        </Button>
        <Button size="sm" onClick={() => onSettle(false)}>
          {strings.keepMine}
        </Button>
      </div>
    </Callout>
  );
}
