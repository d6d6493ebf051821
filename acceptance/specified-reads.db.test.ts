import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

let world: TwoAccounts
beforeAll(async () => {
  world = await openTwoAccounts()
})
afterAll(() => world?.cairn.close())

const viewer = () => world.sessions.viewer
const table = (name: string) => viewer().client.from(name)

describe('reads of the specification, with the official client', () => {
  it('[CALL-03, 04, 07, 08, OPEN-10] of the caller’s own membership', async () => {
    const mine = () =>
      table('account_members').select('account_id, permission_level').eq('user_id', viewer().userId)
    const membership = { account_id: world.acme.accountId, permission_level: 'viewer' }
    expect((await mine().limit(1)).data).toEqual([membership])
    expect((await mine().single()).data).toEqual(membership)
  })

  it('[CALL-05, 06, OPEN-11] of the memberships, with the profiles joined', async () => {
    const answer = await table('account_members')
      .select('permission_level, profiles(name)')
      .eq('account_id', world.acme.accountId)
      .order('created_at')
    expect(answer.data).toEqual([
      { permission_level: 'admin', profiles: { name: 'Ada Acme' } },
      { permission_level: 'manager', profiles: { name: 'Mia Acme' } },
      { permission_level: 'user', profiles: { name: 'Uma Acme' } },
      { permission_level: 'viewer', profiles: { name: 'Vic Acme' } },
    ])
  })

  it('[CALL-09] of the account', async () => {
    const answer = await table('accounts').select('id, name').eq('id', world.acme.accountId).single()
    expect(answer.data).toEqual({ id: world.acme.accountId, name: 'Acme' })
  })

  it('[CALL-12, 21] of names by id, those of another account left out', async () => {
    const ids = [world.people.user.id, world.people.rival.id]
    expect((await table('profiles').select('id, name').in('id', ids)).data).toEqual([
      { id: world.people.user.id, name: 'Uma Acme' },
    ])
  })

  it.each(['systems', 'automations', 'agents', 'solutions'])('[CALL-20] of the latest %s', async (kind) => {
    const answer = await table(kind)
      .select('id, name, created_at, updated_at, created_by')
      .eq('account_id', world.acme.accountId)
      .order('updated_at', { ascending: false })
      .limit(10)
    expect(answer.error).toBeNull()
    expect(answer.data).toHaveLength(kind === 'systems' ? 1 : 0)
  })
})

describe('reads that are refused on purpose', () => {
  const refused: readonly [title: string, read: () => PromiseLike<{ error: { code: string } | null }>][] = [
    [
      '[CALL-10] every column of a profile',
      () => table('profiles').select().eq('id', viewer().userId).single(),
    ],
    [
      '[CALL-11] who has an address at a domain',
      () => table('profiles').select('email').ilike('email', '%@acme.example').limit(1),
    ],
    [
      '[CALL-13] whose an address is',
      () => table('profiles').select('id').eq('email', 'ada@acme.example').maybeSingle(),
    ],
    ['[CALL-14] the blacklist', () => table('domain_blacklist').select().eq('domain', 'gmail.com').limit(1)],
  ]
  for (const [title, read] of refused) {
    it(title, async () => {
      expect((await read()).error).toMatchObject({ code: '42501' })
    })
  }

  it('have a procedure in their place', async () => {
    const { client } = viewer()
    expect((await client.rpc('get_my_profile').single()).data).toMatchObject({ email: 'vic@acme.example' })
    expect((await client.rpc('signup_domain_status', { domain_param: 'gmail.com' })).data).toEqual({
      blacklisted: true,
      first: false,
    })
  })
})
