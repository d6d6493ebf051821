import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'
import { expectReady } from './support/ready.ts'

let cairn: Cairn

/** Every write to this file meets a full disk. */
beforeAll(async () => {
  cairn = await openCairn({ LOG_LEVEL: 'debug' }, '/dev/full')
})

afterAll(() => cairn.close())

it('a server whose log meets a full disk starts, answers, and stops', async () => {
  for (let request = 0; request < 20; request += 1) {
    expect((await cairn.send({ path: '/healthz' })).status).toBe(200)
  }
  await expectReady(cairn)
  expect(await cairn.server.stop()).toBe(0)
})
