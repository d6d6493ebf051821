import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestSite, PASSWORD, refusal, tokenHashIn } from './support/fixture.ts'
import { untilAnswered } from './support/until-answered.ts'

const { site, mailbox } = await openTestSite()

interface Flow {
  code: string
  verifier: string
}

/** Signs up, follows the link, and returns the code that it brought. */
async function begin(email: string): Promise<Flow> {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const body = { email, password: PASSWORD, code_challenge, code_challenge_method: 's256' }
  expect((await site.send('POST', '/signup', { body })).status).toBe(200)
  const token = tokenHashIn((await mailbox.next(email)).text)
  const response = await site.send('GET', `/verify?type=signup&token=${token}`)
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code')
  return { code: code ?? '', verifier }
}

function exchange(auth_code: unknown, code_verifier: unknown): Promise<Response> {
  return site.send('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })
}

describe('a code', () => {
  test('is good for one session', async () => {
    const { code, verifier } = await begin('once@example.org')
    expect((await exchange(code, verifier)).status).toBe(200)
    expect(await refusal(await exchange(code, verifier))).toMatchObject({
      status: 404,
      code: 'flow_state_not_found',
    })
  })

  test('is good for one session, also ten times at the same moment', async () => {
    const { code, verifier } = await begin('parallel@example.org')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilAnswered(() => exchange(code, verifier))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ])
  })

  test('is worth nothing without the verifier of the browser that began', async () => {
    const { code, verifier } = await begin('other-verifier@example.org')
    const attacker = await exchange(code, randomBytes(32).toString('base64url'))
    expect(await refusal(attacker)).toMatchObject({ status: 400, code: 'bad_code_verifier' })
    expect((await exchange(code, verifier)).status).toBe(200)
  })

  test('expires after 5 minutes', async () => {
    const { code, verifier } = await begin('late@example.org')
    await site.sql`update auth.flow_state set auth_code_issued_at = now() - interval '5 minutes 1 second'`
    expect(await refusal(await exchange(code, verifier))).toMatchObject({
      status: 422,
      code: 'flow_state_expired',
    })
  })

  test('is not in the database', async () => {
    const { code } = await begin('stored@example.org')
    const rows = await site.sql`select f::text as text from auth.flow_state f where auth_code is not null`
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => String(row['text']).includes(code))).toEqual([])
  })

  test.each([
    [null, 'verifier'],
    ['code', null],
    ['', ''],
    [{ a: 1 }, 'verifier'],
  ])('is asked for properly: %j %j', async (code, verifier) => {
    expect(await refusal(await exchange(code, verifier))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('is refused where it was not issued by us', async () => {
    expect(await refusal(await exchange('nonsense\0', 'verifier'))).toMatchObject({
      code: 'flow_state_not_found',
    })
  })
})

test('says how the user signed in', async () => {
  const { code, verifier } = await begin('amr@example.org')
  const body = z.object({ access_token: z.string() }).parse(await (await exchange(code, verifier)).json())
  const claims = await site.auth.verifyAccessToken(body.access_token)
  expect(claims.amr.map(({ method }) => method)).toEqual(['email/signup'])
})
