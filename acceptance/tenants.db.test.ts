import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from './support/contents.ts'
import type { Answer, Message } from './support/raw-http.ts'
import { expectNoInternals } from './support/refusal.ts'
import { ATTACKERS, type Attacker, openTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { attacks, PROCEDURES, TABLES, waysToRead } from './tenants.cases.ts'

let stage: TwoAccounts
let before: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  stage = await openTwoAccounts()
  before = await contentsOf(stage.cairn.database, { without: stage.rivals.accountId })
})

/** An attack may change the rival's own rows, and no other person's. */
async function expectUntouched(): Promise<void> {
  expect(await contentsOf(stage.cairn.database, { without: stage.rivals.accountId })).toEqual(before)
}

afterAll(() => stage.cairn.close())

/** Expects neither a name nor an id nor an address of Acme, other than those in the request itself. */
function expectNothingOfAcme(message: Message, { text, headers }: Answer): void {
  const said = decodeURIComponent(message.path) + JSON.stringify(message.body ?? '')
  const secrets = [
    ...Object.values(stage.people).map(({ id }) => id),
    ...[stage.acme.accountId, stage.acme.systemId, 'Acme', 'acme.example'],
  ]
  const ownIds = [stage.people.rival.id, stage.people.unplaced.id]
  const received = text + JSON.stringify(headers)
  const leaked = secrets.filter((secret) => received.includes(secret) && !said.includes(secret))
  expect(leaked.filter((secret) => !ownIds.includes(secret))).toEqual([])
}

describe.each(ATTACKERS)('[PERM-18] %s sees nothing of another account', (attacker) => {
  afterAll(expectUntouched)

  it.each(Object.entries(TABLES))('in %s', async (table, found) => {
    const { own } = found
    for (const message of waysToRead(table, found, stage)) {
      const answer = await stage.as(attacker, message)
      const shown = `${message.method ?? 'GET'} ${message.path} → ${answer.status} ${answer.text}`
      if (attacker === 'anonymous' || own === null) {
        const status = attacker === 'anonymous' ? 401 : 403
        expect(answer.status, shown).toBe(status)
        if (message.method !== 'HEAD') expect(answer.json, shown).toMatchObject({ code: '42501' })
      } else {
        expect(answer.status, shown).toBeLessThan(300)
        const total = Number(answer.headers['content-range']?.split('/')[1])
        expect(total, shown).toBe(message.path.includes('not.is.null') ? own[attacker] : 0)
      }
      expectNothingOfAcme(message, answer)
      expectNoInternals(answer)
    }
  })

  it.each(Object.entries(PROCEDURES))('through %s', async (procedure, { args, answers }) => {
    const message = { method: 'POST', path: `/rest/v1/rpc/${procedure}`, body: args(stage) }
    const answer = await stage.as(attacker, message)
    expect(answer.status, answer.text).toBe(answers[ATTACKERS.indexOf(attacker)])
    expectNothingOfAcme(message, answer)
    expectNoInternals(answer)
  })
})

describe('a foreign row looks like a missing one', () => {
  afterEach(expectUntouched)

  const returning = { prefer: 'return=representation' }
  const rows: [what: string, message: (systemId: string, personId: string) => Message][] = [
    ['reading a system', (id) => ({ path: `/rest/v1/systems?id=eq.${id}` })],
    [
      'changing a system',
      (id) => ({
        method: 'PATCH',
        path: `/rest/v1/systems?id=eq.${id}`,
        body: { name: 'Mine' },
        headers: returning,
      }),
    ],
    [
      'deleting a system',
      (id) => ({ method: 'DELETE', path: `/rest/v1/systems?id=eq.${id}`, headers: returning }),
    ],
    [
      'naming an expert of a system',
      (id) => ({
        method: 'POST',
        path: '/rest/v1/system_experts',
        body: { system_id: id, expert_id: stage.people.rival.id },
      }),
    ],
    [
      'naming a person as expert',
      (_id, person) => ({
        method: 'POST',
        path: '/rest/v1/system_experts',
        body: { system_id: stage.rivals.systemId, expert_id: person },
      }),
    ],
    [
      'making a person an owner',
      (_id, person) => ({
        method: 'PATCH',
        path: `/rest/v1/systems?id=eq.${stage.rivals.systemId}`,
        body: { owner_id: person },
      }),
    ],
    [
      'choosing the id of a system',
      (id) => ({ method: 'POST', path: '/rest/v1/systems', body: { id, name: 'Mine' } }),
    ],
    [
      'upserting a system',
      (id) => ({
        method: 'POST',
        path: '/rest/v1/systems?on_conflict=id',
        body: { id, name: 'Mine' },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ],
    [
      'asking for a public profile',
      (_id, person) => ({
        method: 'POST',
        path: '/rest/v1/rpc/get_public_profiles_by_ids',
        body: { ids: [person] },
      }),
    ],
  ]
  it.each(rows)('%s', async (_what, message) => {
    const foreign = await stage.as('rival', message(stage.acme.systemId, stage.people.admin.id))
    const nobodys = await stage.as('rival', message(randomUUID(), randomUUID()))
    expect({ status: foreign.status, text: foreign.text }).toEqual({
      status: nobodys.status,
      text: nobodys.text,
    })
  })
})

describe.each<Attacker | 'viewer'>([...ATTACKERS, 'viewer'])(
  '[PERM-04] %s changes nothing of Acme',
  (attacker) => {
    afterEach(expectUntouched)

    it.each(Object.entries(attacks))('by %s', async (_how, attack) => {
      const message = attack(stage, attacker === 'anonymous' ? randomUUID() : stage.people[attacker].id)
      const answer = await stage.as(attacker, message)
      const shown = `${message.method} ${message.path} → ${answer.status} ${answer.text}`
      expect([200, 201, 204, 400, 401, 403, 404, 405, 409], shown).toContain(answer.status)
      if (attacker !== 'viewer') expectNothingOfAcme(message, answer)
      expectNoInternals(answer)
    })
  },
)
