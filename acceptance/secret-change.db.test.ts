import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { copyPrepared } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { MIGRATED_CLUSTER } from '@cairn/testing/server-process'
import { afterAll, expect, it } from 'vitest'
import { openCairn } from './support/cairn.ts'

const FORMER = 'the secret that an installation began with'
const PRESENT = 'the secret that takes the place of it'

const folder = scratchFolder('cairn-secret-change-')
const log = join(folder, 'server.log')
const dataDir = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const logged = () => readFileSync(log, 'utf8')

it('a changed secret keeps sessions and webhooks, and the former one is not needed afterwards', async () => {
  await copyPrepared(MIGRATED_CLUSTER, dataDir)
  const env = { CAIRN_DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  const first = await openCairn({ ...env, CAIRN_SECRET: FORMER }, log)
  const ada = await arrangePerson(first.database, { email: 'ada@acme.example', name: 'Ada' })
  const idle = await first.signedIn(ada)
  const sealed = () => first.database<{ sealed: string }[]>`
    select encode(sealed, 'hex') as sealed from private.webhook_secrets where sealed is not null`
  const { error } = await idle.client.rpc('create_webhook', {
    ...{ name: 'Bot', url: 'https://hooks.example/cairn', format: 'standard', events: ['record.created'] },
  })
  expect(error).toBeNull()
  await expect.poll(async () => (await sealed()).length, PATIENTLY).toBe(1)
  const [before] = await sealed()
  await first.close()

  const changing = await openCairn({ ...env, CAIRN_SECRET: PRESENT, CAIRN_SECRET_BEFORE: FORMER }, log)
  await expect.poll(logged, PATIENTLY).toContain('Nothing is left that needs CAIRN_SECRET_BEFORE.')
  const [after] = await changing.database`
    select encode(sealed, 'hex') as sealed from private.webhook_secrets`
  expect(after?.['sealed']).not.toBe(before?.sealed)
  await changing.signedIn(ada)
  await changing.close()

  const ended = await startThatEnds({ ...env, CAIRN_SECRET: FORMER })
  expect(ended.said).toContain('were stored with another secret')
  const changed = await openCairn({ ...env, CAIRN_SECRET: PRESENT }, log)
  const refreshed = await changed.browser().auth.refreshSession({ refresh_token: idle.refreshToken })
  expect(refreshed.error).toBeNull()
  await changed.close()
  expect(logged()).not.toContain('"level":50')
})
