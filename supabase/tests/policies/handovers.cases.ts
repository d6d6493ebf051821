import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, 1]

/** Every member reads the handovers of their account; procedures write, no caller does. */
export const HANDOVER_CASES: readonly Case[] = [
  {
    title: 'handovers: read those of the account',
    statement: `select * from public.handovers where id = '${OWN.handover}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, 1],
  },
  {
    title: 'handovers: read those of the other account',
    statement: `select * from public.handovers where id = '${OWN.rivalHandover}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'get_pending_handovers',
    statement: `select * from public.get_pending_handovers('system') where id = '${OWN.handover}'`,
    expected: [NO, 0, 0, 1, 1, 1, 1, NO],
  },
  {
    title: 'get_pending_handovers: those of the other account',
    statement: `select * from public.get_pending_handovers('system') where id = '${OWN.rivalHandover}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, NO],
  },
  {
    title: 'handovers: write one',
    statement: `insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      values ('${ID.acme}', 'system', '${ID.billing}', 'owner', 'Ann', '${ID.user}')`,
    expected: REFUSED,
  },
  {
    title: 'handovers: answer one past the procedure',
    statement: `update public.handovers set state = 'accepted', answered_at = now() where id = '${OWN.handover}'`,
    expected: REFUSED,
  },
  {
    title: 'handovers: delete one',
    statement: `delete from public.handovers where id = '${OWN.handover}'`,
    expected: REFUSED,
  },
  {
    title: 'handovers: truncate',
    statement: 'truncate public.handovers',
    expected: [NO, NO, NO, NO, NO, NO, NO, NO],
  },
]
