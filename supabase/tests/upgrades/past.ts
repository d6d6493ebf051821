import type { ServerProcess } from '@cairn/testing/server-process'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { arrangeMachines } from './past-of-machines.ts'
import { post, type Session, signIn } from './session.ts'

/** Where no mail server listens: what is sent there stays in the queue. */
export const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'

/**
 * Gives an account a past, through the server: changed records, one in the bin with its links, a member who left and
 * handed over, owners changed in bulk and invited, mails that nobody took, and what machines brought.
 */
export async function arrangePast(cairn: ServerProcess): Promise<void> {
  const ada = await signIn(cairn, 'ada@acme.test')
  await ada.patch(`systems?id=eq.${ID.billing}`, { description: 'Sends the invoices', owner_id: ID.manager })
  await ada.patch(`solutions?id=eq.${ID.intranet}`, { invited_owner_id: ID.invitation })
  await deleteSystem(ada)
  await ada.patch(`automations?id=eq.${ID.reminders}`, { owner_id: ID.colleague })
  await ada.post('system_experts', { system_id: ID.archive, expert_id: ID.colleague })
  await ada.post('rpc/remove_member', {
    target_user_id: ID.colleague,
    handover: { rest: { receiver: ID.manager } },
  })
  await ada.post('rpc/change_in_bulk', {
    kind: 'agent',
    action: 'owner',
    value: ID.user,
    ids: [ID.helper, ID.oracle],
  })
  await arrangeMachines(cairn, ada)
  await post(cairn, '/auth/v1/recover', { email: 'ada@acme.test' })
}

/** A system that had an owner, an expert, a tag, a value of an own field, and a solution resting on it. */
async function deleteSystem(ada: Session): Promise<void> {
  const [made] = await ada.post('systems', {
    name: 'Retired',
    owner_id: ID.user,
    tags: [OWN.tag],
    own: { seats: 3 },
  })
  const id = made?.id ?? ''
  await ada.post('system_experts', { system_id: id, expert_id: ID.viewer })
  await ada.patch(`solutions?id=eq.${ID.portal}`, { related_systems: [ID.billing, ID.ledger, id] })
  await ada.post('rpc/delete_records', { kind_param: 'system', ids: [id], reason_param: 'Replaced' })
}
