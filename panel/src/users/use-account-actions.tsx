import { PROTECTED_USERNAME } from '@hai-dang/contract/constants.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { CircleCheck, CircleSlash, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { userStrings } from '../entities/user.strings.ts';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { errorMessage } from '../lib/api-error.ts';
import { formatNumber } from '../lib/format.ts';
import { RESTORE_SCROLL, useLastListSearch } from '../lib/use-scroll-position.ts';
import { decideAccountAction } from '../moderation/decisions/decide.ts';
import { decisionSheet } from '../moderation/decisions/decisions.overlays.ts';
import { hasRecord } from '../moderation/record/record.queries.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { ConfirmMessage } from '../ui/confirm-message.tsx';
import type { MenuItem } from '../ui/open-menu.tsx';
import { toast } from '../ui/toast.ts';
import { useChangeToast } from './use-change-toast.ts';
import { userDetailStrings as strings } from './user-detail.strings.ts';
import { useDeleteUser, useDisableUser, useEnableUser } from './users.mutations.ts';

const ACTIONS = {
  disable: { id: 'users.disable', label: strings.disable, group: 'decide', icon: CircleSlash },
  enable: { id: 'users.enable', label: strings.enable, group: 'decide', icon: CircleCheck },
  remove: { id: 'users.remove', label: strings.remove, group: 'decide', icon: Trash2, isDangerous: true },
} as const satisfies Record<string, ActionDefinition>;

/** The error message of the specification, section 8, with the server's reason. */
const failure = (what: string) => (error: unknown) => strings.failure(what, errorMessage(error, ''));

/** The data that is deleted together with an account, as far as it is known. */
function DeletionConsequences({ user }: { readonly user: UserDetail }) {
  const { postsCount, travelPostsCount, followersCount, followingCount } = user;
  return (
    <>
      <p>{strings.removeConsequence}</p>
      <ul className="mt-1 list-disc pl-5">
        {postsCount !== null && <li>{strings.removedPosts(formatNumber(postsCount))}</li>}
        {travelPostsCount !== null && <li>{strings.removedTravelPosts(formatNumber(travelPostsCount))}</li>}
        <li>{strings.removedFollows(formatNumber(followersCount), formatNumber(followingCount))}</li>
        <li>{strings.removedRest}</li>
      </ul>
    </>
  );
}

/** The actions on an account, each after a confirmation with its name; afterwards the list is shown. */
export function useAccountActions(user: UserDetail, isDisabled: boolean): readonly MenuItem[] {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const disable = useDisableUser();
  const enable = useEnableUser();
  const remove = useDeleteUser();
  const showChange = useChangeToast();
  const list = { pathname: '/admin/users', search: useLastListSearch('users') };
  const name = user.username ?? userStrings.unknownUser;

  async function onDisable() {
    const done = await confirm({
      title: strings.disableTitle,
      message: (
        <ConfirmMessage question={strings.disableQuestion} name={name} consequence={strings.disableConsequence} />
      ),
      confirmLabel: strings.disable,
      tone: 'danger',
      run: () => disable.mutateAsync(user._id),
      explain: failure(strings.disableFailed),
    });
    if (!done) return;
    showChange(user, true);
    await navigate(list, { replace: true, state: RESTORE_SCROLL });
  }

  async function onEnable() {
    const done = await confirm({
      title: strings.enableTitle,
      message: <ConfirmMessage question={strings.enableQuestion} name={name} consequence={strings.enableConsequence} />,
      confirmLabel: strings.enable,
      run: () => enable.mutateAsync(user._id),
      explain: failure(strings.enableFailed),
    });
    if (!done) return;
    showChange(user, false);
    await navigate(list, { replace: true, state: RESTORE_SCROLL });
  }

  async function onRemove() {
    if (user.username === PROTECTED_USERNAME) return toast.error(strings.protectedAccount);
    const done = await confirm({
      title: strings.removeTitle,
      message: (
        <ConfirmMessage
          question={strings.removeQuestion}
          name={name}
          consequence={<DeletionConsequences user={user} />}
        />
      ),
      confirmLabel: strings.remove,
      tone: 'danger',
      run: () => remove.mutateAsync(user._id),
      explain: failure(strings.removeFailed),
    });
    if (!done) return;
    toast.success(strings.removedToast(name), { detail: strings.removedDetail });
    await navigate(list, { state: RESTORE_SCROLL });
  }

  const onDecide = () => decisionSheet.open({ subject: { itemType: 'User', itemId: user._id }, name: user.username });

  return useActions([
    isDisabled
      ? { ...ACTIONS.enable, run: () => void onEnable() }
      : { ...ACTIONS.disable, run: () => void onDisable() },
    { ...ACTIONS.remove, run: () => void onRemove() },
    ...(hasRecord(user) ? [{ ...decideAccountAction, run: onDecide }] : []),
  ]);
}
