import { Link } from '../lib/link.tsx';
import { usePreferences } from '../lib/preferences.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import type { OverlayProps } from '../ui/overlay.tsx';
import { savePreferences, withOrWithout } from '../ui/save-preferences.ts';
import { hintStrings as strings } from './hints.strings.ts';
import { GUIDE_SECTIONS, hintedScreen } from './hints.ts';
import { ADMIN_ROUTES } from './routing/routes.tsx';

/** One sentence about the screen with this path in the route table, with the way to its section of the guide. */
export function HintDialog({ request: path, onClose }: OverlayProps<string>) {
  const { dismissedHints } = usePreferences();
  const screen = hintedScreen(path);
  if (!screen) return null;
  function dismiss(): void {
    savePreferences({ dismissedHints: withOrWithout(dismissedHints, path, true) });
    onClose();
  }
  return (
    <Modal title={ADMIN_ROUTES[screen].title} onDismiss={onClose}>
      <p>{strings[screen]}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to={{ pathname: ADMIN_ROUTES.help.path, hash: `#${GUIDE_SECTIONS[screen]}` }}
          onClick={dismiss}
          className={buttonClass()}
        >
          {strings.readGuide}
        </Link>
        <Button variant="primary" data-initial-focus="" onClick={dismiss}>
          {strings.understood}
        </Button>
      </div>
    </Modal>
  );
}
