import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  readonly replace?: boolean;
  /** Stored in the history entry; read it with useLocation. */
  readonly state?: unknown;
}

/**
 * A link within the panel. Built on react-router's hooks, because its own Link includes the prefetching of framework
 * mode, 3 KB on the login page.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

export interface NavLinkProps extends Omit<LinkProps, 'className'> {
  readonly className: (state: { isActive: boolean }) => string;
}

/** A link with aria-current on its page and on the pages below it. */
export function NavLink({ className, ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const target = useResolvedPath(link.to).pathname;
  const isActive = pathname === target || pathname.startsWith(`${target}/`);
  return <Link {...link} aria-current={isActive ? 'page' : undefined} className={className({ isActive })} />;
}
