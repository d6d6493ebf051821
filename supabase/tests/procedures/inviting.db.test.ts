import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const invite = (email: string) =>
  `insert into public.pending_invitations (email, name) values ('${email}', 'Nina')`

const MEMBER_ALREADY = {
  message: 'A user with this email already exists in the system.',
  refusal: 'invitation.user_exists',
}
const INVITED_ALREADY = {
  message: 'This person already has an open invitation.',
  refusal: 'invitation.already_open',
}

describe('[CALL-43] an invitation', () => {
  it('[INV-27] [INV-34] [DIS-32] [CALL-79] is open for seven days, as a viewer, in the caller’s name, whatever they send', async () => {
    const [row] = await stage.as(
      'admin',
      (tx) => tx`
        insert into public.pending_invitations (email, name, job_role, department, invited_by, account_id)
        values (' Nina@New.Test ', ${'  Nina\r\n\u202eNew '}, '  ', 'Design', ${ID.deputy}, ${ID.acme})
        returning *, expires_at = now() + interval '7 days' as for_seven_days`,
    )
    expect(row).toMatchObject({
      account_id: ID.acme,
      email: 'nina@new.test',
      name: 'Nina New',
      job_role: null,
      department: 'Design',
      permission_level: 'viewer',
      invited_by: ID.admin,
      accepted_at: null,
      declined_at: null,
      for_seven_days: true,
    })
  })

  it('[DATA-17] has a separate token, of which the table holds the hash', async () => {
    const [row] = await stage.as(
      'admin',
      (tx) => tx`
        select invitation_token, public.get_invitation_token(id) as token
        from public.pending_invitations where id = ${ID.invitation}`,
    )
    expect(row?.['token']).toMatch(/^[\w-]{43}$/)
    expect(row?.['invitation_token']).toBe(createHash('sha256').update(row?.['token']).digest('hex'))
  })

  it.each([
    'nobody',
    'a@b',
    'a b@new.test',
    'a@@new.test',
    'a@new.test,b@new.test',
    'a@new..test',
    'a@nеw.test',
    '\u212a@new.test',
    `${'a'.repeat(320)}@new.test`,
  ])('[INV-36] is refused to %s', async (email) => {
    const attempt = stage.as('admin', (tx) => tx.unsafe(invite(email)))
    await expect(attempt).rejects.toMatchObject({
      code: '23514',
      message: 'Please enter a valid email address.',
    })
  })

  it.each([`'root'`, `''`, 'null'])('[INV-40] is refused with the level %s', async (level) => {
    const statement = `insert into public.pending_invitations (email, name, permission_level)
      values ('nina@new.test', 'Nina', ${level})`
    expect(await stage.outcome('admin', statement)).toEqual({
      refused: level === 'null' ? '23502' : '23514',
    })
  })

  it('[INV-37] is refused without a name', async () => {
    const statement = `insert into public.pending_invitations (email, name) values ('nina@new.test', ' ')`
    expect(await stage.outcome('admin', statement)).toEqual({ refused: '23514' })
  })

  it('[INV-41] [INV-42] is refused to an address of the caller’s own account', async () => {
    const attempt = stage.as('admin', (tx) => tx.unsafe(invite('Uma@acme.test')))
    await expect(attempt).rejects.toMatchObject({
      code: '23505',
      message: 'A user with this email already exists in the system.',
    })
  })

  it('does not tell whether an address is known in another account', async () => {
    expect(await stage.outcome('admin', invite('rex@rival.test'))).toBe(1)
    expect(await stage.outcome('admin', invite('nobody@rival.test'))).toBe(1)
  })

  it('is sent once to an address while it is open', async () => {
    const attempt = stage.as('admin', (tx) => tx.unsafe(invite('IVY@else.test')))
    await expect(attempt).rejects.toMatchObject({
      code: '23505',
      message: 'This person already has an open invitation.',
    })
    expect(await stage.outcome('rival', invite('ivy@else.test'))).toBe(1)
  })

  it('can be sent again once the first was revoked or has expired, of which then nothing is left', async () => {
    const left = await stage.as('admin', async (tx) => {
      await tx`update public.pending_invitations set declined_at = now() where id = ${ID.invitation}`
      await tx.unsafe(invite('ivy@else.test'))
      await tx`set local role service_role`
      await tx`update public.pending_invitations set expires_at = now() where email = 'ivy@else.test'`
      await tx`set local role authenticated`
      await tx.unsafe(invite('ivy@else.test'))
      return tx`
        select declined_at is not null as revoked, expires_at > now() as open
        from public.pending_invitations where email = 'ivy@else.test' order by 1 desc`
    })
    expect(left.map((row) => ({ ...row }))).toEqual([
      { revoked: true, open: false },
      { revoked: false, open: true },
    ])
  })

  it('is sent two hundred times a day, and then not even in one statement with others', async () => {
    const many = (count: number) => `
      insert into public.pending_invitations (email, name)
      select format('guest%s@new.test', n), 'Guest' from generate_series(1, ${count}) n`
    // Two of the cast's are from today.
    expect(await stage.outcome('admin', many(198))).toBe(198)
    expect(await stage.outcome('admin', many(199))).toEqual({ refused: 'PT429' })
    const revokedInBetween = await stage.as('admin', async (tx) => {
      await tx.unsafe(many(198))
      await tx`update public.pending_invitations set declined_at = now()`
      return outcomeOf(tx.unsafe(invite('one.more@new.test')))
    })
    expect(revokedInBetween).toEqual({ refused: 'PT429' })
    expect(await stage.outcome('rival', many(199))).toBe(199)
  })

  it('counts for the day also when it was withdrawn or expired, and is in the audit log then', async () => {
    const [refused, left, log] = await stage.as('admin', async (tx) => {
      await tx.unsafe(`
        insert into public.pending_invitations (email, name)
        select format('guest%s@new.test', n), 'Guest' from generate_series(1, 198) n`)
      await tx`select public.withdraw_invitation(id) from public.pending_invitations where email = 'guest1@new.test'`
      const left = await tx`select from public.pending_invitations where email = 'guest1@new.test'`
      await tx`set local role service_role`
      await tx`delete from public.pending_invitations where email = 'guest2@new.test'`
      const log = await tx`
        select action, user_id from public.security_audit_log
        where action in ('invitation_created', 'invitation_revoked') and account_id = ${ID.acme} and resource_id in (
          select resource_id from public.security_audit_log where action = 'invitation_revoked' and account_id = ${ID.acme}
        )
        order by created_at`
      await tx`set local role authenticated`
      return [
        await outcomeOf(tx.unsafe(invite('one.more@new.test'))),
        left.length,
        log.map((row) => ({ ...row })),
      ]
    })
    expect(left).toBe(0)
    expect(log).toEqual([
      { action: 'invitation_created', user_id: ID.admin },
      { action: 'invitation_revoked', user_id: ID.admin },
    ])
    expect(refused).toEqual({ refused: 'PT429' })
  })
})

describe('invite_member', () => {
  it('[DIS-41] [INV-33] invites and answers with what the screen needs', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      const [answer] = await tx<[{ answer: { id: string; token: string } }]>`
        select public.invite_member('Nina@new.test', 'Nina', 'Designer', 'Design', 'manager') as answer`
      return tx`
        select ${answer.answer.token} = public.get_invitation_token(id) as tells_token, email, name, job_role,
          department, permission_level, invited_by
        from public.pending_invitations where id = ${answer.answer.id}`
    })
    expect(row).toEqual({
      tells_token: true,
      email: 'nina@new.test',
      name: 'Nina',
      job_role: 'Designer',
      department: 'Design',
      permission_level: 'manager',
      invited_by: ID.admin,
    })
  })

  it('[DIS-33] follows the rules of the table', async () => {
    const call = (email: string) => `select public.invite_member('${email}', 'Nina')`
    expect(await stage.outcome('admin', call('uma@acme.test'))).toEqual({ refused: '23505' })
    expect(await stage.outcome('admin', call('nobody'))).toEqual({ refused: '23514' })
    await expect(stage.as('manager', (tx) => tx.unsafe(call('nina@new.test')))).rejects.toMatchObject({
      code: '42501',
      message: 'Only account owners can manage invitations.',
    })
  })
})

describe('get_invitation_problems', () => {
  it('marks members of the account, and who is invited to it, and says nothing of another account', async () => {
    const [own] = await stage.admin`select email from public.profiles where id = ${ID.deputy}`
    const [foreign] = await stage.admin`select email from public.profiles where id = ${ID.rival}`
    const email = `${String(own?.['email'])}`
    const stranger = `${String(foreign?.['email'])}`
    const problems = (person: Person, addresses: string[]) =>
      stage.as(person, async (tx) => {
        await tx`insert into public.pending_invitations (email, name) values ('open@new.test', 'Olga')`
        const [row] =
          await tx`select public.get_invitation_problems(${`{${addresses.join()}}`}::text[]) as found`
        return row?.['found']
      })
    const asked = [email.toUpperCase(), stranger, 'open@new.test', 'nobody@new.test']
    const found = await problems('admin', asked)
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining([
        { email: email.toUpperCase(), ...MEMBER_ALREADY },
        { email: 'open@new.test', ...INVITED_ALREADY },
      ]),
    )
    // The other account sees its own member, and its own invitation, alone.
    const others = await problems('rival', [email, stranger])
    expect(others).toEqual([{ email: stranger, ...MEMBER_ALREADY }])
  })

  it('takes up to a hundred addresses', async () => {
    const many = `select public.get_invitation_problems(array(select n::text from generate_series(1, 101) n))`
    expect(await stage.outcome('admin', many)).toEqual({ refused: '22023' })
    expect(await stage.outcome('admin', `select public.get_invitation_problems('{}')`)).toEqual({
      refused: '22023',
    })
  })
})

describe('invite_members', () => {
  const people = (...emails: string[]) => emails.map((email) => ({ email, name: 'Nina' }))
  const call = (tx: postgres.TransactionSql, given: object) =>
    tx<[{ answer: { invitations: Record<string, unknown>[]; problems: unknown[] } }]>`
      select public.invite_members(${JSON.stringify(given)}::text::jsonb, 'Studio', 'user') as answer`

  it('invites everybody with one level and department', async () => {
    const { answer, rows } = await stage.as('admin', async (tx) => {
      const [first] = await call(tx, people('Nina@New.Test', 'ben@new.test'))
      const stored = await tx`
        select email, department, job_role, permission_level from public.pending_invitations
        where email like '%@new.test' order by email`
      return { answer: first.answer, rows: stored.map((row) => ({ ...row })) }
    })
    const common = { department: 'Studio', job_role: null, permission_level: 'user' }
    expect(rows).toEqual([
      { email: 'ben@new.test', ...common },
      { email: 'nina@new.test', ...common },
    ])
    expect(answer.problems).toEqual([])
    expect(answer.invitations.map(({ email }) => email)).toEqual(['Nina@New.Test', 'ben@new.test'])
    for (const { token } of answer.invitations) expect(token).toMatch(/^[\w-]{43}$/)
  })

  it('invites nobody where one is wrong, and says what is wrong with which', async () => {
    const { answer, left } = await stage.as('admin', async (tx) => {
      const given = people('ben@new.test', 'BEN@new.test', 'uma@ACME.test', 'ivy@else.test', 'nobody')
      const [first] = await call(tx, [...given, { email: 'nameless@new.test' }])
      const stored = await tx`select from public.pending_invitations where email like '%@new.test'`
      return { answer: first.answer, left: stored.length }
    })
    expect(answer).toEqual({
      invitations: [],
      problems: [
        { email: 'BEN@new.test', ...INVITED_ALREADY },
        { email: 'uma@ACME.test', ...MEMBER_ALREADY },
        { email: 'ivy@else.test', ...INVITED_ALREADY },
        { email: 'nobody', message: 'Please enter a valid email address.', refusal: 'email.invalid' },
        {
          email: 'nameless@new.test',
          message: 'Name must have 1 to 120 characters.',
          refusal: 'name.length',
        },
      ],
    })
    expect(left).toBe(0)
  })

  it('is for admins, for 1 to 100 people, and for levels that there are', async () => {
    const attempt = (actor: Person, given: object) => stage.as(actor, (tx) => call(tx, given))
    await expect(attempt('manager', people('a@new.test'))).rejects.toThrow(
      'Only account owners can manage invitations.',
    )
    const crowd = people(...Array.from({ length: 101 }, (_, index) => `guest${index}@new.test`))
    for (const given of [[], {}, crowd])
      await expect(attempt('admin', given)).rejects.toThrow('You can invite 1 to 100 people at once.')
  })

  it('says when so many fit again', async () => {
    const wait = stage.as('admin', async (tx) => {
      await tx.unsafe(`
        insert into public.pending_invitations (email, name)
        select format('guest%s@new.test', n), 'Guest' from generate_series(1, 150) n`)
      await call(tx, people(...Array.from({ length: 50 }, (_, index) => `more${index}@new.test`)))
    })
    await expect(wait).rejects.toMatchObject({
      code: 'PT429',
      message: 'Your account can send at most 200 invitations in 24 hours.',
      detail: expect.stringMatching(/^invitation\.daily_limit \{"retry_at": "\d{4}-\d\d-\d\dT[^"]+"\}$/),
    })
  })
})
