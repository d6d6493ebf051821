import type { Circumstances } from '@cairn/testing/software-key'
import { expect, test } from 'vitest'
import { refusal } from './support/fixture.ts'
import { openPasskeySite } from './support/passkey-site.ts'

/** Each is one attempt to get into, or to put a key onto, an account that is not the attacker's. */
const { site, signIn, as, newKey, beginRegistration, beginSignIn, answer, register } = await openPasskeySite()

const VERIFY = '/passkeys/authentication/verify'
const REGISTER = '/passkeys/registration/verify'
const refused = {
  status: 400,
  code: 'webauthn_verification_failed',
  message: 'Credential verification failed',
}
const used = {
  status: 400,
  code: 'webauthn_challenge_not_found',
  message: 'Challenge not found or already used',
}

const sessions = async () => (await site.sql`select from auth.sessions`).count

test.each<[string, Circumstances]>([
  ['on a page of another origin', { origin: 'https://cairn.test.evil.example' }],
  ['on another port of the host', { origin: 'http://cairn.test:8080' }],
  ['over another scheme', { origin: 'https://cairn.test' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['in a frame of another page', { crossOrigin: true }],
  ['without a finger, a face or a PIN', { userVerified: false }],
  ['as an answer to a registration', { type: 'webauthn.create' }],
  ['with the handle of another user', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ['without the handle of a user', { userHandle: null }],
])('a signature made %s signs nobody in', async (_how, circumstances) => {
  const { key } = await register(await signIn())
  const before = await sessions()
  const { challenge_id, options } = await beginSignIn()
  const response = await site.send('POST', VERIFY, answer(challenge_id, key.get(options, circumstances)))
  expect(await refusal(response)).toEqual(refused)
  expect(await sessions()).toBe(before)
  const [row] = await site.sql`select sign_count::int, last_used_at from auth.webauthn_credentials`
  expect(row).toEqual({ sign_count: 0, last_used_at: null })
})

test.each<[string, Circumstances]>([
  ['on a page of another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['in a frame of another page', { crossOrigin: true }],
  ['without a finger, a face or a PIN', { userVerified: false }],
  ['as an answer to a sign-in', { type: 'webauthn.get' }],
])('a key made %s is not added', async (_how, circumstances) => {
  const owner = await signIn()
  const { challenge_id, options } = await beginRegistration(owner)
  const made = newKey().create(options, circumstances)
  expect(await refusal(await as(owner, 'POST', REGISTER, answer(challenge_id, made).body))).toEqual(refused)
  expect((await owner.passkey.list()).data).toEqual([])
})

test('the name of a passkey has no direction characters, and is not made of what cannot be seen', async () => {
  const owner = await signIn()
  const { id } = await register(owner)
  const rename = (friendly_name: string) => as(owner, 'PATCH', `/passkeys/${id}`, { friendly_name })
  expect(await (await rename(' \u202eLap\u200btop\u2069 ')).json()).toMatchObject({ friendly_name: 'Laptop' })
  for (const name of ['\u202e\u2069', '\u3164', 'two\nlines']) {
    expect(await refusal(await rename(name))).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})

test('a challenge is answered once, rightly or wrongly', async () => {
  const { key } = await register(await signIn())
  const { challenge_id, options } = await beginSignIn()
  const message = answer(challenge_id, key.get(options))
  expect((await site.send('POST', VERIFY, message)).status).toBe(200)
  expect(await refusal(await site.send('POST', VERIFY, message))).toEqual(used)

  const second = await beginSignIn()
  const wrong = answer(second.challenge_id, key.get(second.options, { userVerified: false }))
  expect(await refusal(await site.send('POST', VERIFY, wrong))).toEqual(refused)
  const right = answer(second.challenge_id, key.get(second.options))
  expect(await refusal(await site.send('POST', VERIFY, right))).toEqual(used)
})

test('ten answers at the same moment make one session', async () => {
  const { key } = await register(await signIn())
  const before = await sessions()
  const { challenge_id, options } = await beginSignIn()
  const message = answer(challenge_id, key.get(options))
  const responses = await Promise.all(Array.from({ length: 10 }, () => site.send('POST', VERIFY, message)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessions()).toBe(before + 1)
})

test('a signature counts for the challenge that it names, not for another', async () => {
  const { key } = await register(await signIn())
  const theirs = await beginSignIn()
  const mine = await beginSignIn()
  const response = await site.send('POST', VERIFY, answer(mine.challenge_id, key.get(theirs.options)))
  expect(await refusal(response)).toEqual(refused)
})

test('a challenge is over after five minutes', async () => {
  const owner = await signIn()
  const { key } = await register(owner)
  const begun = await beginSignIn()
  const toAdd = await beginRegistration(owner)
  await site.sql`update auth.webauthn_challenges set expires_at = expires_at - interval '5 minutes'`
  const late = await site.send('POST', VERIFY, answer(begun.challenge_id, key.get(begun.options)))
  expect((await refusal(late)).code).toBe('webauthn_challenge_expired')
  const added = await as(
    owner,
    'POST',
    REGISTER,
    answer(toAdd.challenge_id, newKey().create(toAdd.options)).body,
  )
  expect((await refusal(added)).code).toBe('webauthn_challenge_expired')
})

test('a count that goes back, as a copied key has it, signs nobody in', async () => {
  const { key } = await register(await signIn())
  const at = async (signCount: number) => {
    const { challenge_id, options } = await beginSignIn()
    return site.send('POST', VERIFY, answer(challenge_id, key.get(options, { signCount })))
  }
  expect((await at(7)).status).toBe(200)
  expect(await refusal(await at(7))).toEqual(refused)
  expect(await refusal(await at(3))).toEqual(refused)
  expect(await refusal(await at(0))).toEqual(refused)
  expect((await at(8)).status).toBe(200)
})

test('a key that nobody has added is refused, also under the id and the handle of one that is', async () => {
  const owner = await signIn()
  const { key } = await register(owner)
  const foreign = newKey()
  foreign.create((await beginRegistration(owner)).options)
  const unknown = await beginSignIn()
  const plain = answer(unknown.challenge_id, foreign.get(unknown.options))
  expect(await refusal(await site.send('POST', VERIFY, plain))).toEqual(refused)
  const { challenge_id, options } = await beginSignIn()
  const disguised = { ...foreign.get(options), id: key.id, rawId: key.id }
  expect(await refusal(await site.send('POST', VERIFY, answer(challenge_id, disguised)))).toEqual(refused)
})

test("another user's challenge adds nothing, and neither does that of another session", async () => {
  await site.addUser('eve@example.org')
  const owner = await signIn()
  const eve = await signIn('eve@example.org')
  const elsewhere = await signIn()
  const { challenge_id, options } = await beginRegistration(owner)
  const made = answer(challenge_id, newKey().create(options)).body
  expect(await refusal(await as(eve, 'POST', REGISTER, made))).toEqual(used)
  expect(await refusal(await as(elsewhere, 'POST', REGISTER, made))).toEqual(used)
  // Asked for by another user, it is still good for whom it was made for.
  expect((await as(owner, 'POST', REGISTER, made)).status).toBe(200)
  expect((await eve.passkey.list()).data).toEqual([])
})

test('a challenge for adding does not sign in, and one for signing in does not add', async () => {
  const owner = await signIn()
  const { key } = await register(owner)
  const toAdd = await beginRegistration(owner)
  const signed = await site.send('POST', VERIFY, answer(toAdd.challenge_id, key.get(toAdd.options)))
  expect(await refusal(signed)).toEqual(used)
  const toSignIn = await beginSignIn()
  const made = answer(toSignIn.challenge_id, newKey().create(toSignIn.options)).body
  expect(await refusal(await as(owner, 'POST', REGISTER, made))).toEqual(used)
})

test("a key of one user is not added to another's account", async () => {
  await site.addUser('eve@example.org')
  const { key } = await register(await signIn())
  const eve = await signIn('eve@example.org')
  const { challenge_id, options } = await beginRegistration(eve)
  const made = await as(eve, 'POST', REGISTER, answer(challenge_id, key.create(options)).body)
  expect((await refusal(made)).code).toBe('webauthn_credential_exists')
  expect((await eve.passkey.list()).data).toEqual([])
})

test("another user's passkey is not found, to rename or to remove", async () => {
  await site.addUser('eve@example.org')
  const owner = await signIn()
  const { id } = await register(owner)
  const eve = await signIn('eve@example.org')
  const renamed = await as(eve, 'PATCH', `/passkeys/${id}`, { friendly_name: 'Mine' })
  expect(renamed.status).toBe(404)
  expect((await as(eve, 'DELETE', `/passkeys/${id}`)).status).toBe(404)
  expect((await owner.passkey.list()).data).toMatchObject([{ id, friendly_name: 'Passkey' }])
})

test.each([
  ['nothing of a credential', {}],
  ['no base64url', { id: '%%', rawId: '%%', type: 'public-key', response: {} }],
  ['another type', { id: 'AA', rawId: 'AA', type: 'password', response: {} }],
  [
    'client data that is no JSON',
    {
      id: 'AA',
      rawId: 'AA',
      type: 'public-key',
      response: {
        clientDataJSON: 'AAAA',
        attestationObject: 'AAAA',
        authenticatorData: 'AAAA',
        signature: 'AAAA',
      },
    },
  ],
])('%s is refused, not stumbled over', async (_what, credential) => {
  const owner = await signIn()
  const toSignIn = await beginSignIn()
  expect(await refusal(await site.send('POST', VERIFY, answer(toSignIn.challenge_id, credential)))).toEqual(
    refused,
  )
  const toAdd = await beginRegistration(owner)
  expect(
    await refusal(await as(owner, 'POST', REGISTER, answer(toAdd.challenge_id, credential).body)),
  ).toEqual(refused)
})

test('the database keeps no challenge that could be signed', async () => {
  const { options } = await beginSignIn()
  const [row] = await site.sql<{ text: string }[]>`
    select string_agg(c::text, ' ') as text from auth.webauthn_challenges c`
  expect(row?.text).not.toContain(options.challenge)
})
