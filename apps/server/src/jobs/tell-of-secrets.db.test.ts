import type { Notice } from '@cairn/delivery/port/messages'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { tellOfSecrets } from './tell-of-secrets.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'secrets' })
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

const ada = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
let told: Notice[] = []
const job = tellOfSecrets(privileged(pool), {
  enqueue: async () => {},
  enqueueNotice: async (_tx, notice) => {
    told.push(notice)
  },
  wake: () => {},
})
const run = () =>
  job.run({ each: async () => 0, part: async () => {}, stopping: new AbortController().signal })

beforeEach(async () => {
  told = []
  await admin`delete from private.made_secrets`
  await admin`delete from auth.security_changes`
  await admin`update auth.users set is_sso_user = false`
})

/** So many secrets that Ada made at once, two hours ago. */
async function made(kind: string, names: readonly string[]): Promise<void> {
  await admin`
    insert into private.made_secrets (account_id, user_id, kind, subject_id, name, address, act, made_at)
    select m.account_id, m.user_id, ${kind}, gen_random_uuid(), n.name, '192.0.2.7', a.act, '2026-11-29T08:00Z'::timestamptz + n.place * interval '1 ms'
    from public.account_members m, unnest(${[...names]}::text[]) with ordinality as n (name, place),
      (select gen_random_uuid() as act) a
    where m.user_id = ${ada.id}`
}

test('notifies of each once, with the link that undoes later acts', async () => {
  await made('api_token', ['CI'])
  await run()
  await run()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    template: 'securityChange',
    to: ada.email,
    data: {
      secret_made: 'yes',
      api_token: 'yes',
      name: 'CI',
      address: '192.0.2.7',
      at: '2026-11-29 08:00 UTC',
      path: expect.stringMatching(/^\/auth\/confirm\?token_hash=.+&type=undo$/),
    },
  })
  expect(await admin`select kind, created_at from auth.security_changes`).toEqual([
    { kind: 'secret_made', created_at: new Date('2026-11-29T08:00:00.001Z') },
  ])
})

test('500 addresses that were made at once are one mail', async () => {
  const names = Array.from({ length: 500 }, (_, place) => `Job ${place}`)
  await made('heartbeat_address', names)
  await run()
  expect(told.map(({ data }) => data['name'])).toEqual(['Job 0 (+499)'])
})

test('a person of single sign-on gets none', async () => {
  await admin`update auth.users set is_sso_user = true`
  await made('source_key', ['Scanner'])
  await run()
  expect(told).toEqual([])
})
