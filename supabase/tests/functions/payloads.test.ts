import { describe, expect, it } from 'vitest'
import type { CallProcedure } from '../../functions/_shared/server-function.ts'
import { acceptInvitation } from '../../functions/accept-invitation/handler.ts'
import { validateInvitation } from '../../functions/validate-invitation/handler.ts'

const ANSWER = '{"valid":true}'

/** Calls a function. Returns its answer, and its requests to the database. */
async function call(
  handle: typeof validateInvitation,
  request: Request,
  answer = new Response(ANSWER),
): Promise<{ status: number; body: unknown; headers: Headers; asked: unknown[] }> {
  const asked: unknown[] = []
  const procedure: CallProcedure = async (name, args) => {
    asked.push([name, args])
    return answer
  }
  const response = await handle(request, procedure)
  return { status: response.status, body: await response.json(), headers: response.headers, asked }
}

const post = (body: string) => new Request('http://functions.test/', { method: 'POST', body })

describe('a payload', () => {
  it('[CALL-74] of validate-invitation is a token', async () => {
    expect(await call(validateInvitation, post('{"token":"t","more":[1]}'))).toMatchObject({
      status: 200,
      body: JSON.parse(ANSWER),
      asked: [['validate_invitation', { token_param: 't' }]],
    })
  })

  it('[CALL-75] of accept-invitation is a token and an address', async () => {
    expect(await call(acceptInvitation, post('{"token":"t","userEmail":"a@b.test"}'))).toMatchObject({
      status: 200,
      asked: [['accept_invitation', { token_param: 't', user_email_param: 'a@b.test' }]],
    })
  })

  const OBJECT = 'The body must be a JSON object.'
  const JSON_ONLY = 'The body must be JSON.'
  const TOKEN = 'token must be a text of 1 to 1,000 characters.'
  const refused: readonly [title: string, body: string, message: string][] = [
    ['nothing', '', JSON_ONLY],
    ['plain text', 'token=t', JSON_ONLY],
    ['half an object', '{"token":"t"', JSON_ONLY],
    ['null', 'null', OBJECT],
    ['a number', '7', OBJECT],
    ['a text', '"t"', OBJECT],
    ['an array', '["t"]', OBJECT],
    ['no token', '{}', TOKEN],
    ['the token of a prototype', '{"__proto__":{"token":"t"}}', TOKEN],
    ['null as token', '{"token":null}', TOKEN],
    ['an empty token', '{"token":""}', TOKEN],
    ['a number as token', '{"token":7}', TOKEN],
    ['an object as token', '{"token":{"toString":"t"}}', TOKEN],
    ['an array as token', '{"token":["t"]}', TOKEN],
    ['a token with NUL', '{"token":"t\\u0000"}', TOKEN],
    ['a token with half a character', '{"token":"t\\ud800"}', TOKEN],
    ['a long token', JSON.stringify({ token: 't'.repeat(1_001) }), TOKEN],
    [
      'a megabyte',
      JSON.stringify({ token: 't'.repeat(1_000_000) }),
      'The body must have at most 10,000 characters.',
    ],
  ]
  it.each(refused)('of %s is refused in one shape, and asks nothing', async (_title, body, message) => {
    for (const handle of [validateInvitation, acceptInvitation]) {
      expect(await call(handle, post(body))).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PAYLOAD', message },
        asked: [],
      })
    }
  })

  it('without an address does not accept', async () => {
    expect(await call(acceptInvitation, post('{"token":"t","userEmail":{}}'))).toMatchObject({
      status: 400,
      body: { message: 'userEmail must be a text of 1 to 1,000 characters.' },
      asked: [],
    })
  })

  it.each(['GET', 'PUT', 'DELETE'])('is not sent with %s', async (method) => {
    const answer = await call(validateInvitation, new Request('http://functions.test/', { method }))
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' }, asked: [] })
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

describe('a refusal of the database', () => {
  const refusedWith = (answer: Response) => call(validateInvitation, post('{"token":"t"}'), answer)

  it('does not pass on what Postgres says of rows', async () => {
    const details = 'Key (email)=(ada@acme.test) already exists.'
    const { body } = await refusedWith(
      Response.json({ code: '23505', message: 'duplicate key', details }, { status: 409 }),
    )
    expect(body).toEqual({ code: '23505', message: 'duplicate key' })
  })

  it('keeps its status, code, sentence and name, and its retry-after', async () => {
    const answer = await refusedWith(
      Response.json(
        { code: 'PT429', message: 'Too many requests.', details: 'request.too_many', hint: 'h' },
        { status: 429, headers: { 'retry-after': '9' } },
      ),
    )
    const body = { code: 'PT429', message: 'Too many requests.', details: 'request.too_many' }
    expect(answer).toMatchObject({ status: 429, body })
    expect(answer.headers.get('retry-after')).toBe('9')
  })

  it('names the missing session to visitors', async () => {
    const message = 'permission denied for function accept_invitation'
    expect(await refusedWith(Response.json({ code: '42501', message }, { status: 401 }))).toMatchObject({
      status: 401,
      body: { code: '42501', message: 'You are not signed in.' },
    })
  })

  it.each(['<html>', '', 'null', '{"code":1}'])('gets a sentence where it has none (%s)', async (text) => {
    expect(await refusedWith(new Response(text, { status: 502 }))).toMatchObject({
      status: 502,
      body: { code: 'UNEXPECTED', message: 'The database could not be asked.' },
    })
  })
})
