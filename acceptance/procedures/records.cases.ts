import { ID } from '../../supabase/tests/support/cast.ts'
import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO, type Outcome } from '../support/matrix.ts'
import { ARRANGED, HOOK, MISSING, type ProcedureCase, signedIn } from './case.ts'

const effects = (id_param: string) => ({ kind_param: 'system', id_param })

/** An admin's own field of Acme; others may not ask, and the rival learns nothing of it. */
const ofField = (args: object, answer: Outcome): readonly ProcedureCase[] => [
  {
    title: 'of Acme’s field',
    args: () => ({ field: OWN.field, ...args }),
    expected: [NO, NO, NO, NO, NO, answer, MISSING],
  },
]

/** Records: figures, lists, search, changes in bulk, deletions and the bin. */
export const RECORDS: Record<string, readonly ProcedureCase[]> = {
  get_dashboard_counts: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_first_screen: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_news: [
    { title: 'of the caller’s account', args: () => ({ within_seconds: 10 }), expected: signedIn('done') },
  ],
  get_attention: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_inbox: [{ title: 'of the caller', expected: signedIn('done') }],
  get_inbox_mutes: [{ title: 'of the caller', expected: [NO, 0, 0, 1, 0, 0, 1] }],
  snooze_in_inbox: [
    {
      title: 'a line of the user',
      args: () => ({
        reason_param: 'suggestion',
        line_param: OWN.suggestion,
        until_param: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      expected: [NO, MISSING, MISSING, 'done', MISSING, MISSING, MISSING],
    },
  ],
  mute_in_inbox: [
    {
      title: 'a record of Acme',
      args: () => ({ muted: true, kind_param: 'system', record_param: ID.billing }),
      expected: [NO, MISSING, 'done', 'done', 'done', 'done', MISSING],
    },
  ],
  name_deputy: [
    {
      title: 'of the caller',
      args: () => ({ deputy_param: ID.manager }),
      expected: [NO, NO, 'done', 'done', '23514', 'done', MISSING],
    },
  ],
  make_calendar_address: [
    { title: 'of the caller', expected: [NO, NO, 'done', 'done', 'done', 'done', 'done'] },
  ],
  renew_calendar_address: [
    {
      title: 'of the user',
      args: () => ({ id_param: OWN.calendar }),
      expected: [NO, NO, MISSING, 'done', MISSING, MISSING, MISSING],
    },
  ],
  remove_calendar_address: [
    {
      title: 'of the user',
      args: () => ({ id_param: OWN.calendar }),
      expected: [NO, NO, MISSING, 'done', MISSING, MISSING, MISSING],
    },
  ],
  get_outlook: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  get_first_steps: [{ title: 'of the caller’s account', expected: signedIn('done') }],
  add_records: [
    {
      title: 'to the caller’s account',
      args: () => ({ kind: 'system', records: [{ name: 'Wiki' }, { name: 'Chat' }] }),
      expected: [NO, NO, NO, 2, 2, 2, 2],
      says: 'added',
    },
    {
      title: 'to Acme',
      args: () => ({ kind: 'system', records: [{ name: 'Wiki', account_id: ID.acme }] }),
      expected: [NO, NO, NO, 1, 1, 1, NO],
      says: 'added',
    },
  ],
  save_record: [
    {
      title: 'to the caller’s account, with a relation to a record of Acme',
      args: () => ({
        ...{ kind: 'system', record: { name: 'Wiki' } },
        relations: [{ record_id: ID.ledger, type: 'depends_on' }],
      }),
      expected: [NO, NO, NO, 1, 1, 1, '23503'],
    },
    {
      title: 'of Acme’s',
      args: () => ({ kind: 'system', record: { description: 'Changed' }, record_id: ID.ledger }),
      expected: [NO, 0, 0, 0, 1, 1, 0],
    },
    {
      title: 'of Acme’s, without a relation that there is not',
      args: () => ({
        ...{ kind: 'system', record: { description: 'Changed' }, record_id: ID.ledger },
        relations: [{ record_id: ID.helper, type: 'replaces', removed: true }],
      }),
      expected: [NO, 0, 0, 0, 1, 1, 0],
    },
  ],
  get_recent_activity: [{ title: 'of the caller’s account', expected: [NO, 0, 8, 8, 8, 8, 4] }],
  get_deletion_effects: [
    { title: 'of Acme’s system', args: () => effects(ID.ledger), expected: [NO, 0, 3, 3, 3, 3, 0] },
    { title: 'of the rival’s', args: () => effects(ID.rivalSystem), expected: [NO, 0, 0, 0, 0, 0, 3] },
  ],
  search_workspace: [
    {
      title: 'what is Acme’s',
      args: () => ({ query: 'ledger' }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
      says: 'results',
    },
    {
      title: 'what is the rival’s',
      args: () => ({ query: 'secret' }),
      expected: [NO, 0, 0, 0, 0, 0, 5],
      says: 'results',
    },
  ],
  find_records: [
    {
      title: 'of Acme',
      args: () => ({ kind: 'system', query: 'ledger' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival',
      args: () => ({ kind: 'solution', query: 'secret' }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  begin_export: [
    {
      title: 'of Acme',
      args: () => ({ kind: 'system', format: 'csv', query: 'ledger' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival',
      args: () => ({ kind: 'solution', format: 'csv', query: 'secret' }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  begin_list_export: [
    {
      title: 'of the caller’s team',
      args: () => ({ list: 'team', format: 'csv' }),
      expected: [NO, '0', '6', '6', '6', '8', '2'],
      says: 'total',
    },
    {
      title: 'of the caller’s bin',
      args: () => ({ list: 'bin', format: 'csv' }),
      expected: [NO, '0', '1', '1', '1', '1', '1'],
      says: 'total',
    },
  ],
  get_list_to_export: [
    {
      title: 'of Acme',
      args: () => ({ list: 'team', ids: [ID.user] }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
    {
      title: 'of the rival',
      args: () => ({ list: 'team', ids: [ID.rival] }),
      expected: [NO, 0, 0, 0, 0, 0, 1],
    },
  ],
  get_records_to_export: [
    {
      title: 'of Acme',
      args: () => ({ kind: 'system', ids: [ID.ledger] }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
    {
      title: 'of the rival',
      args: () => ({ kind: 'system', ids: [ID.rivalSystem] }),
      expected: [NO, 0, 0, 0, 0, 0, 1],
    },
  ],
  count_views: [{ title: 'that the caller sees', expected: [NO, 0, 1, 2, 1, 1, 1] }],
  order_views: [
    {
      title: 'of all members of Acme',
      args: () => ({ ids: [OWN.sharedView] }),
      expected: [NO, 0, NO, NO, 0, 0, 0],
    },
    {
      title: 'of the rival',
      args: () => ({ ids: [OWN.rivalView] }),
      expected: [NO, 0, 0, 0, 0, 0, 0],
    },
  ],
  group_records: [
    {
      title: 'of Acme',
      args: () => ({ kind: 'system', field: 'status', query: 'ledger' }),
      expected: [NO, '0', '0', '0', '0', '0', '0'],
      says: 'rest',
    },
  ],
  get_bin: [
    { title: 'of the caller’s account', expected: [NO, '0', '1', '1', '1', '1', '1'], says: 'total' },
  ],
  restore_from_bin: [
    {
      title: 'of Acme’s',
      args: () => ({ ids: [ARRANGED.binned] }),
      expected: [NO, MISSING, NO, 1, 1, 1, MISSING],
      says: 'restored',
    },
    {
      title: 'what is not in it',
      args: () => ({ ids: [ID.rivalSystem] }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, MISSING],
    },
  ],
  get_deletion_impact: [
    {
      title: 'of a system of Acme’s',
      args: () => ({ kind_param: 'system', ids: [ID.ledger] }),
      expected: [NO, 0, 2, 2, 2, 2, 0],
    },
  ],
  neighbours: [
    {
      title: 'of an agent of Acme’s',
      args: () => ({ kind: 'agent', id: ID.oracle, depth: 2 }),
      expected: [NO, MISSING, 2, 2, 2, 2, MISSING],
      says: 'nodes',
    },
    {
      title: 'of the rival’s',
      args: () => ({ kind: 'agent', id: ID.rivalAgent, depth: 1 }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, 3],
      says: 'nodes',
    },
  ],
  map_groups: [
    { title: 'by kind', args: () => ({ by: 'kind' }), expected: [NO, 0, 4, 4, 4, 4, 4], says: 'groups' },
  ],
  delete_records: [
    {
      title: 'of the rival’s',
      args: () => ({ kind_param: 'system', ids: [ID.rivalSystem] }),
      expected: [NO, MISSING, MISSING, MISSING, MISSING, MISSING, 1],
    },
  ],
  purge_bin: [
    {
      title: 'of Acme’s',
      args: () => ({ ids: [ARRANGED.binned] }),
      expected: [NO, NO, NO, NO, NO, 1, 0],
    },
    {
      title: 'what is in no bin',
      args: () => ({ ids: [ID.rivalSystem] }),
      expected: [NO, NO, NO, NO, NO, 0, 0],
    },
  ],
  get_gaps: [
    {
      title: 'of the caller’s account',
      expected: [NO, 'undefined', '1', '1', '1', '1', '1'],
      says: 'system.handover_pending',
    },
  ],
  get_coverage: [
    {
      title: 'of the caller’s account',
      expected: [NO, 'done', '9', '9', '9', '9', '4'],
      says: 'now.records',
    },
  ],
  count_changed_records: [{ title: 'of every account', expected: HOOK }],
  keep_coverage: [{ title: 'of every account', args: () => ({ at_most: 1 }), expected: HOOK }],
  get_pending_handovers: [
    {
      title: 'of the caller’s account',
      args: () => ({ kind_param: 'system' }),
      expected: [NO, 0, 1, 1, 1, 1, 1],
    },
  ],
  preview_field_type: ofField({ new_type: 'text' }, 'done'),
  preview_field_of_detail: [
    {
      title: 'of a label that no record has',
      args: () => ({ kind: 'system', label: 'none' }),
      expected: [NO, NO, NO, NO, NO, '0', '0'],
      says: 'moves',
    },
  ],
  make_field_of_detail: [
    {
      title: 'of a label that no record has',
      args: () => ({ kind: 'system', label: 'none' }),
      expected: [NO, NO, NO, NO, NO, '22023', '22023'],
    },
  ],
  count_field_choice: ofField({ choice: 'low' }, 0),
  change_field_type: ofField({ new_type: 'text' }, 'done'),
  preview_bulk: [
    {
      title: 'of Acme’s',
      args: () => ({ kind: 'system', action: 'delete', query: 'ledger' }),
      expected: [NO, '0', '1', '1', '1', '1', '0'],
      says: 'total',
    },
    {
      title: 'of the rival’s',
      args: () => ({ kind: 'system', action: 'delete', ids: [ID.rivalSystem] }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'total',
    },
  ],
  change_in_bulk: [
    {
      title: 'what the user made',
      args: () => ({ kind: 'system', action: 'status', value: 'deprecated', ids: [ID.billing] }),
      expected: [NO, '0', '0', '1', '1', '1', '0'],
      says: 'changes',
    },
    {
      title: 'a field of what the user made',
      args: () => ({ kind: 'system', action: 'field', value: '{"vendor": "Acme"}', ids: [ID.billing] }),
      expected: [NO, '0', '0', '1', '1', '1', '0'],
      says: 'changes',
    },
    {
      title: 'what is the rival’s',
      args: () => ({ kind: 'system', action: 'delete', ids: [ID.rivalSystem] }),
      expected: [NO, '0', '0', '0', '0', '0', '1'],
      says: 'changes',
    },
  ],
  get_tags: [{ title: 'of the caller’s account', expected: [NO, 0, 1, 1, 1, 1, 1] }],
  merge_tags: [
    {
      title: 'of Acme’s, into one that is not there',
      args: () => ({ from_ids: [OWN.tag], into_id: ID.ledger }),
      expected: [NO, NO, NO, NO, MISSING, MISSING, MISSING],
    },
    {
      title: 'of the rival’s',
      args: () => ({ from_ids: [OWN.rivalTag], into_id: OWN.tag }),
      expected: [NO, NO, NO, NO, MISSING, MISSING, MISSING],
    },
  ],
  undo_act: [
    {
      title: 'of the user’s',
      args: () => ({ act_param: ARRANGED.bulkAct }),
      expected: [NO, MISSING, NO, '1', '1', '1', MISSING],
      says: 'undone',
    },
  ],
  undo_last_act: [{ title: 'of the caller', expected: [NO, 'done', 'done', 'done', 'done', 'done', 'done'] }],
  get_acts: [
    { title: 'of the caller’s account', expected: [NO, '0', '2', '2', '2', '2', '1'], says: 'total' },
  ],
  get_act: [
    {
      title: 'of Acme',
      args: () => ({ act_param: ARRANGED.bulkAct }),
      expected: [NO, MISSING, '1', '1', '1', '1', MISSING],
      says: 'lines',
    },
  ],
  get_act_lines: [
    {
      title: 'of Acme',
      args: () => ({ act_param: ARRANGED.bulkAct }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
  ],
}
