import { useStore } from '../../lib/create-store.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { isCodeMissing, retryFailedLoads } from '../../lib/until-loaded.ts';
import { appStrings } from '../app.strings.ts';
import { HeaderNotice } from './header-notice.tsx';

/** Says that a part of the panel could not be loaded (specification, section 8), until it is there. */
export function MissingCodeNotice() {
  const isMissing = useStore(isCodeMissing);
  return (
    <div role="status" className="min-w-0">
      {isMissing && (
        <HeaderNotice
          text={appStrings.chunkFailed}
          shortText={appStrings.chunkFailedShort}
          action={sharedStrings.retry}
          onAction={() => void retryFailedLoads()}
        />
      )}
    </div>
  );
}
