import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]

/** Every member reads whose owner left; no caller writes it, the service role included. */
export const GAP_CASES: readonly Case[] = [
  {
    title: 'departed owners: read what one can see',
    statement: 'select * from public.departed_owners',
    expected: [NO, 0, 1, 1, 1, 1, 1, 2],
  },
  {
    title: 'departed owners: write one',
    statement: `insert into public.departed_owners (account_id, kind, record_id, person_id)
      values ('${ID.acme}', 'system', '${ID.billing}', '${ID.former}')`,
    expected: REFUSED,
  },
  {
    title: 'departed owners: change one',
    statement: `update public.departed_owners set person_name = 'Nobody'`,
    expected: REFUSED,
  },
  { title: 'departed owners: delete', statement: 'delete from public.departed_owners', expected: REFUSED },
  {
    title: 'preview_bulk',
    statement: `select public.preview_bulk('system', 'delete', ids => '{${ID.billing}}')`,
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'change_in_bulk',
    statement: `select 1 from public.change_in_bulk('system', 'status', 'deprecated', '{${ID.billing}}') c (answer)
      where (c.answer ->> 'changes')::integer = 1`,
    expected: [NO, 0, 0, 0, 1, 1, 1, NO],
  },
  {
    title: 'get_gaps',
    statement: 'select public.get_gaps()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_outlook',
    statement: 'select public.get_outlook()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_coverage',
    statement: 'select public.get_coverage()',
    expected: [NO, 1, 1, 1, 1, 1, 1, NO],
  },
  {
    title: 'weeks of coverage: read',
    statement: 'select * from private.coverage_weeks',
    expected: REFUSED,
  },
  {
    title: 'weeks of coverage: say that all is counted',
    statement: `update private.coverage_accounts set week = now()`,
    expected: REFUSED,
  },
  {
    title: 'keep_coverage of an account',
    statement: `select private.store_coverage('${ID.acme}')`,
    expected: REFUSED,
  },
  {
    title: 'keep_coverage',
    statement: 'select public.keep_coverage()',
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  {
    title: 'count a map',
    statement: `select private.count_map('${ID.acme}', 'kind')`,
    expected: REFUSED,
  },
  {
    title: 'counted maps: read',
    statement: 'select * from private.map_counts',
    expected: REFUSED,
  },
  {
    title: 'groups of counted maps: read',
    statement: 'select * from private.counted_groups',
    expected: REFUSED,
  },
  {
    title: 'edges of counted maps: read',
    statement: 'select * from private.counted_edges',
    expected: REFUSED,
  },
  {
    title: 'count_changed_records',
    statement: 'select public.count_changed_records()',
    expected: [NO, NO, NO, NO, NO, NO, NO, 1],
  },
  ...[
    'records_to_count',
    'counted_records',
    'record_counts',
    'gaps_of_records',
    'contributions_to_count',
  ].map((name) => ({
    title: `${name}: read`,
    statement: `select * from private.${name}`,
    expected: REFUSED,
  })),
  { title: 'departed owners: truncate', statement: 'truncate public.departed_owners', expected: REFUSED },
]
