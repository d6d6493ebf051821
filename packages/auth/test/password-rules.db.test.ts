import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSite, PASSWORD, refusal, SETTINGS, tokenHashIn } from './support/fixture.ts'

// As installed: 60 percent at sign-up, 12 characters with a digit and a sign for a change.
const { site, mailbox } = await openTestSite({
  settings: {
    passwords: {
      ...SETTINGS.passwords,
      atChange: { minimumLength: 12, requiredCharacters: ['0123456789', '@$!%*?&'], minimumStrength: 0 },
    },
  },
})

const PLAIN = 'aaaaaaaa'
/** Enough for a sign-up, and not for a change. */
const FIRST = 'Mountain-7'
const LATER = 'Mountains-77!'

let serial = 0
function freshAddress(): string {
  serial += 1
  return `password${serial}@example.org`
}

async function signedIn() {
  const email = freshAddress()
  const id = await site.addUser(email)
  const { data } = await site.browser().signInWithPassword({ email, password: PASSWORD })
  return { id, headers: { authorization: `Bearer ${data.session?.access_token}` } }
}

async function signUpLink() {
  const email = freshAddress()
  expect((await site.send('POST', '/signup', { body: { email, password: FIRST } })).status).toBe(200)
  return { type: 'signup', token_hash: tokenHashIn((await mailbox.next(email)).text) }
}

type SetPassword = (password: string) => Promise<Response>

/** Everything that sets the first password of an account. */
const FIRSTS: [string, SetPassword][] = [
  ['a sign-up', (password) => site.send('POST', '/signup', { body: { email: freshAddress(), password } })],
  [
    'a user of the operator',
    (password) =>
      site.send('POST', '/admin/users', { body: { email: freshAddress(), password }, asAdmin: true }),
  ],
  [
    'a link of the operator',
    (password) =>
      site.send('POST', '/admin/generate_link', {
        body: { type: 'signup', email: freshAddress(), password },
        asAdmin: true,
      }),
  ],
]

/** Everything that sets a password in the place of another one. */
const CHANGES: [string, SetPassword][] = [
  [
    'a change by its user',
    async (password) => {
      const { headers } = await signedIn()
      return site.send('PUT', '/user', { body: { password }, headers })
    },
  ],
  [
    'a recovery',
    async (password) => {
      const email = freshAddress()
      await site.addUser(email)
      await site.send('POST', '/recover', { body: { email } })
      const body = { type: 'recovery', token_hash: tokenHashIn((await mailbox.next(email)).text) }
      const verified = await site.send('POST', '/verify', { body })
      const { access_token } = z.object({ access_token: z.string() }).parse(await verified.json())
      return site.send('PUT', '/user', {
        body: { password },
        headers: { authorization: `Bearer ${access_token}` },
      })
    },
  ],
  [
    'a password that takes the place of that of the sign-up',
    async (password) =>
      site.send('POST', '/verify', { body: { ...(await signUpLink()), new_password: password } }),
  ],
  [
    'a change by the operator',
    async (password) => {
      const { id } = await signedIn()
      return site.send('PUT', `/admin/users/${id}`, { body: { password }, asAdmin: true })
    },
  ],
]

describe('[DIS-01] the first password of an account', () => {
  test.each(FIRSTS)(
    '%s: is refused below 60 percent and 8 characters, with the reasons',
    async (_what, set) => {
      for (const [password, reasons] of [
        [PLAIN, ['characters']],
        ['aaaaaaa', ['length', 'characters']],
        ['aB1!', ['length']],
      ] as const) {
        const answer = await set(password)
        expect(answer.status).toBe(422)
        expect(await answer.json()).toMatchObject({ error_code: 'weak_password', weak_password: { reasons } })
      }
      expect((await set(FIRST)).status).toBe(200)
    },
  )
})

describe('[DIS-01] [SEC-19] [SEC-20] a password that takes the place of another', () => {
  test.each(CHANGES)('%s: is refused where it is good for a sign-up alone', async (_what, set) => {
    for (const password of [PLAIN, FIRST]) {
      expect(await refusal(await set(password))).toMatchObject({ status: 422, code: 'weak_password' })
    }
    expect((await set(LATER)).status).toBe(200)
  })
})

test('a refused sign-up leaves nothing behind, and is told alike for an address that has an account', async () => {
  const [known, stranger] = [freshAddress(), freshAddress()]
  await site.addUser(known)
  const answers = await Promise.all(
    [known, stranger].map(async (email) => {
      const answer = await site.send('POST', '/signup', { body: { email, password: PLAIN } })
      return { status: answer.status, text: await answer.text() }
    }),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(await site.sql`select from auth.users where email = ${stranger}`).toHaveLength(0)
})
