import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { describe, expect, test } from 'vitest'
import { ACCOUNT, fakeService, json, ME } from './fake-service.ts'

const service = fakeService()

describe('the membership', () => {
  test('[PERM-12][CALL-03][CALL-09] reads level and account from the first row', async () => {
    const { membership } = await service.openSignedIn()
    expect(await membership.mine()).toEqual({
      account: { id: ACCOUNT, name: 'Example' },
      permissionLevel: 'manager',
    })
    expect(service.calls()).toEqual([
      `GET /rest/v1/account_members?select=account_id,permission_level&user_id=eq.${ME}&limit=1`,
      `GET /rest/v1/accounts?select=id,name&id=eq.${ACCOUNT}`,
    ])
  })

  test('[PERM-13][PERM-14] falls back to the profile, and from there to viewer', async () => {
    service.answer('GET /rest/v1/account_members', () => json([]))
    service.answer('POST /rest/v1/rpc/get_my_profile', () => json([{ id: ME, permission_level: 'user' }]))
    const { membership } = await service.openSignedIn()
    expect(await membership.mine()).toEqual({ account: null, permissionLevel: 'user' })
    service.answer('POST /rest/v1/rpc/get_my_profile', () => json([{ id: ME }]))
    expect(await membership.mine()).toEqual({ account: null, permissionLevel: 'viewer' })
  })

  test('[PERM-16][PERM-19] is looked up for the systems, which nobody without account has', async () => {
    service.answer('GET /rest/v1/account_members', () => json([]))
    service.answer('POST /rest/v1/rpc/get_my_profile', () => json([]))
    const { systems } = await service.openSignedIn()
    await expect(systems.list()).rejects.toMatchObject({ message: 'No account found for user' })
  })

  test.each(['tags', 'ownFields', 'views'] as const)(
    'finds no %s for a user without an account',
    async (part) => {
      service.answer('GET /rest/v1/account_members', () => json([]))
      service.answer('POST /rest/v1/rpc/get_my_profile', () => json([]))
      for (const table of ['tags', 'own_fields', 'views'])
        service.answer(`GET /rest/v1/${table}`, () => json([]))
      const workspace = await service.openSignedIn()
      expect(await workspace[part].list()).toEqual([])
    },
  )
})

describe('the other parts', () => {
  test('[SET-25][SET-26][DIS-06] take the stored switches over the defaults', async () => {
    service.answer('GET /rest/v1/app_features', () =>
      json([
        { id: 'f1', feature_name: 'agents', enabled: false },
        { id: 'f2', feature_name: 'q_and_a', enabled: true },
      ]),
    )
    const { features } = await service.openSignedIn()
    expect(await features.list()).toEqual({ ...DEFAULT_FEATURES, agents: false })
  })

  test('[CALL-65][TEAM-35][DATA-16] names members who have no name', async () => {
    service.answer('POST /rest/v1/rpc/get_account_team_member_profiles', () =>
      json([
        { id: 'p1', name: null, avatar: null },
        { id: 'p2', name: 'Ada', avatar: null },
      ]),
    )
    const { team } = await service.openSignedIn()
    expect((await team.members()).map(({ name }) => name)).toEqual(['Ada', 'Team Member'])
  })

  test('[DASH-29][DATA-35] name an unknown creator in the activity', async () => {
    service.answer('POST /rest/v1/rpc/get_recent_activity', () =>
      json([
        {
          id: 'x',
          kind: 'system',
          resource: 'Billing',
          action: 'created',
          user_name: null,
          occurred_at: '2026-01-02T03:04:05Z',
          act: null,
        },
      ]),
    )
    const { dashboard } = await service.openSignedIn()
    expect(await dashboard.recentActivity()).toEqual([
      {
        id: 'x',
        kind: 'system',
        resource: 'Billing',
        action: 'created',
        userName: 'Unknown User',
        occurredAt: new Date('2026-01-02T03:04:05Z'),
        act: null,
      },
    ])
  })

  test('refuse an answer of another shape instead of passing it on', async () => {
    service.answer('POST /rest/v1/rpc/get_gaps', () => json({ system: 'many' }))
    const { gaps } = await service.openSignedIn()
    await expect(gaps.figures()).rejects.toMatchObject({ name: 'WorkspaceError', kind: 'unknown' })
  })

  test('refuse an empty answer where the database has a value', async () => {
    service.answer('POST /rest/v1/rpc/merge_tags', () => json(null))
    const { tags } = await service.openSignedIn()
    await expect(tags.merge(['t1'], 't2')).rejects.toMatchObject({ name: 'WorkspaceError', kind: 'unknown' })
  })

  test.each([
    [500, '', 'Something went wrong on the server.'],
    [503, '57014', 'The server is not available at the moment. Please try again.'],
    [403, '42501', 'You do not have permission to do this.'],
    [400, '23502', 'The server did not accept these values. Please check them.'],
    [400, '23514', 'The rule in words'],
    [400, 'LA001', 'The rule in words'],
  ])('turn %i %s into a sentence, with the request id', async (status, code, message) => {
    service.answer('POST /rest/v1/rpc/get_dashboard_counts', () =>
      json({ code, message: 'The rule in words' }, status, { 'x-request-id': 'req-7' }),
    )
    const { dashboard } = await service.openSignedIn()
    await expect(dashboard.counts()).rejects.toMatchObject({ message, requestId: 'req-7' })
  })

  test.each([
    [502, 'The server is not available at the moment. Please try again.'],
    [400, 'The server sent an unexpected answer. Please try again.'],
  ])('show nothing of a page that something in between answers with %i', async (status, message) => {
    service.answer(
      'POST /rest/v1/rpc/get_dashboard_counts',
      () => new Response('<html>oops</html>', { status }),
    )
    const { dashboard } = await service.openSignedIn()
    await expect(dashboard.counts()).rejects.toMatchObject({ message })
  })

  test('say that the server cannot be reached', async () => {
    service.answer('POST /rest/v1/rpc/get_dashboard_counts', () => {
      throw new TypeError('fetch failed')
    })
    const { dashboard } = await service.openSignedIn()
    await expect(dashboard.counts()).rejects.toMatchObject({ kind: 'offline' })
  })
})
