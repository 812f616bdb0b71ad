import { MapPinOff } from 'lucide-react';
import { Link } from '../../lib/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { notFoundStrings } from './not-found.strings.ts';
import { ADMIN_ROUTES } from './routes.tsx';

/** For every URL without a screen. */
export function NotFoundScreen() {
  return (
    <section className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-16 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <MapPinOff aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="text-balance font-semibold text-xl">{notFoundStrings.notFound}</h1>
      <p className="text-balance text-ink-muted">{notFoundStrings.hint}</p>
      <Link to={ADMIN_ROUTES.dashboard.path} className={buttonClass('primary')}>
        {notFoundStrings.goHome}
      </Link>
    </section>
  );
}
