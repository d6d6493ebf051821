import { ID } from '../../supabase/tests/support/cast.ts'
import { HEARTBEAT_TOKEN, OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase } from './case.ts'

const WHO_MAY_CHANGE: ProcedureCase['expected'] = [NO, MISSING, NO, 'done', 'done', 'done', MISSING]
const OF_ADMINS: ProcedureCase['expected'] = [NO, NO, NO, NO, NO, 'done', 'done']
const heartbeat = () => ({ heartbeat: OWN.heartbeat })

/** Acme's heartbeat is that of an automation of `user`; a caller waits behind the address of the account. */
export const HEARTBEATS: Record<string, readonly ProcedureCase[]> = {
  ping: [
    {
      title: 'with the token of Acme’s address',
      args: () => ({ token: HEARTBEAT_TOKEN }),
      expected: ['text', 'text', 'text', 'text', 'text', 'text', 'text'],
    },
  ],
  give_heartbeat: [
    {
      title: 'to an agent of Acme',
      args: () => ({ kind: 'agent', record_id: ID.helper }),
      expected: WHO_MAY_CHANGE,
    },
  ],
  rotate_heartbeat: [{ title: 'Acme’s', args: heartbeat, expected: WHO_MAY_CHANGE }],
  revoke_heartbeat: [{ title: 'Acme’s', args: heartbeat, expected: WHO_MAY_CHANGE }],
  pause_heartbeat: [
    { title: 'Acme’s', args: () => ({ ...heartbeat(), paused: true }), expected: WHO_MAY_CHANGE },
  ],
  silence_heartbeat: [{ title: 'Acme’s', args: heartbeat, expected: WHO_MAY_CHANGE }],
  expect_of_heartbeat: [
    {
      title: 'of Acme’s',
      args: () => ({ ...heartbeat(), expects: 'interval', every_seconds: 3600, grace_seconds: 600 }),
      expected: WHO_MAY_CHANGE,
    },
  ],
  give_heartbeats: [
    {
      title: 'to an agent of Acme',
      args: () => ({ kind: 'agent', record_ids: [ID.helper] }),
      expected: [NO, 0, 0, 1, 1, 1, 0],
    },
  ],
  pause_heartbeats: [
    {
      title: 'of an automation of Acme',
      args: () => ({ kind: 'automation', record_ids: [ID.invoices], paused: true }),
      expected: [NO, 0, 0, 1, 1, 1, 0],
    },
  ],
  get_heartbeats: [
    {
      title: 'of an automation of Acme',
      args: () => ({ kind: 'automation', record_ids: [ID.invoices] }),
      expected: [NO, 0, 1, 1, 1, 1, 0],
    },
  ],
  get_runs: [{ title: 'Acme’s', args: heartbeat, expected: [NO, 0, 1, 1, 1, 1, 0] }],
  get_run_days: [{ title: 'Acme’s', args: heartbeat, expected: [NO, 0, 1, 1, 1, 1, 0] }],
  get_heartbeat_counts: [
    { title: 'of the account', expected: [NO, '0', '1', '1', '1', '1', '1'], says: 'on_time' },
  ],
  make_discovery_address: [{ title: 'of the account', expected: OF_ADMINS }],
  revoke_discovery_address: [{ title: 'of the account', expected: OF_ADMINS }],
  get_discovered: [{ title: 'who waits', expected: [NO, NO, NO, NO, NO, '1', '1'], says: 'waiting' }],
  join_discovered: [
    {
      title: 'Acme’s',
      args: () => ({ caller: OWN.caller, kind: 'automation', record_id: ID.invoices }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  register_discovered: [
    {
      title: 'Acme’s',
      args: () => ({ caller: OWN.caller, kind: 'automation', name: 'Night job', place: 'Other' }),
      expected: [NO, NO, NO, NO, NO, 'text', MISSING],
    },
  ],
  refuse_discovered: [
    { title: 'Acme’s', args: () => ({ callers: [OWN.caller] }), expected: [NO, NO, NO, NO, NO, 1, 0] },
  ],
}
