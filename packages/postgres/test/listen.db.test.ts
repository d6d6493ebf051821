import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listen } from '../src/pool/listen.ts'
import type { Client } from '../src/wire/client.ts'
import { type Connect, createConnect } from '../src/wire/primary.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('roles')
})

afterAll(() => database.drop())

const PATIENTLY = { timeout: 30_000 }

it('a listener that is stopped while it connects again leaves no connection behind', async () => {
  const connect = createConnect(database.admin, { name: 'test listen' })
  const opened: Client[] = []
  let letIn = () => {}
  const gate = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const slowly: Connect = async (options) => {
    const client = await connect(options)
    opened.push(client)
    if (opened.length > 1) await gate
    return client
  }
  const again = vi.fn()
  const stop = await listen(slowly, 'news', { onNotification: () => {}, onAgain: again })
  opened[0]?.destroy()
  await vi.waitFor(() => expect(opened).toHaveLength(2), PATIENTLY)
  expect(opened[1]?.isOpen).toBe(true)
  await stop()
  letIn()
  await vi.waitFor(() => expect(opened[1]?.isOpen).toBe(false), PATIENTLY)
  expect(again).not.toHaveBeenCalled()
})
