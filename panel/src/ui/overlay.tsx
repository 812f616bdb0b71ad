import { type ComponentType, type ReactElement, useCallback, useEffect } from 'react';
import { createStore, type Store, useStore } from '../lib/create-store.ts';
import { type LazyCode, lazyCode } from '../lib/lazy-code.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useLazyComponent } from './lazy-component.ts';
import { toast } from './toast.ts';

export interface OverlayProps<Request> {
  readonly request: Request;
  readonly onClose: () => void;
}

/** A dialog or a sheet over whatever screen is open; any code may open it. */
export interface Overlay<Request> {
  /** The request it was opened with; undefined while it is closed. */
  readonly opened: Store<{ readonly request: Request } | undefined>;
  /** Opens it, or gives the open one another request. */
  open(this: void, request: Request): void;
  close(this: void): void;
  /** Prefetches its code. */
  preload(this: void): Promise<unknown>;
}

/** The overlays that have been opened. */
const used = createStore<readonly ReactElement[]>([]);

/**
 * An overlay whose code is loaded when it is first opened; it is rendered by the OverlayHost, and closed when the session ends.
 * @param load a dynamic import of its component
 * @param onClosed called with the request after each close
 */
export function createOverlay<Request = void>(
  load: () => Promise<ComponentType<OverlayProps<Request>>>,
  onClosed?: (request: Request) => void,
): Overlay<Request> {
  const code = lazyCode(load);
  const opened = createStore<{ readonly request: Request } | undefined>(undefined);
  let element: ReactElement | undefined;

  function close(): void {
    const closed = opened.get();
    opened.set(undefined);
    if (closed) onClosed?.(closed.request);
  }
  return {
    opened,
    close,
    preload: code.preload,
    open(request) {
      opened.set({ request });
      if (element) return;
      const all = used.get();
      element = <Content key={all.length} opened={opened} code={code} onClose={close} />;
      used.set([...all, element]);
    },
  };
}

interface ContentProps<Request> {
  readonly opened: Overlay<Request>['opened'];
  readonly code: LazyCode<ComponentType<OverlayProps<Request>>>;
  readonly onClose: () => void;
}

function Content<Request>({ opened, code, onClose }: ContentProps<Request>) {
  const shown = useStore(opened);
  useEffect(() => onClose, [onClose]);
  const giveUp = useCallback(() => {
    onClose();
    toast.error(sharedStrings.menuLoadFailed);
  }, [onClose]);
  const Component = useLazyComponent(code, shown !== undefined, giveUp);
  return Component && shown ? <Component request={shown.request} onClose={onClose} /> : null;
}

/** Renders every overlay. */
export const Overlays = () => useStore(used);
