import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { describe, expect, test } from 'vitest'
import { fakeService, json } from '../fake-service.ts'

const service = fakeService()
const nothing = () => json(null)

describe('the receiver in a handover', () => {
  test('is sent by the invitation of an invited person, and by the id of a member', async () => {
    service.answer('POST /rest/v1/rpc/remove_member', nothing)
    const { team } = await service.openSignedIn()
    const one = { kind: 'system', part: 'owner' } as const
    await team.remove('ana', {
      assignments: [
        { ...one, id: 's1', to: { id: 'ben' } },
        { ...one, id: 's2', to: { id: invitedId('i1') } },
        { ...one, id: 's3', to: null },
      ],
      serviceAccounts: [
        { id: 'a1', to: { id: 'ben' } },
        { id: 'a2', to: null },
      ],
      rest: { id: invitedId('i2') },
    })
    expect(service.sent().at(-1)?.body).toEqual({
      target_user_id: 'ana',
      handover: {
        records: [
          { ...one, id: 's1', receiver: 'ben' },
          { ...one, id: 's2', invitation: 'i1' },
          { ...one, id: 's3' },
        ],
        service_accounts: [{ id: 'a1', receiver: 'ben' }, { id: 'a2' }],
        rest: { invitation: 'i2' },
      },
    })
  })
})
