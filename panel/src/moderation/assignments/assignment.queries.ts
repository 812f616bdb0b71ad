import { useQuery } from '@tanstack/react-query';
import { reportsKeys } from '../reports/reports.keys.ts';
import { fetchColleagues } from './assignment.api.ts';

/** Administrators to whom a report can be given, once they are asked for. */
export const useColleagues = (enabled: boolean) =>
  useQuery({ queryKey: reportsKeys.colleagues, queryFn: ({ signal }) => fetchColleagues(signal), enabled });
