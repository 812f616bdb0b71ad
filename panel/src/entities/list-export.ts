import { EXPORT_MAX_ROWS } from '@hai-dang/contract/constants.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { type CsvDownload, downloadCsv } from '../lib/download-csv.ts';
import { formatNumber } from '../lib/format.ts';
import { toast } from '../ui/toast.ts';

const strings = {
  done: (rows: string) => `Đã tải tệp CSV, ${rows} dòng`,
  limited: (rows: string) => `Tệp CSV chỉ có ${rows} dòng đầu, danh sách vẫn còn`,
  failed: 'Không thể tải tệp CSV',
  limitedHint: 'Hãy thu hẹp bộ lọc để tải phần còn lại.',
};
const LIMITED_TOAST_MS = 20_000;

/** Downloads a list as a file, and says in a toast how that ended, unless it was aborted. */
export async function exportList<E extends Endpoint>(download: CsvDownload<E>): Promise<void> {
  try {
    const { rows, isWhole } = await downloadCsv(download);
    if (isWhole) toast.success(strings.done(formatNumber(rows)));
    else {
      const limit = formatNumber(EXPORT_MAX_ROWS);
      toast.info(strings.limited(limit), { detail: strings.limitedHint, durationMs: LIMITED_TOAST_MS });
    }
  } catch (error) {
    if (download.signal.aborted || isUnauthorized(error)) return;
    toast.error(errorMessage(error, strings.failed));
  }
}
