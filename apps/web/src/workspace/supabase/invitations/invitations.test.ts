import { expect, test } from 'vitest'
import { ACCOUNT, fakeService, json } from '../fake-service.ts'

const service = fakeService()

const NINA = {
  email: 'nina@else.example',
  name: 'Nina',
  jobRole: 'Designer',
  department: 'Studio',
  permissionLevel: 'manager',
} as const
const [INVITE, INVITE_MANY, MAIL, WITHDRAW] = [
  'POST /rest/v1/rpc/invite_member',
  'POST /rest/v1/rpc/invite_members',
  'POST /auth/v1/otp',
  'POST /rest/v1/rpc/withdraw_invitation',
] as const
const LINK = 'https://cairn.example/invitation?token=secret'

/** The service after a sign-in, where invitations are made and mails are refused to some. */
async function open(refused: readonly string[] = []) {
  const opened = await service.openSignedIn()
  service.answer(INVITE, () => json({ id: 'i1', token: 'secret' }))
  service.answer(MAIL, () => {
    const asked = service.sent().at(-1)?.body
    const email = asked !== null && typeof asked === 'object' && 'email' in asked ? String(asked.email) : ''
    const refusal = { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Wait a minute.' }
    return refused.includes(email) ? json(refusal, 429) : json({})
  })
  service.answer(WITHDRAW, () => json(null))
  return opened
}

const asked = () =>
  service
    .calls()
    .filter((call) => !call.startsWith('GET /rest/v1/account'))
    .map((call) => call.split('?')[0])

test('[INV-43, 49, CALL-80] an invitation is one request, with no check before it, and then its mail', async () => {
  const { invitations } = await open()
  await invitations.send(NINA)
  expect(asked()).toEqual([INVITE, MAIL])
  const mail = service.sent().at(-1)
  expect(mail?.call).toContain(`redirect_to=${LINK}`)
  expect(mail?.body).toMatchObject({
    email: NINA.email,
    data: { name: 'Nina', permissionLevel: 'manager', invitedByAccountId: ACCOUNT },
  })
})

test('[INV-44, 47] an invitation whose mail cannot be sent is taken back', async () => {
  const { invitations } = await open([NINA.email])
  await expect(invitations.send(NINA)).rejects.toMatchObject({ message: 'Wait a minute.' })
  expect(asked()).toEqual([INVITE, MAIL, WITHDRAW])
  expect(service.sent().at(-1)?.body).toEqual({ invitation_id_param: 'i1' })
})

test('a refused invitation sends no mail', async () => {
  const { invitations } = await open()
  service.answer(INVITE, () => json({ code: 'LA999', message: 'Not on a Sunday.' }, 400))
  await expect(invitations.send(NINA)).rejects.toMatchObject({ message: 'Not on a Sunday.' })
  expect(asked()).toEqual([INVITE])
})

test('of several, only those whose mail cannot be sent are taken back', async () => {
  const { invitations } = await open(['ben@else.example'])
  const made = ['ana', 'ben'].map((name) => ({
    id: name,
    token: 'secret',
    email: `${name}@else.example`,
    name,
  }))
  service.answer(INVITE_MANY, () => json({ invitations: made, problems: [] }))
  const people = made.map(({ email, name }) => ({ email, name }))
  const told = await invitations.sendMany({ people, department: 'Studio', permissionLevel: 'user' })
  expect(told).toEqual({
    invited: ['ana@else.example'],
    problems: [],
    unsent: [{ email: 'ben@else.example', message: 'Wait a minute.', refusal: null }],
  })
  const takenBack = service.sent().filter(({ call }) => call === WITHDRAW)
  expect(takenBack.map(({ body }) => body)).toEqual([{ invitation_id_param: 'ben' }])
})

test('where one of several cannot be invited, nobody gets a mail', async () => {
  const { invitations } = await open()
  const cleo = { email: 'cleo@else.example', message: 'This person already has an open invitation.' }
  const problems = [{ ...cleo, refusal: 'invitation.already_open' }]
  service.answer(INVITE_MANY, () => json({ invitations: [], problems }))
  const people = [{ email: 'cleo@else.example', name: 'Cleo' }]
  const told = await invitations.sendMany({ people, department: 'Studio', permissionLevel: 'user' })
  const refusal = { code: 'invitation.already_open', parameters: {} }
  expect(told).toEqual({ invited: [], problems: [{ ...cleo, refusal }], unsent: [] })
  expect(asked()).toEqual([INVITE_MANY])
})

test('a limit is told with the moment from which it lets people be invited again', async () => {
  const { invitations } = await open()
  const limit = {
    code: 'PT429',
    message: 'Your account can send at most 200 invitations in 24 hours.',
    details: 'invitation.daily_limit {"retry_at": "2030-01-01T00:00:00+00:00"}',
  }
  service.answer(INVITE_MANY, () => json(limit, 429))
  const people = [{ email: 'cleo@else.example', name: 'Cleo' }]
  await expect(
    invitations.sendMany({ people, department: 'Studio', permissionLevel: 'user' }),
  ).rejects.toMatchObject({ message: limit.message, retryAt: new Date('2030-01-01T00:00:00Z') })
})
