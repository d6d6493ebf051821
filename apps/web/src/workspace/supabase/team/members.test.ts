import { describe, expect, test, vi } from 'vitest'
import { ACCOUNT, fakeService, json } from '../fake-service.ts'

const service = fakeService()
const ALL = {
  text: '',
  department: null,
  level: null,
  area: null,
  status: null,
  order: { by: 'name', descending: false },
} as const
const LOG = 'POST /rest/v1/security_audit_log'

describe('a team that cannot be read', () => {
  test('[TEAM-41][CALL-57] is entered into the audit log', async () => {
    const { team } = await service.openSignedIn()
    service.answer('POST /rest/v1/rpc/find_members', () =>
      json({ code: 'LA999', message: 'Not on a Sunday.' }, 400),
    )
    service.answer(LOG, () => new Response(null, { status: 201 }))
    await expect(team.find(ALL, 0)).rejects.toMatchObject({ message: 'Not on a Sunday.' })
    expect(service.sent().find(({ call }) => call.startsWith(LOG))?.body).toEqual({
      account_id: ACCOUNT,
      action: 'team_data_access_failed',
      resource_type: 'team_profiles',
      details: { error: 'Not on a Sunday.', security_context: 'protected_profile_access' },
    })
  })

  test('[TEAM-42] is told all the same where the log cannot be written to, which is only noted', async () => {
    const noted = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { team } = await service.openSignedIn()
    for (const call of ['POST /rest/v1/rpc/find_members', LOG])
      service.answer(call, () => json({ code: 'LA999', message: 'Not on a Sunday.' }, 400))
    await expect(team.find(ALL, 0)).rejects.toMatchObject({ message: 'Not on a Sunday.' })
    expect(String(noted.mock.calls[0]?.[0])).toContain('noting that the team could not be read')
  })
})

test('[MEMBER-15] a change of a member sends what was changed alone', async () => {
  const { team } = await service.openSignedIn()
  service.answer('POST /rest/v1/rpc/update_member', () => json(null))
  await team.update('ben', { department: 'Atelier', knowledgeAreas: ['Type'], permissionLevel: 'user' })
  expect(service.sent().at(-1)?.body).toEqual({
    target_user_id: 'ben',
    new_department: 'Atelier',
    new_knowledge_areas: ['Type'],
    new_permission_level: 'user',
  })
})

test('[DIS-05] the card of a member counts what they own by kind, and is no look at their profile', async () => {
  const { team } = await service.openSignedIn()
  const ada = '00000000-0000-4000-8000-000000000001'
  const shown = {
    name: 'Ada',
    avatar: null,
    job_role: 'Designer',
    department: null,
    permission_level: 'user',
  }
  service.answer('POST /rest/v1/rpc/get_member_profile', () =>
    json([
      {
        ...{ ...shown, id: ada, knowledge_areas: [], contribution_count: 0 },
        ...{ display_email: null, bio: null, joined_at: '2026-01-01T00:00:00Z' },
      },
    ]),
  )
  service.answer('POST /rest/v1/rpc/get_member_records', () => json({ total: 3, items: [] }))
  service.answer('POST /rest/v1/rpc/get_teams', () => json([]))
  expect(await team.card(ada, ['system', 'agent'])).toMatchObject({
    jobRole: 'Designer',
    owned: [
      { kind: 'system', total: 3 },
      { kind: 'agent', total: 3 },
    ],
  })
  expect(service.sent().filter(({ call }) => call.includes('open_member_profile'))).toEqual([])
  expect(await team.card('nobody', ['system'])).toBeNull()
})
