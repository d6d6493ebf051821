import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { hold, holdUpUpdates } from './support/held-updates.ts'
import type { Answer } from './support/raw-http.ts'

let cairn: Cairn
let attacker: SignedIn
let colleague: SignedIn
let stranger: SignedIn

beforeAll(async () => {
  cairn = await openCairn()
  const [first, second, third] = await Promise.all([
    arrangePerson(cairn.database, { email: 'eve@acme.example', name: 'Eve' }),
    arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada', level: 'admin' }),
    arrangePerson(cairn.database, { email: 'mia@other.example', name: 'Mia' }),
  ])
  attacker = await cairn.signedIn(first)
  colleague = await cairn.signedIn(second)
  stranger = await cairn.signedIn(third)
  await cairn.database`update public.account_members set permission_level = 'admin'`
  await cairn.database`
    insert into public.systems (account_id, name)
    select account_id, 'Held' from public.account_members where user_id = ${attacker.userId}`
  await holdUpUpdates(cairn.database, 'Held')
})

afterAll(() => cairn.close())

/** Waits for a lock, and holds its connection meanwhile. */
const slow = ({ token }: SignedIn): Promise<Answer> =>
  cairn.send({
    method: 'PATCH',
    path: '/rest/v1/systems?name=eq.Held',
    body: { description: 'changed' },
    headers: { authorization: `Bearer ${token}` },
  })
const quick = ({ token }: SignedIn): Promise<Answer> =>
  cairn.send({ path: '/rest/v1/systems?limit=1', headers: { authorization: `Bearer ${token}` } })

/** The status of the answer to `asked` while the requests of the attackers hold their connections. */
async function duringSlowRequests(attackers: SignedIn[], asked: () => Promise<Answer>): Promise<number> {
  return cairn.database.begin(async (tx) => {
    await hold(tx)
    let ended = false
    const all = attackers.map((person) =>
      slow(person).then(() => {
        ended = true
      }),
    )
    await vi.waitFor(async () => {
      const [row] = await cairn.database`
        select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and application_name = 'cairn requests'`
      expect(row?.['waiting']).toBeGreaterThanOrEqual(4)
    }, PATIENTLY)
    const { status } = await asked()
    expect(ended).toBe(false)
    await tx`select 1`
    void Promise.all(all).catch(() => {})
    return status
  })
}

it('answers other members during fourteen slow requests of one member', async () => {
  await quick(attacker)
  const many = Array.from({ length: 14 }, () => attacker)
  expect(await duringSlowRequests(many, () => quick(colleague))).toBe(200)
  expect(await duringSlowRequests(many, () => quick(stranger))).toBe(200)
})

it('answers other accounts during slow requests of all members of one account', async () => {
  // The account of a member is known from their first request on.
  await Promise.all([quick(attacker), quick(colleague)])
  const many = Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? attacker : colleague))
  expect(await duringSlowRequests(many, () => quick(stranger))).toBe(200)
})
