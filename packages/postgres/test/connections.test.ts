import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConnections, NoConnection } from '../src/connections.ts'
import { createConnect } from '../src/primary.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('auth')
})

afterAll(() => database.drop())

const IMPATIENT_MS = 20
const PATIENT_MS = 60_000

it('a connection that comes too late for the work that asked for it serves the next', async () => {
  const connect = createConnect(database.authenticator, { name: 'test connections', settings: {} })
  let knocks = 0
  let letIn = () => {}
  const admitted = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const connections = createConnections(1, async () => {
    knocks += 1
    await admitted
    return connect({ withinMs: PATIENT_MS })
  })
  await expect(connections.use(async () => 'served', IMPATIENT_MS)).rejects.toBeInstanceOf(NoConnection)
  const next = connections.use(async ({ sql }) => sql`select 1 as one`, PATIENT_MS)
  letIn()
  expect(await next).toEqual([{ one: 1 }])
  expect(knocks).toBe(1)
  await connections.close(0)
})
