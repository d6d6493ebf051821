import { createHash } from 'node:crypto'
import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { arrangeCast, ID } from '../../../../supabase/tests/support/cast.ts'
import { arrangeOwnRows } from '../../../../supabase/tests/support/own-rows.ts'
import { readAccount } from '../archives/archive-source.ts'
import { makeArchive } from '../archives/make-archive.ts'
import { manifestSchema } from '../archives/manifest.ts'
import { listZip, unzip } from '../archives/zip/read-zip.ts'
import { makeArchives } from './make-archives.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 3, name: 'archives' })
const server = privileged(pool)
const jobs = createJobRunner({
  database: server,
  jobs: [makeArchives(server)],
  describe: String,
  observe: () => {},
})

beforeAll(async () => {
  await arrangeCast(admin)
  await arrangeOwnRows(admin)
  await admin`delete from public.archives`
})
afterAll(async () => {
  await jobs.close()
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

/** The files of an archive, by name. */
async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  const source = {
    size: zip.length,
    read: async (at: number, length: number) => zip.subarray(at, at + length),
  }
  const files: Record<string, string> = {}
  for (const entry of await listZip(source)) {
    const pieces: Buffer[] = []
    for await (const piece of unzip(source, entry)) pieces.push(piece)
    files[entry.name] = Buffer.concat(pieces).toString()
  }
  return files
}

async function archiveOf(
  account: string,
  afterPart: () => Promise<unknown> = async () => {},
): Promise<Buffer> {
  const parts: Buffer[] = []
  await readAccount(server, account, async (source) => {
    await afterPart()
    await makeArchive({
      source,
      madeAt: new Date('2026-11-27T12:00Z'),
      store: async (part) => {
        parts.push(part)
      },
    })
  })
  return Buffer.concat(parts)
}

const row = z.record(z.string(), z.unknown())
const lines = (text: string | undefined) =>
  (text ?? '').split('\n').flatMap((line) => (line === '' ? [] : [row.parse(JSON.parse(line))]))

test('makes and stores the archive that an admin asked for, and notifies them', async () => {
  await admin`insert into public.archives (account_id, made_by) values (${ID.acme}, ${ID.admin})`
  jobs.start()
  await vi.waitFor(async () => {
    expect(await admin`select state from public.archives`).toEqual([{ state: 'ready' }])
  }, PATIENTLY)
  const parts = await admin<{ bytes: Buffer }[]>`select bytes from private.archive_parts order by place`
  const zip = Buffer.concat(parts.map(({ bytes }) => bytes))
  const [archive] = await admin`select bytes::integer, parts, entries::integer from public.archives`
  const manifest = manifestSchema.parse(JSON.parse((await filesIn(zip))['manifest.json'] ?? ''))
  expect(archive).toEqual({
    bytes: zip.length,
    parts: parts.length,
    entries: manifest.files.reduce((sum, { entries }) => sum + entries, 0),
  })
  expect(await admin`select user_id from public.notifications where kind = 'archive_ready'`).toEqual([
    { user_id: ID.admin },
  ])
})

test('lists version, account, and the checksum and size of every file in the manifest', async () => {
  const files = await filesIn(await archiveOf(ID.acme))
  const manifest = manifestSchema.parse(JSON.parse(files['manifest.json'] ?? ''))
  expect(manifest).toMatchObject({ version: 1, account: { id: ID.acme, name: 'Acme' } })
  expect(Object.keys(files)).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json'])
  for (const { name, sha256, bytes, entries } of manifest.files) {
    const text = files[name] ?? ''
    expect([name, sha256, bytes, entries]).toEqual([
      name,
      createHash('sha256').update(text).digest('hex'),
      Buffer.byteLength(text),
      lines(text).length,
    ])
  }
})

test('writes lines without an account, and nothing of another account', async () => {
  const files = await filesIn(await archiveOf(ID.acme))
  const text = Object.entries(files)
    .filter(([name]) => name !== 'manifest.json')
    .map(([, content]) => content)
    .join('')
  expect(text).not.toContain('account_id')
  expect(text).not.toMatch(/Secret|rival\.test/)
  expect(lines(files['systems.jsonl']).map(({ name, owner_id }) => [name, owner_id])).toEqual([
    ['Billing', null],
    ['Ledger', null],
    ['Archive', ID.user],
  ])
  expect(
    lines(files['people.jsonl'])
      .map(({ email, state }) => `${email} ${state}`)
      .toSorted(),
  ).toEqual([
    'ada@acme.test member',
    'cleo@acme.test member',
    'dan@acme.test member',
    'fay@acme.test left',
    'ivy@else.test invited',
    'lou@gmail.com invited',
    'mia@acme.test member',
    'uma@acme.test member',
    'vic@acme.test member',
  ])
})

test('leaves out changes made meanwhile, and keeps pages of long rows short', async () => {
  await admin`
    insert into public.systems (account_id, name, details)
    select ${ID.rivals}, 'Large ' || n, jsonb_build_object('text', text)
    from
      generate_series(1, 300) as n,
      (select string_agg(md5(part::text), '') as text from generate_series(1, 4700) as part) as long`
  const zip = await archiveOf(
    ID.rivals,
    () => admin`update public.systems set name = 'Changed' where id = ${ID.rivalSystem}`,
  )
  const names = lines((await filesIn(zip))['systems.jsonl']).map(({ name }) => name)
  expect(names).toHaveLength(301)
  expect(names).toContain('Secret plans')
  expect(names).not.toContain('Changed')
})
