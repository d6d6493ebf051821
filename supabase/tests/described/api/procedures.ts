import { SOME_ID } from './sample.ts'

/** A procedure that tokens may call, with facts that its comment does not state. */
export interface Procedure {
  name: string
  /** Arguments of the example. */
  example: Readonly<Record<string, unknown>>
}

/** The procedures that the public API promises, in the order of the reference. */
export const PROCEDURES: readonly Procedure[] = [
  { name: 'find_records', example: { kind: 'system', query: 'invoice' } },
  { name: 'search_workspace', example: { query: 'invoice' } },
  {
    name: 'add_records',
    example: { kind: 'system', records: [{ name: 'Ledger' }, { name: 'Till' }] },
  },
  {
    name: 'save_record',
    example: {
      ...{ kind: 'system', record: { name: 'Invoices' } },
      relations: [{ record_id: SOME_ID, type: 'depends_on' }],
    },
  },
  {
    name: 'change_in_bulk',
    example: { kind: 'system', action: 'status', value: 'maintenance', ids: [SOME_ID] },
  },
  { name: 'delete_records', example: { kind_param: 'system', ids: [SOME_ID] } },
  { name: 'get_bin', example: { of_kind: 'system' } },
  { name: 'restore_from_bin', example: { ids: [SOME_ID] } },
  { name: 'neighbours', example: { kind: 'system', id: SOME_ID, depth: 2 } },
  { name: 'map_groups', example: { by: 'department' } },
  { name: 'get_gaps', example: {} },
  { name: 'get_coverage', example: {} },
  { name: 'get_dashboard_counts', example: {} },
  { name: 'get_recent_activity', example: {} },
  { name: 'get_tags', example: {} },
  { name: 'get_heartbeats', example: { kind: 'automation', record_ids: [SOME_ID] } },
  { name: 'get_runs', example: { heartbeat: SOME_ID } },
  { name: 'get_run_days', example: { heartbeat: SOME_ID } },
  { name: 'find_members', example: { query: 'a' } },
  { name: 'get_teams', example: {} },
  {
    name: 'get_member_records',
    example: { target_user_id: SOME_ID, relation: 'owner' },
  },
  { name: 'get_audit_log', example: { rows_param: 10 } },
]
