import { MapPinOff } from 'lucide-react';
import { Link } from '../lib/link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { notHereStrings } from './not-here.strings.ts';

/** For every address that leads nowhere, rooms that are not built yet included. */
export function NotHereScreen() {
  return (
    <section className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-16 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <MapPinOff aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="text-balance font-semibold text-xl">{notHereStrings.notHere}</h1>
      <p className="text-balance text-ink-muted">{notHereStrings.notHereHint}</p>
      <Link to="/admin/dashboard" className={buttonClass('primary')}>
        {notHereStrings.goHome}
      </Link>
    </section>
  );
}
