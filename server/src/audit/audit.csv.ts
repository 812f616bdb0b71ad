import { type CsvColumns, csvTime } from '../lib/csv.ts';
import type { AuditRow } from './audit.store.ts';

/** The audit log as a file. */
export const AUDIT_COLUMNS: CsvColumns<AuditRow> = [
  ['Thời gian (giờ Việt Nam)', (row) => csvTime(row.created_at)],
  ['Người thực hiện', (row) => row.actor_name],
  ['Mã người thực hiện', (row) => row.actor_id],
  ['Hành động', (row) => row.action],
  ['Loại đối tượng', (row) => row.target_type],
  ['Mã đối tượng', (row) => row.target_id],
  ['Tên đối tượng', (row) => row.target_name],
  ['Trước', (row) => toJson(row.before)],
  ['Sau', (row) => toJson(row.after)],
  ['Lý do bị từ chối', (row) => row.reason],
  ['Địa chỉ', (row) => row.ip],
  ['Mã yêu cầu', (row) => row.request_id],
  ['Mã mục', (row) => row.id],
];

const toJson = (state: unknown): string | null => (state === null ? null : JSON.stringify(state));
