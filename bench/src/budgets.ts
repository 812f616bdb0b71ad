/** Performance budgets of a screen: target and limit. Scores from 0 to 100, times in milliseconds. */
export interface Budget {
  target: Limits;
  limit: Limits;
}

export interface Limits {
  performance: number;
  /** Largest contentful paint, simulated on a slow phone. */
  lcpMs?: number;
  /** Total blocking time, simulated too. */
  tbtMs?: number;
}

/** Largest contentful paint as observed on this machine. */
export const OBSERVED_LCP_MS = { target: 200, limit: 260 };
/** Accessibility and best practices. */
export const OTHER_SCORES_MIN = 100;
export const LAYOUT_SHIFT_MAX = 0;

const DESKTOP: Budget = { target: { performance: 100 }, limit: { performance: 99 } };
const LOGIN_MOBILE: Budget = {
  target: { performance: 100, lcpMs: 850, tbtMs: 0 },
  limit: { performance: 98, lcpMs: 1_000, tbtMs: 50 },
};
const LIST_MOBILE: Budget = {
  target: { performance: 98, lcpMs: 1_900, tbtMs: 30 },
  limit: { performance: 95, lcpMs: 2_100, tbtMs: 80 },
};

export type Device = 'mobile' | 'desktop';
export interface Screen {
  name: string;
  path: string;
  signedIn: boolean;
  device: Device;
  budget: Budget;
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', signedIn: false, device: 'mobile', budget: LOGIN_MOBILE },
  { name: 'login', path: '/login', signedIn: false, device: 'desktop', budget: DESKTOP },
  { name: 'users', path: '/admin/users', signedIn: true, device: 'mobile', budget: LIST_MOBILE },
  { name: 'users', path: '/admin/users', signedIn: true, device: 'desktop', budget: DESKTOP },
  { name: 'dashboard', path: '/admin/dashboard', signedIn: true, device: 'mobile', budget: LIST_MOBILE },
  { name: 'dashboard', path: '/admin/dashboard', signedIn: true, device: 'desktop', budget: DESKTOP },
];
