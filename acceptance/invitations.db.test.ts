import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, freshDomain, openCairn, type SignedIn } from './support/cairn.ts'
import { expectDataRefusal, expectNoInternals } from './support/refusal.ts'

let cairn: Cairn
let mailbox: Mailbox
let admin: SignedIn
let viewer: SignedIn

beforeAll(async () => {
  mailbox = await openMailbox()
  cairn = await openCairn({ SMTP_URL: mailbox.url })
  const ada = { email: 'ada@acme.example', name: 'Ada Acme' }
  const vic = { email: 'vic@acme.example', name: 'Vic Acme' }
  await arrangePerson(cairn.database, ada)
  await arrangePerson(cairn.database, vic)
  admin = await cairn.signedIn(ada)
  viewer = await cairn.signedIn(vic)
})

afterAll(async () => {
  await cairn.close()
  await mailbox.close()
})

const invited = z.object({ id: z.uuid(), token: z.string(), expires_at: z.iso.datetime({ offset: true }) })

async function invite(email: string, level = 'user') {
  const { data, error } = await admin.client.rpc('invite_member', {
    email_param: email,
    name_param: 'Nina Invited',
    job_role_param: 'Designer',
    department_param: 'Design',
    permission_level_param: level,
  })
  expect(error).toBeNull()
  return invited.parse(data)
}

/** A person at a public mail provider, who has confirmed the address. */
async function loner(email: string): Promise<SignedIn> {
  await arrangePerson(cairn.database, { email, name: 'Nina Newman' })
  return cairn.signedIn({ email })
}

const accept = (person: SignedIn, token: string, userEmail: string) =>
  person.client.functions.invoke('accept-invitation', { body: { token, userEmail } })

async function refusalOf(error: unknown): Promise<{ status: number; body: unknown }> {
  if (!(error instanceof FunctionsHttpError)) throw new Error(`Not refused: ${String(error)}`)
  const answer: Response = error.context
  return { status: answer.status, body: await answer.json() }
}

describe('an invitation', () => {
  it('[CALL-22] [CALL-74] [CALL-75] [INV-32] is sent, looked at by a visitor, accepted by the invited', async () => {
    const { id, token } = await invite('nina@gmail.com', 'manager')
    const listed = await admin.client
      .from('pending_invitations')
      .select('*')
      .order('created_at', { ascending: false })
    expect(listed.data).toMatchObject([{ id, email: 'nina@gmail.com', permission_level: 'manager' }])

    const seen = await cairn.browser().functions.invoke('validate-invitation', { body: { token } })
    expect(seen).toMatchObject({ error: null })
    expect(seen.data).toEqual({
      valid: true,
      reason: null,
      account_name: 'Acme',
      inviter_name: 'Ada Acme',
      expires_at: expect.any(String),
    })

    const nina = await loner('nina@gmail.com')
    expect((await accept(nina, token, 'Nina@gmail.com')).data).toEqual({
      success: true,
      account_name: 'Acme',
      error: null,
      refusal: null,
    })
    const membership = await nina.client
      .from('account_members')
      .select('permission_level, accounts!account_members_account_id_fkey(name)')
      .eq('user_id', nina.userId)
      .single()
    expect(membership.data).toEqual({ permission_level: 'manager', accounts: { name: 'Acme' } })
    const again = await cairn.browser().functions.invoke('validate-invitation', { body: { token } })
    expect(again.data).toMatchObject({ valid: false, reason: 'invalid_or_expired', account_name: null })
  })

  it('[CALL-43] [CALL-44] is sent and revoked through the table as well', async () => {
    const [account] = await cairn.database<
      [{ id: string }]
    >`select id from public.accounts where name = 'Acme'`
    const row = {
      email: 'tom@else.example',
      name: 'Tom',
      job_role: 'Clerk',
      department: 'Office',
      permission_level: 'viewer',
      invited_by: admin.userId,
      account_id: account.id,
    }
    expect((await admin.client.from('pending_invitations').insert(row)).status).toBe(201)
    const revoked = await admin.client
      .from('pending_invitations')
      .update({ declined_at: new Date().toISOString() })
      .eq('email', row.email)
      .select('declined_at')
      .single()
    expect(revoked.data).toEqual({ declined_at: expect.any(String) })
    expect(await viewer.client.from('pending_invitations').insert(row)).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'Only account owners can manage invitations.' },
    })
  })

  it('[GAP-30] lets an address of a public mail provider sign up, and is accepted after it is confirmed', async () => {
    const email = `${freshDomain()}@gmail.com`
    const signUp = () => cairn.browser().auth.signUp({ email, password: PASSWORD })
    expect((await signUp()).error).toMatchObject({ status: 403 })
    const { token } = await invite(email)
    expect((await signUp()).error).toBeNull()
    const { text = '' } = await mailbox.next(email)
    const client = cairn.browser()
    const confirmed = await client.auth.verifyOtp({
      type: 'signup',
      token_hash: /token_hash=([\w-]+)/.exec(text)?.[1] ?? '',
    })
    expect(confirmed.error).toBeNull()
    const answer = await client.functions.invoke('accept-invitation', { body: { token, userEmail: email } })
    expect(answer.data).toMatchObject({ success: true, account_name: 'Acme' })
  })

  it('[DIS-18] [INV-25] is refused in words to a person to whom it was not sent, and to a member of another account', async () => {
    const { token } = await invite('rex@rival.example')
    const stranger = await loner('lou@gmail.com')
    expect((await accept(stranger, token, 'rex@rival.example')).data).toEqual({
      success: false,
      account_name: null,
      error: 'This invitation was sent to another address.',
      refusal: 'invitation.other_address',
    })
    await cairn.database`
      update public.pending_invitations set email = 'vic@acme.example' where email = 'rex@rival.example'`
    expect((await accept(viewer, token, 'vic@acme.example')).data).toMatchObject({
      success: false,
      error: 'You already belong to Acme.',
      refusal: 'invitation.already_member {"account": "Acme"}',
    })
  })
})

describe('a server function', () => {
  it('says who is not signed in', async () => {
    const { error } = await cairn
      .browser()
      .functions.invoke('accept-invitation', { body: { token: 't', userEmail: 'a@b.example' } })
    expect(await refusalOf(error)).toEqual({
      status: 401,
      body: { code: '42501', message: 'You are not signed in.' },
    })
  })

  it('says what is wrong with a payload', async () => {
    const { error } = await cairn
      .browser()
      .functions.invoke('validate-invitation', { body: { token: ['t'] } })
    expect(await refusalOf(error)).toEqual({
      status: 400,
      body: { code: 'INVALID_PAYLOAD', message: 'token must be a text of 1 to 1,000 characters.' },
    })
  })

  it('is not found under another name', async () => {
    const { error } = await admin.client.functions.invoke('validate-invitations', { body: {} })
    expect(await refusalOf(error)).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Requested function was not found' },
    })
  })

  const path = '/functions/v1/validate-invitation'
  const body = { token: 't' }
  it.each([
    ['without a key', { method: 'POST', path, body, headers: { apikey: '' } }, 401, 'PGRST301'],
    [
      'with a token that is none',
      { method: 'POST', path, body, headers: { authorization: 'Bearer x' } },
      401,
      'PGRST301',
    ],
    ['of more than a megabyte', { method: 'POST', path, body: 'x'.repeat(1_100_000) }, 413, 'PGRST100'],
  ])('is not called %s', async (_how, message, status, code) => {
    expectDataRefusal(await cairn.send(message), status, code)
  })

  it('answers other methods with what it takes', async () => {
    const answer = await cairn.send({ path })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST', 'cache-control': 'no-store' } })
    expectNoInternals(answer)
  })

  it('counts by peer', async () => {
    const ask = () => cairn.send({ method: 'POST', path, body, headers: { 'x-forwarded-for': '192.0.2.7' } })
    // More than once only where a minute ends in between.
    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 70 }, ask))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused[0]?.json).toEqual({
        code: 'PT429',
        message: 'Too many requests.',
        details: 'request.too_many',
      })
    }, PATIENTLY)
  })
})
