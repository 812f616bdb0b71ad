import { useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { muteFailure, setMuted, trySetMuted } from './mute-reporter.mutations.ts';
import { recordStrings as strings } from './record.strings.ts';

interface MuteReporterButtonProps {
  readonly id: string;
  readonly name: string;
  readonly isMuted: boolean;
}

/** Mutes a user as a reporter, after a confirmation that names the user, or ends that at once. */
export function MuteReporterButton({ isMuted, ...reporter }: MuteReporterButtonProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { name } = reporter;

  const mute = () =>
    confirm({
      title: strings.muteTitle,
      message: <ConfirmMessage question={strings.muteQuestion} name={name} consequence={strings.muteConsequence} />,
      confirmLabel: strings.mute,
      tone: 'danger',
      run: () => setMuted(client, reporter, true),
      explain: muteFailure(true),
    });

  return (
    <TextButton
      aria-label={isMuted ? strings.unmuteOf(name) : strings.muteOf(name)}
      className="shrink-0 text-sm"
      onClick={() => void (isMuted ? trySetMuted(client, reporter, false) : mute())}
    >
      {isMuted ? strings.unmute : strings.mute}
    </TextButton>
  );
}
