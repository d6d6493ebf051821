import { randomUUID } from 'node:crypto'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Cairn, freshDomain, openCairn, type SignedIn } from './support/cairn.ts'
import { contentsOf } from './support/contents.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'

let cairn: Cairn

beforeAll(async () => {
  cairn = await openCairn()
})

afterAll(() => cairn.close())

/** An organization with an admin and one other member, both signed in. */
async function organisation(level: 'viewer' | 'user' | 'manager' | 'admin') {
  const domain = freshDomain()
  const founder = await arrangePerson(cairn.database, { email: `ada@${domain}`, name: 'Ada' })
  const second = await arrangePerson(cairn.database, { email: `ben@${domain}`, name: 'Ben', level })
  const [admin, member] = await Promise.all([cairn.signedIn(founder), cairn.signedIn(second)])
  const { error } = await admin.client.from('systems').insert({ name: 'Billing' })
  expect(error).toBeNull()
  return { admin, member }
}

/** Prepares a request that keeps using the same access token. */
function readWith({ token }: SignedIn) {
  return cairn.send({ path: '/rest/v1/systems?select=name', headers: { authorization: `Bearer ${token}` } })
}

async function levelOf(userId: string): Promise<unknown> {
  const [row] =
    await cairn.database`select permission_level from public.account_members where user_id = ${userId}`
  return row?.['permission_level']
}

describe('lost access counts at once', () => {
  it('[CALL-78] an access token is refused after sign-out', async () => {
    const { member } = await organisation('user')
    expect((await readWith(member)).json).toEqual([{ name: 'Billing' }])
    const { error } = await member.client.auth.signOut()
    expect(error).toBeNull()
    expectDataRefusal(await readWith(member), 401, 'PGRST303')
    const user = await cairn.send({
      path: '/auth/v1/user',
      headers: { authorization: `Bearer ${member.token}` },
    })
    expectAuthRefusal(user, 403, 'session_not_found')
    const body = { refresh_token: member.refreshToken }
    const again = await cairn.send({ method: 'POST', path: '/auth/v1/token?grant_type=refresh_token', body })
    expectAuthRefusal(again, 400, 'refresh_token_not_found')
  })

  it('signing out everywhere ends the other browser, signing out here does not', async () => {
    const { member } = await organisation('user')
    const elsewhere = await cairn.signedIn({ email: await emailOf(member) })
    await member.client.auth.signOut({ scope: 'local' })
    expect((await readWith(elsewhere)).status).toBe(200)
    const third = await cairn.signedIn({ email: await emailOf(elsewhere) })
    await third.client.auth.signOut({ scope: 'global' })
    expectDataRefusal(await readWith(elsewhere), 401, 'PGRST303')
  })

  it('a person who was removed sees nothing and changes nothing', async () => {
    const { admin, member } = await organisation('manager')
    expect((await readWith(member)).json).toEqual([{ name: 'Billing' }])
    const { error } = await admin.client.from('account_members').delete().eq('user_id', member.userId)
    expect(error).toBeNull()
    const before = await contentsOf(cairn.database)
    expect((await readWith(member)).json).toEqual([])
    expect((await member.client.from('systems').insert({ name: 'Mine' })).error?.code).toBe('42501')
    expect((await member.client.from('systems').delete().neq('name', '').select()).data).toEqual([])
    expect((await member.client.from('account_members').select('user_id')).data).toEqual([])
    expect((await member.client.rpc('get_account_team_member_profiles')).data).toEqual([])
    expect(await contentsOf(cairn.database)).toEqual(before)
  })

  it('[PERM-04] a person who was demoted may no longer do what they could a moment ago', async () => {
    const { admin, member } = await organisation('manager')
    const rename = (name: string) =>
      member.client.from('systems').update({ name }).neq('name', '').select('name')
    expect((await rename('Ledger')).data).toEqual([{ name: 'Ledger' }])
    const demoted = await admin.client
      .from('account_members')
      .update({ permission_level: 'viewer' })
      .eq('user_id', member.userId)
    expect(demoted.error).toBeNull()
    expect((await rename('Mine')).data).toEqual([])
    expect((await readWith(member)).json).toEqual([{ name: 'Ledger' }])
  })

  it('a person whose user was deleted is signed out', async () => {
    const { member } = await organisation('user')
    await cairn.database`delete from auth.users where id = ${member.userId}`
    expectDataRefusal(await readWith(member), 401, 'PGRST303')
  })
})

async function emailOf({ client }: SignedIn): Promise<string> {
  const { data } = await client.auth.getUser()
  return data.user?.email ?? ''
}

describe('no member raises their own level', () => {
  let member: SignedIn
  let admin: SignedIn

  beforeEach(async () => {
    const found = await organisation('manager')
    member = found.member
    admin = found.admin
  })

  const table = () => member.client.from('account_members')
  const ways: [how: string, attempt: () => PromiseLike<{ error: { code?: string } | null }>, code: string][] =
    [
      [
        'in the membership',
        () => table().update({ permission_level: 'admin' }).eq('user_id', member.userId),
        '42501',
      ],
      [
        'with the filter forgotten',
        () => table().update({ permission_level: 'admin' }).neq('role', 'x'),
        '42501',
      ],
      [
        'by upsert',
        () =>
          table().upsert({ user_id: member.userId, permission_level: 'admin' }, { onConflict: 'user_id' }),
        '42501',
      ],
      [
        'by joining once more',
        () => table().insert({ user_id: member.userId, permission_level: 'admin' }),
        '42501',
      ],
      [
        'by becoming the owner',
        () => table().update({ role: 'owner' }).eq('user_id', member.userId),
        '42501',
      ],
      [
        '[PERM-20] in the profile',
        () => member.client.from('profiles').update({ permission_level: 'admin' }).eq('id', member.userId),
        '42501',
      ],
      [
        'by the procedure for it, which is not there',
        () =>
          member.client.rpc('secure_update_user_permission', {
            target_user_id: member.userId,
            new_permission_level: 'admin',
          }),
        'PGRST202',
      ],
    ]
  it.each(ways)('%s', async (_how, attempt, code) => {
    expect((await attempt()).error?.code).toBe(code)
    expect(await levelOf(member.userId)).toBe('manager')
  })

  it('through metadata: it stays display text', async () => {
    const data = { permission_level: 'admin', role: 'service_role', app_metadata: { role: 'admin' } }
    expect((await member.client.auth.updateUser({ data })).error).toBeNull()
    const { data: fresh } = await member.client.auth.refreshSession()
    expect(fresh.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } })
    expect(
      (await member.client.from('account_members').delete().eq('user_id', admin.userId).select('user_id'))
        .data,
    ).toEqual([])
    expect(await levelOf(member.userId)).toBe('manager')
  })

  it('a manager can neither make an admin nor change one', async () => {
    const domain = (await emailOf(member)).split('@')[1]
    const third = await arrangePerson(cairn.database, { email: `eve@${domain}`, name: 'Eve' })
    const raised = await table().update({ permission_level: 'admin' }).eq('user_id', third.id)
    expect(raised.error?.code).toBe('42501')
    const demoted = await table()
      .update({ permission_level: 'user' })
      .eq('user_id', admin.userId)
      .select('user_id')
    expect(demoted.data).toEqual([])
    expect([await levelOf(third.id), await levelOf(admin.userId)]).toEqual(['viewer', 'admin'])
  })
})

describe('an account keeps an admin', () => {
  it('the only one can neither leave nor step down', async () => {
    const { admin } = await organisation('manager')
    const table = () => admin.client.from('account_members')
    expect((await table().delete().eq('user_id', admin.userId)).error?.code).toBe('LA001')
    expect(
      (await table().update({ permission_level: 'user' }).eq('user_id', admin.userId)).error,
    ).not.toBeNull()
    expect((await table().delete().neq('role', 'x')).error?.code).toBe('LA001')
    expect(await levelOf(admin.userId)).toBe('admin')
  })

  it('of two who remove each other at the same moment, one stays', async () => {
    const { admin, member } = await organisation('admin')
    const remove = (by: SignedIn, whom: SignedIn) =>
      by.client.from('account_members').delete().eq('user_id', whom.userId).select('user_id')
    await Promise.all([remove(admin, member), remove(member, admin)])
    const levels = [await levelOf(admin.userId), await levelOf(member.userId)]
    expect(levels.filter((level) => level === 'admin')).toHaveLength(1)
  })
})

describe('the server sets author and time', () => {
  it('[DATA-25] [CALL-32] created_by and updated_by are the member who writes', async () => {
    const { admin, member } = await organisation('user')
    const { data, error } = await member.client
      .from('systems')
      .insert({ name: 'Forged', created_by: admin.userId, updated_by: admin.userId })
      .select('created_by, updated_by')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ created_by: member.userId, updated_by: member.userId })
  })

  it('[CALL-33] updated_at is now, whatever is sent', async () => {
    const { admin } = await organisation('user')
    const { data } = await admin.client
      .from('systems')
      .update({ description: 'x', updated_at: '2001-01-01T00:00:00Z' })
      .eq('name', 'Billing')
      .select('updated_at')
      .single()
    expect(Date.now() - Date.parse(data?.updated_at)).toBeLessThan(60_000)
  })

  it.each(['id', 'account_id', 'created_at', 'created_by'])(
    '%s of a system never changes',
    async (column) => {
      const { admin } = await organisation('user')
      const value = column === 'created_at' ? '2001-01-01T00:00:00Z' : randomUUID()
      const { error } = await admin.client
        .from('systems')
        .update({ [column]: value })
        .eq('name', 'Billing')
      expect(error?.code).toBe('42501')
    },
  )
})
