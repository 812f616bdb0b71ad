import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { statsStrings } from './stats.strings.ts';
import { REQUESTED_TREND_DAYS } from './trend.ts';

const OK_STATUS = 200;

/**
 * The dashboard's numbers, with the daily series where the backend knows it.
 * @throws ApiError; also for a backend that answers `success: false` with status 200
 */
export async function fetchDashboardStats(signal: AbortSignal): Promise<DashboardStats> {
  const answer = await callEndpoint(getDashboardStats, {
    body: { days: REQUESTED_TREND_DAYS },
    signal,
    sessionEndReason: statsStrings.sessionExpired,
  });
  if (!answer.success || answer.data === undefined) {
    throw new ApiError({ status: OK_STATUS, code: 'STATS_UNAVAILABLE', message: answer.message ?? '' });
  }
  return answer.data;
}
