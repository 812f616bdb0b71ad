import { Navigate, Outlet, useLocation } from 'react-router';
import { stateField } from '../lib/history-state.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { ADMIN_ROUTES } from './routing/routes.tsx';

const ACCOUNT_PATH = ADMIN_ROUTES.account.path;

/** Where one was going, as the gate itself left it in the history entry: a path of the admin area. */
function pathBefore(state: unknown): string | undefined {
  const from = stateField(state, 'from');
  return typeof from === 'string' && from.startsWith('/admin/') ? from : undefined;
}

/**
 * Keeps whoever has to set up a second factor on the screen where that is done, and leads on afterwards to where one
 * was going.
 */
export function SetUpGate() {
  const { pathname, search, hash, state } = useLocation();
  const isBarred = useSetUpRequirement() !== undefined;
  const isThere = pathname.startsWith(ACCOUNT_PATH);
  if (isBarred && !isThere) return <Navigate to={ACCOUNT_PATH} replace state={{ from: pathname + search + hash }} />;
  const before = isThere && !isBarred ? pathBefore(state) : undefined;
  return before === undefined ? <Outlet /> : <Navigate to={before} replace />;
}
