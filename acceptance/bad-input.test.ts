import { arrangePerson } from '@cairn/testing/people'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AUTH_CASES, DATA_CASES, NOT_EVEN_HTTP } from './bad-input.cases.ts'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { contentsOf } from './support/contents.ts'
import { expectAuthRefusal, expectDataRefusal } from './support/refusal.ts'

let cairn: Cairn
let ada: SignedIn
let neighbours: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  cairn = await openCairn()
  const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  ada = await cairn.signedIn(person)
  const { error } = await ada.client.from('systems').insert({ name: 'Neighbour' })
  expect(error).toBeNull()
  neighbours = await contentsOf(cairn.database)
})

afterEach(async () => {
  expect(await contentsOf(cairn.database)).toEqual(neighbours)
})

afterAll(() => cairn.close())

describe('Supabase Auth refuses', () => {
  it.each(AUTH_CASES)('%s', async (_what, message, status, code) => {
    expectAuthRefusal(await cairn.send(message), status, code)
  })
})

describe('the data API refuses', () => {
  it.each(DATA_CASES)('%s', async (_what, { headers, ...message }, status, code) => {
    const authorization = `Bearer ${ada.token}`
    expectDataRefusal(await cairn.send({ ...message, headers: { authorization, ...headers } }), status, code)
  })
})

it('a wrong value is answered in a sentence that names field and rule', async () => {
  const { error } = await ada.client.from('systems').insert({ name: ' ' })
  expect(error).toMatchObject({
    code: '23514',
    message: 'Name must have 1 to 120 characters.',
    details: null,
    hint: null,
  })
})

describe('what is not even HTTP', () => {
  it.each(NOT_EVEN_HTTP)('%s is answered with a bare 400', async (_what, message) => {
    expect(await cairn.send(message)).toMatchObject({ status: 400, text: '' })
  })
})
