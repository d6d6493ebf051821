import { listJobs } from '@cairn/jobs/list'
import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { refreshSamlMetadata } from './refresh-saml-metadata.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'metadata' })
const server = privileged(pool)
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

test('a provider that is away keeps no other from its metadata, is listed, and is tried again each hour', async () => {
  const stale = new Set(['away', 'other', 'third'])
  let isBack = false
  let tries = 0
  const runner = createJobRunner({
    database: server,
    describe: String,
    observe: () => {},
    jobs: [
      refreshSamlMetadata({
        staleSamlProviders: async (without) => [...stale].filter((id) => !without.includes(id)),
        async refreshSamlMetadata(id) {
          if (id === 'away') {
            tries += 1
            if (!isBack) throw new Error('It does not answer.')
          }
          stale.delete(id)
        },
      }),
    ],
  })
  const listed = async () => (await server.statement(listJobs)).filter(({ item }) => item !== null)
  // A run that ends says when the next one is due: what was said while it went on is lost, and said again.
  const runAnew = () => admin`update private.jobs set due_at = now()`
  runner.start()
  for (const attempt of [1, 2, 3]) {
    await vi.waitFor(async () => {
      if (attempt > 1) await runAnew()
      expect(await listed()).toMatchObject([
        { item: 'provider away', attempts: attempt, error: 'Error: It does not answer.' },
      ])
    }, PATIENTLY)
    expect([...stale]).toEqual(['away'])
    if (attempt === 3) break
    await admin`update private.job_failures set retry_at = now()`
  }
  expect(await listed()).toMatchObject([{ state: 'failed' }])
  expect(tries).toBe(3)
  isBack = true
  await admin`update private.job_failures set failed_at = now() - interval '1 hour'`
  await vi.waitFor(async () => {
    await runAnew()
    expect(stale.size).toBe(0)
  }, PATIENTLY)
  expect(tries).toBe(4)
  await vi.waitFor(async () => expect(await listed()).toEqual([]), PATIENTLY)
  await runner.close()
})
