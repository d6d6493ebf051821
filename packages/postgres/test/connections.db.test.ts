import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConnections, NoConnection } from '../src/pool/connections.ts'
import { createConnect } from '../src/wire/primary.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('auth')
})

afterAll(() => database.drop())

const IMPATIENT_MS = 20
const PATIENT_MS = 60_000

/** Lets nobody in until somebody says so. */
function closedDoor(): { admitted: Promise<void>; letIn: () => void } {
  let letIn = () => {}
  const admitted = new Promise<void>((resolve) => {
    letIn = resolve
  })
  return { admitted, letIn: () => letIn() }
}

it('a connection that comes too late for the work that asked for it serves the next', async () => {
  const connect = createConnect(database.authenticator, { name: 'test connections', settings: {} })
  const { admitted, letIn } = closedDoor()
  let knocks = 0
  const connections = createConnections(1, async () => {
    knocks += 1
    await admitted
    return connect({ withinMs: PATIENT_MS })
  })
  await expect(connections.waitForOne(IMPATIENT_MS)).rejects.toBeInstanceOf(NoConnection)
  const next = connections.waitForOne(PATIENT_MS)
  letIn()
  const held = await next
  expect(await held.client.sql`select 1 as one`).toEqual([{ one: 1 }])
  expect(knocks).toBe(1)
  connections.giveBack(held)
  await connections.close(0)
})

it('a pool that is closed while a connection comes about waits until that one has ended', async () => {
  const connect = createConnect(database.authenticator, { name: 'test closed pool', settings: {} })
  const { admitted, letIn } = closedDoor()
  let hasEnded = false
  const connections = createConnections(1, async () => {
    await admitted
    const client = await connect({ withinMs: PATIENT_MS })
    void client.closed.then(() => {
      hasEnded = true
    })
    return client
  })
  await expect(connections.waitForOne(IMPATIENT_MS)).rejects.toBeInstanceOf(NoConnection)
  const closed = connections.close(PATIENT_MS)
  letIn()
  await closed
  expect(hasEnded).toBe(true)
})
