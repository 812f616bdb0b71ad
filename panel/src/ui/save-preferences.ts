import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { changePreferences } from '../lib/preferences.ts';
import { toast } from './toast.ts';

const strings = { failed: 'Không thể lưu lựa chọn này' } as const;

/** Changes preferences at once; a failure is shown, and they are as before then. */
export function savePreferences(change: Parameters<typeof changePreferences>[0]): void {
  changePreferences(change).catch((error: unknown) => {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.failed));
  });
}

/** A list with a value, or without it. */
export function withOrWithout<Value>(values: readonly Value[], value: Value, isChosen: boolean): Value[] {
  const others = values.filter((each) => each !== value);
  return isChosen ? [...others, value] : others;
}
