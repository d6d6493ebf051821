import { TableError } from '@cairn/tables/model/table-error'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReadingStopped } from '../reading/reader.ts'
import { createTableSession } from '../reading/table-session.ts'
import { createDraftStore } from './draft-store.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

/** A reader without a thread. */
const open = (onProgress: (share: number) => void) => ({
  ...createTableSession(onProgress),
  close: () => undefined,
})

const file = { name: 'list.csv', bytes: new TextEncoder().encode('Name;Größe\nMail;1') }
const mapping = {
  columns: [{ use: 'out' }, { use: 'field', key: 'name' }],
  words: {},
  remembered: {},
  rowWords: {},
  key: 'name',
  source: null,
  emptiesFields: false,
} as const

const read = (store: ReturnType<typeof createDraftStore>) =>
  vi.waitFor(() => expect(store.current().preview).not.toBeNull())

test('restores the choices after a reload of the page', async () => {
  const store = createDraftStore('import ann', open)
  store.choose(file)
  await read(store)
  store.correct({ decimal: ',' })
  await vi.waitFor(() => expect(store.current().preview?.dialect.decimal).toBe(','))
  store.setMapping('system', mapping)
  store.setPlan({ id: 'p1', kind: 'system', mapping })
  const after = createDraftStore('import ann', open)
  await read(after)
  expect(after.current()).toMatchObject({
    preview: { head: ['Name', 'Größe'], rowCount: 1, dialect: { decimal: ',' } },
    mappings: { system: mapping },
    plan: { id: 'p1', mapping },
  })
  // The plan has the very mapping of the draft, so continuing creates no second plan.
  expect(after.current().plan?.mapping).toBe(after.current().mappings['system'])
  expect(createDraftStore('import ben', open).current().source).toBeNull()
})

test('drops the mapping for another header row, and keeps it for another date format', async () => {
  const store = createDraftStore('import ann', open)
  store.choose(file)
  await read(store)
  store.setMapping('system', mapping)
  store.correct({ dateOrder: 'month' })
  await vi.waitFor(() => expect(store.current().progress).toBeNull())
  expect(store.current().mappings).toEqual({ system: mapping })
  store.correct({ headRow: null })
  await vi.waitFor(() => expect(store.current().preview?.head).toBeNull())
  expect(store.current().mappings).toEqual({})
})

test('says why a file cannot be read, and keeps nothing of it', async () => {
  const store = createDraftStore('import ann', open)
  store.choose({ name: 'x.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) })
  await vi.waitFor(() => expect(store.current().problem).toEqual({ kind: 'not_a_table', found: 'picture' }))
  expect(kept.size).toBe(0)
})

test('leaves nothing of a reading that is stopped or overtaken by a later one', async () => {
  let fail: (error: Error) => void = () => undefined
  const store = createDraftStore('import ann', (onProgress) => ({
    ...createTableSession(onProgress),
    read: () =>
      new Promise((_, reject) => {
        fail = reject
      }),
    close: () => fail(new ReadingStopped()),
  }))
  store.choose(file)
  expect(store.current().progress).toBe(0)
  store.stop()
  await Promise.resolve()
  expect(store.current()).toMatchObject({ source: null, progress: null, problem: null })
  store.choose(file)
  fail(new TableError({ kind: 'empty' }))
  await vi.waitFor(() => expect(store.current().problem).toEqual({ kind: 'empty' }))
})

test('does not keep a file that is too large for the storage of a tab', async () => {
  const store = createDraftStore('import ann', open)
  store.choose({ name: 'large', text: `Name\n${'x'.repeat(2_000_001)}` })
  await read(store)
  expect(kept.size).toBe(0)
})
