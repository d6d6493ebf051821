/** A procedure that tokens may call, and what its comment does not say. */
export interface Procedure {
  name: string
  scopes: string
  /** Arguments of the example. */
  example: Readonly<Record<string, unknown>>
}

const READ = 'read of one catalogue or more'
const WRITE = 'write of one catalogue or more'
const READ_ALL = 'read of all catalogues'
const WRITE_ALL = 'write of all catalogues'
const RUNS = 'automations:read agents:read'
/** Stands for an id of the reader's own. */
const SOME_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** What the public API promises, in the order of the reference. */
export const PROCEDURES: readonly Procedure[] = [
  { name: 'find_records', scopes: READ, example: { kind: 'system', query: 'invoice' } },
  { name: 'search_workspace', scopes: `${READ_ALL}, people:read`, example: { query: 'invoice' } },
  {
    name: 'add_records',
    scopes: WRITE,
    example: { kind: 'system', records: [{ name: 'Ledger' }, { name: 'Till' }] },
  },
  {
    name: 'change_in_bulk',
    scopes: WRITE,
    example: { kind: 'system', action: 'status', value: 'maintenance', ids: [SOME_ID] },
  },
  { name: 'delete_records', scopes: WRITE_ALL, example: { kind_param: 'system', ids: [SOME_ID] } },
  { name: 'get_bin', scopes: READ_ALL, example: { of_kind: 'system' } },
  { name: 'restore_from_bin', scopes: WRITE_ALL, example: { ids: [SOME_ID] } },
  { name: 'get_gaps', scopes: READ_ALL, example: {} },
  { name: 'get_coverage', scopes: READ_ALL, example: {} },
  { name: 'get_dashboard_counts', scopes: READ, example: {} },
  { name: 'get_recent_activity', scopes: READ, example: {} },
  { name: 'get_tags', scopes: READ, example: {} },
  { name: 'get_heartbeats', scopes: RUNS, example: { kind: 'automation', record_ids: [SOME_ID] } },
  { name: 'get_runs', scopes: RUNS, example: { heartbeat: SOME_ID } },
  { name: 'get_run_days', scopes: RUNS, example: { heartbeat: SOME_ID } },
  { name: 'find_members', scopes: 'people:read', example: { query: 'a' } },
  {
    name: 'get_member_records',
    scopes: `${READ_ALL}, people:read`,
    example: { target_user_id: SOME_ID, relation: 'owner' },
  },
  { name: 'get_audit_log', scopes: 'audit:read', example: { rows_param: 10 } },
]
