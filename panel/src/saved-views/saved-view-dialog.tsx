import { SAVED_VIEW_NAME_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import {
  type SavedView,
  type SavedViewScreen,
  savedViewNameSchema,
} from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { errorMessage } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/callout.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { savedViewToolsStrings as strings } from './saved-view-tools.strings.ts';
import { useSaveView } from './saved-views.mutations.ts';

interface SavedViewDialogProps {
  readonly screen: SavedViewScreen;
  /** The view to rename or share; undefined saves a new one. */
  readonly view: SavedView | undefined;
  /** The query string that a new view saves. */
  readonly search: string;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}

const nameOf = (data: FormData): string => String(data.get('name') ?? '');

/** Names a view, and shares it. */
export function SavedViewDialog({ screen, view, search, onSaved, onClose }: SavedViewDialogProps) {
  const { mutateAsync: save } = useSaveView(screen);
  const form = useForm<'name'>({
    validate(data) {
      const issue = savedViewNameSchema.safeParse(nameOf(data)).error?.issues[0];
      return issue ? { name: issue.message } : {};
    },
    async submit(data) {
      const query = view?.query ?? search;
      const saved = await save({ view, choice: { name: nameOf(data), query, isShared: data.has('isShared') } });
      toast.success(strings.saved(saved.name));
      onSaved(saved);
    },
    explain: (error) => ({ form: errorMessage(error, strings.saveFailed) }),
  });

  return (
    <Modal title={view ? strings.editTitle : strings.createTitle} onDismiss={onClose} locked={form.isPending}>
      <form {...form.props} className="flex flex-col gap-4">
        <TextField
          {...form.field('name')}
          label={strings.name}
          hint={strings.nameHint}
          defaultValue={view?.name ?? ''}
          maxLength={SAVED_VIEW_NAME_MAX_CHARS}
          autoComplete="off"
          data-initial-focus
        />
        <div>
          <Checkbox name="isShared" label={strings.share} defaultChecked={view?.isShared} />
          <p className="mt-1 text-ink-muted text-sm">{strings.shareHint}</p>
        </div>
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" variant="primary" pending={form.isPending}>
            {strings.submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
