import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { LighthouseMark } from '../../ui/lighthouse-mark.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { appStrings } from '../app.strings.ts';
import { HeaderTitle } from './header-title.tsx';

/** Shown while a screen's code is loading. */
export function ContentSkeleton({
  heading = <Skeleton className="h-8 w-64 max-w-full" />,
  className,
}: {
  heading?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames('flex flex-col gap-6', className)}>
      <LoadingNote text={appStrings.loadingScreen} />
      {heading}
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}

/**
 * The admin layout's skeleton, written into index.html by the build and painted before React loads. An inline script in
 * the page fills in the titles by the path, or removes the skeleton on paths without the layout.
 */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col sidebar:pl-60">
      <div className="fixed inset-y-0 left-0 hidden w-60 flex-col border-line border-r bg-surface sidebar:flex">
        <div className="flex h-14 items-center gap-3 border-line border-b px-4">
          <LighthouseMark className="size-7" />
          <p className="flex-1 font-semibold text-lg">{appStrings.productName}</p>
        </div>
      </div>
      <div className="flex h-14 items-center border-line border-b bg-surface px-2 sm:px-4">
        <div className="px-11 sidebar:px-0">
          <HeaderTitle />
        </div>
      </div>
      <div className="mx-auto w-full max-w-7xl flex-1 p-4 sm:p-6 lg:px-8">
        <ContentSkeleton heading={<p data-shell-title="" className="min-h-8 font-semibold text-xl tracking-tight" />} />
      </div>
    </div>
  );
}
