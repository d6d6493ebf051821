import { startThatEnds } from '@cairn/testing/ended-start'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'

let cairn: Cairn
beforeAll(async () => {
  cairn = await openCairn()
})
afterAll(() => cairn.close())

const ask = (option: string) => startThatEnds({ CAIRN_DATA_DIR: cairn.server.dataDir }, [option])

it('npm start -- --jobs lists the jobs of a running server, and what the operator has to look at', async () => {
  await vi.waitFor(async () => {
    expect(
      await cairn.database`select from private.jobs where name = 'count records' and done_at is not null`,
    ).toHaveLength(1)
  }, PATIENTLY)
  const healthy = await ask('--jobs')
  expect(healthy.code).toBe(0)
  expect(healthy.wrote).toMatch(/^count records: (waiting|running), last 20/m)
  expect(healthy.wrote).toMatch(/^delete expired bin: /m)
  await cairn.database`
    insert into private.job_failures (job, state, attempts, retry_at, error)
    values ('refresh SAML metadata', 'failed', 20, now() + interval '15 minutes', 'Planted.')`
  expect((await ask('--jobs')).wrote).toMatch(
    /^refresh SAML metadata: failed, 20 failed tries, .*: Planted\.$/m,
  )
  expect(await ask('--retry-jobs')).toMatchObject({ code: 0, wrote: 'Tried anew: 1\n' })
  await vi.waitFor(async () => {
    expect(await cairn.database`select from private.job_failures`).toHaveLength(0)
  }, PATIENTLY)
})
