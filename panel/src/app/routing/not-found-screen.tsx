import { MapPinOff } from 'lucide-react';
import { Link } from '../../lib/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ADMIN_ROUTES } from './routes.tsx';

const strings = {
  notFound: 'Trang này chưa có trong phiên bản hiện tại',
  hint: 'Địa chỉ có thể đã thay đổi, hoặc chức năng này sẽ có ở phiên bản sau.',
  goHome: 'Về trang tổng quan',
} as const;

/** Shown for every URL without a screen. */
export function NotFoundScreen() {
  return (
    <section className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-16 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <MapPinOff aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <h1 className="text-balance font-semibold text-xl">{strings.notFound}</h1>
      <p className="text-balance text-ink-muted">{strings.hint}</p>
      <Link to={ADMIN_ROUTES.dashboard.path} className={buttonClass('primary')}>
        {strings.goHome}
      </Link>
    </section>
  );
}
