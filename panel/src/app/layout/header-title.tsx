import { appStrings } from '../app.strings.ts';

/** The product's name, and below it where one is. No heading: the screen has its own. */
export function HeaderTitle({ screen }: { readonly screen?: string }) {
  return (
    <>
      <p className="truncate text-ink-muted text-xs">{appStrings.productName}</p>
      <p data-shell-screen="" className="min-h-6 truncate font-semibold">
        {screen}
      </p>
    </>
  );
}
