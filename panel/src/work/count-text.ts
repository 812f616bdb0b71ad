import { WORK_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import { formatNumber } from '../lib/format.ts';
import { workStrings as strings } from './work.strings.ts';

/** A number that is counted up to a limit: '12', or '999+' from there on. */
export const countText = (count: number): string => (count >= WORK_COUNTED_UP_TO ? strings.more : formatNumber(count));
