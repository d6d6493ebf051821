import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const rowsOf = (actor: Actor, statement: string) =>
  stage.as(actor, async (tx) =>
    (await tx.unsafe(statement)).map((row): Record<string, unknown> => ({ ...row })),
  )
const namesOf = async (actor: Actor, statement: string) =>
  (await rowsOf(actor, statement)).map((row) => row['name'])

describe('get_my_profile', () => {
  it('[CALL-67] gives everything of the caller’s own profile, and of no other', async () => {
    expect(await rowsOf('viewer', 'select * from public.get_my_profile()')).toEqual([
      {
        id: ID.viewer,
        email: 'vic@acme.test',
        name: 'Vic Viewer',
        avatar: null,
        bio: null,
        job_role: null,
        department: null,
        privacy_email_visible: false,
        privacy_bio_visible: false,
        privacy_job_visible: true,
        privacy_department_visible: true,
      },
    ])
  })

  it('is not for anonymous callers', async () => {
    expect(await stage.outcome('anonymous', 'select * from public.get_my_profile()')).toEqual({
      refused: '42501',
    })
  })
})

describe('get_account_team_member_profiles', () => {
  const call = 'select * from public.get_account_team_member_profiles()'

  it('[CALL-65] lists the caller’s own account by name, the caller included', async () => {
    expect(await namesOf('viewer', call)).toEqual([
      'Ada Admin',
      'Cleo Colleague',
      'Dan Deputy',
      'Mia Manager',
      'Uma User',
      'Vic Viewer',
    ])
    expect(await namesOf('rival', call)).toEqual(['Rex Rival'])
  })

  it('answers id, name and avatar, nothing more', async () => {
    expect(await rowsOf('rival', call)).toEqual([{ id: ID.rival, name: 'Rex Rival', avatar: null }])
  })

  it('is empty for those without an account, and not for anonymous callers', async () => {
    expect(await rowsOf('unplaced', call)).toEqual([])
    expect(await stage.outcome('anonymous', call)).toEqual({ refused: '42501' })
  })
})

describe('get_public_profiles_by_ids', () => {
  const call = (...ids: string[]) => `select * from public.get_public_profiles_by_ids('{${ids.join(',')}}')`

  it('[CALL-64] [PERM-18] answers for the caller’s own account only', async () => {
    expect(await namesOf('viewer', call(ID.admin, ID.rival, ID.nobody, ID.unplaced))).toEqual(['Ada Admin'])
    expect(await namesOf('rival', call(ID.admin, ID.rival))).toEqual(['Rex Rival'])
    expect(await namesOf('viewer', call())).toEqual([])
  })
})

describe('signup_domain_status', () => {
  const call = (domain: string) => `select public.signup_domain_status('${domain}') as answer`
  const statusOf = async (domain: string) => (await rowsOf('anonymous', call(domain)))[0]?.['answer']

  it('[GAP-03] [AUTH-45] distinguishes a blacklisted, a taken and a new domain, in upper or lower case', async () => {
    expect(await statusOf('gmail.com')).toEqual({ blacklisted: true, first: false })
    expect(await statusOf(' ACME.test. ')).toEqual({ blacklisted: false, first: false })
    expect(await statusOf('new.test')).toEqual({ blacklisted: false, first: true })
    expect(await statusOf('')).toEqual({ blacklisted: false, first: false })
  })

  it('refuses what is too long for a domain', async () => {
    expect(await stage.outcome('anonymous', call('d'.repeat(253)))).toBe(1)
    expect(await stage.outcome('anonymous', call('d'.repeat(254)))).toEqual({ refused: '22023' })
  })

  /** Makes it as if a key had been used so often in this minute, and the next, for the clock may strike. */
  const used = (key: string, times: number) => stage.admin`
    insert into private.turns (key, minute, taken)
    select ${key}, date_trunc('minute', now()) + n * interval '1 minute', ${times}::int from generate_series(0, 1) n
    on conflict (key, minute) do update set taken = excluded.taken`

  it('answers sixty times a minute for one client, and still answers others', async () => {
    await used('domain status of 192.0.2.9/32', 59)
    expect(await stage.outcome('anonymous', call('new.test'), { from: '192.0.2.9' })).toBe(1)
    await used('domain status of 192.0.2.9/32', 60)
    expect(await stage.outcome('anonymous', call('new.test'), { from: '192.0.2.9' })).toEqual({
      refused: 'PT429',
    })
    expect(await stage.outcome('anonymous', call('new.test'), { from: '192.0.2.10' })).toBe(1)
  })

  it('answers others however many networks one stranger has', async () => {
    await stage.as(
      'anonymous',
      async (tx) => {
        for (let turn = 0; turn < 1_300; turn += 1) {
          await tx`select set_config('request.headers', ${`{"x-forwarded-for": "2001:db8:0:${turn.toString(16)}::1"}`}, true)`
          await tx`select public.signup_domain_status('new.test')`
        }
      },
      { keep: true },
    )
    expect(await stage.outcome('anonymous', call('new.test'), { from: '192.0.2.11' })).toBe(1)
  })
})
