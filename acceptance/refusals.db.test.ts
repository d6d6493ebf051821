import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'

let cairn: Cairn
let attacker: SignedIn
let colleague: SignedIn

beforeAll(async () => {
  cairn = await openCairn()
  const eve = await arrangePerson(cairn.database, { email: 'eve@acme.example', name: 'Eve' })
  const ada = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
  attacker = await cairn.signedIn(eve)
  colleague = await cairn.signedIn(ada)
})

afterAll(() => cairn.close())

const ask = ({ token }: SignedIn, path: string) =>
  cairn.send({ path: `/rest/v1/${path}`, headers: { authorization: `Bearer ${token}` } })

/** Each connection asks again as soon as it is refused. */
async function flood(path: string, connections: number, each: number): Promise<number[]> {
  const statuses = Array.from({ length: connections }, async () => {
    const answers: number[] = []
    for (let asked = 0; asked < each; asked += 1) answers.push((await ask(attacker, path)).status)
    return answers
  })
  return (await Promise.all(statuses)).flat()
}

it('refuses one person at a steady pace, and neither their colleague in the same office nor visitors', async () => {
  const began = performance.now()
  let flooding = true
  const flooded = flood('systems?select=nothing', 40, 11).finally(() => {
    flooding = false
  })
  const colleagues = await ask(colleague, 'systems?select=nothing')
  const visitors = await cairn.send({ path: '/rest/v1/nothing' })
  expect(flooding).toBe(true)
  expect([colleagues.status, visitors.status]).toEqual([400, 404])
  expect(new Set(await flooded)).toEqual(new Set([400]))
  // 440 refusals, of which 400 at once and then 200 a second.
  expect(performance.now() - began).toBeGreaterThan(195)
})
