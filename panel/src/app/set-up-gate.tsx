import { Navigate, Outlet, useLocation } from 'react-router';
import { stateField } from '../lib/location.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { ADMIN_ROUTES } from './routing/routes.tsx';

const ACCOUNT_PATH = ADMIN_ROUTES.account.path;

/** The path of the admin area that the gate stored in the history entry before it redirected. */
function pathBefore(state: unknown): string | undefined {
  const from = stateField(state, 'from');
  return typeof from === 'string' && from.startsWith('/admin/') ? from : undefined;
}

/**
 * Redirects an administrator who must enrol in two-factor to the account screen, and afterwards back to the requested
 * path.
 */
export function SetUpGate() {
  const { pathname, search, hash, state } = useLocation();
  const isBarred = useSetUpRequirement() !== undefined;
  const isThere = pathname.startsWith(ACCOUNT_PATH);
  if (isBarred && !isThere) return <Navigate to={ACCOUNT_PATH} replace state={{ from: pathname + search + hash }} />;
  const before = isThere && !isBarred ? pathBefore(state) : undefined;
  return before === undefined ? <Outlet /> : <Navigate to={before} replace />;
}
