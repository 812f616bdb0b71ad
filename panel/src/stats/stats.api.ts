import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { REQUESTED_TREND_DAYS } from './trend.ts';

/** The dashboard's numbers, with the daily series where the backend knows it. @throws ApiError */
export async function fetchDashboardStats(signal: AbortSignal): Promise<DashboardStats> {
  return (await callEndpoint(getDashboardStats, { body: { days: REQUESTED_TREND_DAYS }, signal })).data;
}
