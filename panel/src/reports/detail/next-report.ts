import { browserStorage } from '../../lib/browser-storage.ts';
import { createExternalStore, useStore } from '../../lib/create-store.ts';
import { useSession } from '../../lib/session.ts';

const OFF = 'off';
const keyOf = (adminId: string): string => `nextReport:${adminId}`;
const changes = createExternalStore(() => browserStorage);

/** Whether the next report opens once one is decided: a setting of the administrator, in this browser. Default: on. */
export function useOpensNext(): { readonly opensNext: boolean; readonly setOpensNext: (opens: boolean) => void } {
  const adminId = useSession()?.adminId ?? '';
  const opensNext = useStore(changes, (storage) => storage.get(keyOf(adminId)) !== OFF);
  return {
    opensNext,
    setOpensNext(opens) {
      if (opens) browserStorage.remove(keyOf(adminId));
      else browserStorage.set(keyOf(adminId), OFF);
      changes.notify();
    },
  };
}
