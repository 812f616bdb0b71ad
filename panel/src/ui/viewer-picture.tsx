import { useEffect, useState } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import type { ViewerImage } from './image-viewer.tsx';
import { Picture } from './picture.tsx';
import { Spinner } from './spinner.tsx';

const PICTURE_CLASS = 'h-full min-h-24 w-full min-w-24 rounded-lg bg-transparent';

type Loaded = { readonly kind: 'loading' | 'failed' } | { readonly kind: 'here'; readonly url: string };

/** A picture that is read by hand. */
function LoadedPicture({ load, alt }: { readonly load: NonNullable<ViewerImage['load']>; readonly alt: string }) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads it again
  useEffect(() => {
    const aborter = new AbortController();
    let url: string | undefined;
    setLoaded({ kind: 'loading' });
    load(aborter.signal).then(
      (picture) => {
        if (aborter.signal.aborted) return;
        url = URL.createObjectURL(picture);
        setLoaded({ kind: 'here', url });
      },
      () => {
        if (!aborter.signal.aborted) setLoaded({ kind: 'failed' });
      },
    );
    return () => {
      aborter.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [load, attempt]);

  if (loaded.kind === 'here') {
    return <Picture src={loaded.url} alt={alt} fit="contain" eager className={PICTURE_CLASS} />;
  }
  if (loaded.kind === 'loading') return <Spinner label={sharedStrings.loading} />;
  return (
    <div role="alert" className="flex flex-col items-center gap-2">
      {sharedStrings.imageUnavailable}
      <Button onClick={() => setAttempt(attempt + 1)}>{sharedStrings.retry}</Button>
    </div>
  );
}

/** One picture of the viewer. Give it the picture's `src` as its key. */
export function ViewerPicture({ image }: { readonly image: ViewerImage }) {
  const { src, alt, load } = image;
  if (load) return <LoadedPicture load={load} alt={alt} />;
  return <Picture src={src} alt={alt} fit="contain" eager className={PICTURE_CLASS} />;
}
