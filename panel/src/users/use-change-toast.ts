import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { useNavigate } from 'react-router';
import { userStrings } from '../entities/user.strings.ts';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { toast } from '../ui/toast.ts';
import { userDetailStrings as strings } from './user-detail.strings.ts';
import { useUndoDisabled } from './users.mutations.ts';

type ChangedUser = Pick<UserDetail, '_id' | 'username' | 'disabledUntil'>;

/**
 * Says that an account was disabled or enabled, with its name, the way back to it, and an undo. An undo here disables
 * without an end, so a suspension that was lifted early has none; the recent actions restore it.
 */
export function useChangeToast(): (user: ChangedUser, isDisabled: boolean) => void {
  const navigate = useNavigate();
  const undo = useUndoDisabled();
  const textOf = (isDisabled: boolean) => (isDisabled ? strings.disabledToast : strings.enabledToast);
  return (user, isDisabled) => {
    const detail = user.username || userStrings.unknownUser;
    async function takeBack(): Promise<void> {
      try {
        await undo(user._id, isDisabled);
        toast.success(textOf(!isDisabled), { detail });
      } catch (error) {
        if (isUnauthorized(error)) return;
        const what = isDisabled ? strings.enableFailed : strings.disableFailed;
        toast.error(strings.failure(what, errorMessage(error, '')), { detail });
      }
    }
    const isExact = isDisabled || !user.disabledUntil;
    toast.success(textOf(isDisabled), {
      detail,
      durationMs: UNDO_WINDOW_MS,
      secondAction: {
        label: strings.reopen,
        onClick: () => void navigate(`/admin/users/${encodeURIComponent(user._id)}`),
      },
      ...(isExact && { action: { label: sharedStrings.undo, onClick: () => void takeBack() } }),
    });
  };
}
