import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { openPool } from '@cairn/postgres/pool/pool'
import { type Privileged, privileged } from '@cairn/postgres/pool/privileged'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { arrangeCast, confirmPerson, ID } from '../../../../supabase/tests/support/cast.ts'
import { arrangeOwnRows, OWN } from '../../../../supabase/tests/support/own-rows.ts'
import { PROBLEMS } from '../archives/archive-problem.ts'
import { readAccount } from '../archives/archive-source.ts'
import { makeArchive } from '../archives/make-archive.ts'
import { listZip, unzip } from '../archives/zip/read-zip.ts'
import { createZipWriter } from '../archives/zip/write-zip.ts'
import { takeInArchives } from './take-in-archives.ts'

/** A server: its database, by the back door and as the server itself. */
async function openServer() {
  const database = await testDatabase('product')
  const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
  const pool = openPool({ target: database.authAdmin, size: 3, name: 'archives' })
  return {
    admin,
    server: privileged(pool),
    async close() {
      await Promise.all([admin.end(), pool.close()])
      await database.drop()
    },
  }
}

const here = await openServer()
const there = await openServer()
/** The admin of the empty account on the other server: the same address, another user. */
const ADMIN_THERE = '00000000-0000-4000-8000-0000000000d1'
const ACCOUNT_THERE = '00000000-0000-4000-8000-00000000dc00'
let archive: Buffer

beforeAll(async () => {
  await arrangeCast(here.admin)
  await arrangeOwnRows(here.admin)
  await arrangeMore(here.admin)
  archive = await archiveOf(here.server, ID.acme)
})
/** Leaves the other server with one empty account. */
async function emptyServer(): Promise<void> {
  await there.admin`delete from public.accounts`
  await there.admin`delete from auth.users`
  await there.admin`insert into public.accounts (id, name) values (${ACCOUNT_THERE}, 'New here')`
  await there.admin`insert into public.account_domains (domain, account_id) values ('acme.test', ${ACCOUNT_THERE})`
  await confirmPerson(there.admin, {
    id: ADMIN_THERE,
    email: 'ada@acme.test',
    metadata: { name: 'Ada Admin' },
  })
  await there.admin`update public.account_members set permission_level = 'admin' where user_id = ${ADMIN_THERE}`
}
beforeEach(emptyServer)
afterAll(() => Promise.all([here.close(), there.close()]))

/** Adds what the cast lacks: changes, tags and custom fields on records, an invited owner, a record in the bin. */
async function arrangeMore(admin: postgres.Sql): Promise<void> {
  await admin.begin(async (tx) => {
    const claims = JSON.stringify({ sub: ID.manager, role: 'authenticated' })
    await tx`
      select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true),
        set_config('request.headers', '{}', true)`
    await tx`
      update public.systems
      set vendor = 'Ledger Ltd', cost_per_month = 12.5, cost_currency = 'EUR', tags = ${[OWN.tag]},
        own = '{"seats": 12}', links = '[{"purpose": "docs", "title": "Sign in", "url": "https://ledger.test"}]'
      where id = ${ID.ledger}`
    await tx`
      update public.systems set owner_id = null, invited_owner_id = ${ID.invitation} where id = ${ID.archive}`
    await tx`insert into public.solution_agents (solution_id, agent_id) values (${ID.portal}, ${ID.oracle})`
    await tx`delete from public.agents where id = ${ID.helper}`
    await tx`insert into public.view_settings (view_id, is_default) values (${OWN.sharedView}, true)`
  })
}

async function archiveOf(server: Privileged, account: string): Promise<Buffer> {
  const parts: Buffer[] = []
  await readAccount(server, account, async (source) => {
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

/** Uploads an archive to the other server, and returns its outcome. */
async function bring(zip: Buffer, partBytes = 3_000) {
  await there.admin`delete from public.archive_imports`
  const [made] = await there.admin<{ id: string }[]>`
    insert into public.archive_imports (account_id, state, made_by, bytes)
    values (${ACCOUNT_THERE}, 'waiting', ${ADMIN_THERE}, ${zip.length}) returning id`
  for (let place = 1; (place - 1) * partBytes < zip.length; place += 1)
    await there.admin`
      insert into private.archive_import_parts (account_id, import_id, place, bytes)
      values (${ACCOUNT_THERE}, ${made?.id ?? ''}, ${place}, ${zip.subarray((place - 1) * partBytes, place * partBytes)})`
  const units = { each: async () => 0, part: async () => {}, stopping: new AbortController().signal }
  await takeInArchives(there.server).run(ACCOUNT_THERE, units)
  const [become] = await there.admin<{ state: string; problem: string | null; refusal: string | null }[]>`
    select state, problem, refusal from public.archive_imports`
  return become
}

/** The sentences of refusals by their codes, as each language translates them. */
const SENTENCES = z
  .record(z.string(), z.string())
  .parse(
    JSON.parse(
      readFileSync(
        resolve(import.meta.dirname, '../../../../packages/workspace/src/languages/refusals.json'),
        'utf8',
      ),
    ),
  )

const refused = (kind: keyof typeof PROBLEMS) => ({
  state: 'failed',
  problem: SENTENCES[PROBLEMS[kind]] ?? 'none',
  refusal: PROBLEMS[kind],
})

type Files = Record<string, string>

async function filesIn(zip: Buffer): Promise<Files> {
  const source = {
    size: zip.length,
    read: async (at: number, length: number) => zip.subarray(at, at + length),
  }
  const files: Files = {}
  for (const entry of await listZip(source)) {
    const pieces: Buffer[] = []
    for await (const piece of unzip(source, entry)) pieces.push(piece)
    files[entry.name] = Buffer.concat(pieces).toString()
  }
  return files
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function zipOf(files: Files): Promise<Buffer> {
  const pieces: Buffer[] = []
  const zip = createZipWriter(async (piece) => {
    pieces.push(piece)
  })
  for (const [name, text] of Object.entries(files)) await zip.add(name, once(text))
  await zip.end()
  return Buffer.concat(pieces)
}

/** A line of a file, or its manifest. */
const readRow = (text: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))

/** The archive with some files written differently, and a manifest that says so. */
async function changed(change: Files, manifestChange: object = {}): Promise<Buffer> {
  const { 'manifest.json': text = '{}', ...files } = { ...(await filesIn(archive)), ...change }
  const manifest: object = {
    ...readRow(text),
    files: Object.entries(files).map(([name, content]) => ({
      name,
      entries: content.split('\n').length - 1,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
    ...manifestChange,
  }
  return zipOf({ ...files, 'manifest.json': JSON.stringify(manifest) })
}

/** The lines of a file, without the properties of the account itself and the times of writing. */
function comparable(files: Files, file: string): unknown[] {
  return (files[file] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readRow(line.replaceAll(ADMIN_THERE, ID.admin)))
    .map((row) => {
      if (file === 'account.jsonl') return { name: row['name'], waits: row['newcomers_need_admission'] }
      // Members of the first server are invited on the other one; the admin joined there again.
      if (file === 'people.jsonl')
        return { ...row, state: row['state'] === 'left' ? 'left' : '', since: '', role: '' }
      return row
    })
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

test('makes the same archive, file by file, from the account that took one in', async () => {
  expect(await bring(archive)).toEqual({ state: 'done', problem: null, refusal: null })
  const before = await filesIn(archive)
  const after = await filesIn(await archiveOf(there.server, ACCOUNT_THERE))
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const file of Object.keys(before).filter(
    (name) => !['manifest.json', 'audit-log.jsonl'].includes(name),
  )) {
    expect(comparable(before, file).length, `lines of ${file}`).toBeGreaterThan(0)
    expect({ file, rows: comparable(after, file) }).toEqual({ file, rows: comparable(before, file) })
  }
})

test('lists people as not invited yet, without a mail and without a notification to anybody', async () => {
  await there.admin`delete from public.notifications`
  await bring(archive)
  expect(
    await there.admin`
      select id, email, permission_level, invited_by, sent_at
      from public.pending_invitations where email = 'mia@acme.test'`,
  ).toEqual([
    { id: ID.manager, email: 'mia@acme.test', permission_level: 'manager', invited_by: null, sent_at: null },
  ])
  const [listed] = await asAdmin((tx) => tx`select public.get_invitations() as lists`)
  expect(listed?.['lists']).toMatchObject({ active: [], ended: 0, history: [] })
  expect(listed?.['lists'].not_sent).toHaveLength(listed?.['lists'].not_sent_in_all)
  expect(listed?.['lists'].not_sent).toContainEqual(
    expect.objectContaining({ id: ID.manager, name: 'Mia Manager', status: 'not_sent' }),
  )
  expect(await there.admin`select from public.notifications`).toEqual([])
  expect(await there.admin`select from auth.mail_queue`).toEqual([])
  expect(
    await there.admin`
      select action from public.security_audit_log where action not in ('member_joined', 'permission_updated') and account_id = ${ACCOUNT_THERE}`,
  ).toEqual([{ action: 'archive_taken_in' }])
})

/** Does something as a person of the other server. */
async function asPerson<T>(id: string, work: (tx: postgres.TransactionSql) => Promise<T>) {
  return there.admin.begin(async (tx) => {
    await tx`
      select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated' })}, true),
        set_config('role', 'authenticated', true), set_config('request.headers', '{}', true)`
    return work(tx)
  })
}
const asAdmin = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => asPerson(ADMIN_THERE, work)

/** People of the archive, and their users on the other server. */
const JOINING = [
  {
    id: '00000000-0000-4000-8000-0000000000d2',
    former: ID.manager,
    email: 'mia@acme.test',
    name: 'Mia Manager',
  },
  { id: '00000000-0000-4000-8000-0000000000d3', former: ID.user, email: 'uma@acme.test', name: 'Uma User' },
] as const

async function join({ id, former, email, name }: (typeof JOINING)[number]): Promise<void> {
  await asAdmin((tx) => tx`select public.send_invitations(${[former]}::uuid[])`)
  await confirmPerson(there.admin, { id, email, metadata: { name } })
  await asPerson(id, (tx) => tx`select public.accept_my_invitation(${former})`)
}

test('gives people who join their records and views back, and makes an archive that can be taken in again', async () => {
  await bring(archive)
  for (const person of JOINING) await join(person)
  const before = await filesIn(archive)
  const next = await archiveOf(there.server, ACCOUNT_THERE)
  const asThere = (text: string) =>
    JOINING.reduce((changed, { id, former }) => changed.replaceAll(former, id), text)
  const after = await filesIn(next)
  for (const file of [
    'experts',
    'views',
    'view-settings',
    'systems',
    'solutions',
    'articles',
    'tags',
    'own-fields',
  ])
    expect({ file, rows: comparable(after, `${file}.jsonl`) }).toEqual({
      file,
      rows: comparable({ [`${file}.jsonl`]: asThere(before[`${file}.jsonl`] ?? '') }, `${file}.jsonl`),
    })
  const waiting = await there.admin`
    select from private.awaited_lines where line::text ~ ${JOINING.map(({ former, id }) => `${former}|${id}`).join('|')}`
  expect(waiting).toEqual([])
  expect(await there.admin`select from public.views where person_id = ${JOINING[1].id}`).toHaveLength(1)
  await emptyServer()
  expect(await bring(next)).toEqual({ state: 'done', problem: null, refusal: null })
})

describe('a person who is not invited yet', () => {
  const STRANGER = '00000000-0000-4000-8000-0000000000d9'
  const owns = (former: string) =>
    there.admin`update public.systems set invited_owner_id = ${former} where id = ${ID.ledger}`
  const memberships = (id: string) =>
    there.admin`select account_id, permission_level from public.account_members where user_id = ${id}`

  test('is not touched by it: they found an account of their own, and no door is open', async () => {
    await bring(archive)
    const [invitation] = await there.admin<{ id: string; email: string }[]>`
      select id, email from public.pending_invitations where email = 'ivy@else.test'`
    const { id = '', email = '' } = invitation ?? {}
    await confirmPerson(there.admin, { id: STRANGER, email, metadata: { name: 'Stranger' } })
    expect(await memberships(STRANGER)).toMatchObject([{ permission_level: 'admin' }])
    await there.admin`delete from public.accounts where id <> ${ACCOUNT_THERE}`
    const [{ token = '' } = {}] = await there.admin<{ token: string }[]>`
      select private.invitation_token(${id}) as token`
    expect(
      await asPerson(
        STRANGER,
        (tx) => tx`
          select public.accept_my_invitation(${id}) ->> 'success' as mine,
            public.accept_invitation(${token}, ${email}) ->> 'success' as by_token,
            public.validate_invitation(${token}) ->> 'valid' as valid,
            public.get_my_placement() ->> 'invitations' as invitations`,
      ),
    ).toEqual([{ mine: 'false', by_token: 'false', valid: 'false', invitations: '[]' }])
    await expect(asAdmin((tx) => tx`select public.get_invitation_token(${id})`)).rejects.toMatchObject({
      code: 'PT404',
    })
    await expect(asAdmin((tx) => tx`select public.renew_invitation(${id})`)).rejects.toMatchObject({
      code: 'PT404',
    })
    expect(await memberships(STRANGER)).toEqual([])
  })

  test('joins by their domain as a viewer, and gets what is theirs', async () => {
    await bring(archive)
    const [, { id, former, email, name }] = JOINING
    await owns(former)
    await confirmPerson(there.admin, { id, email, metadata: { name } })
    expect(await memberships(id)).toEqual([{ account_id: ACCOUNT_THERE, permission_level: 'viewer' }])
    expect(await there.admin`select id from public.systems where owner_id = ${id}`).toEqual([
      { id: ID.ledger },
    ])
    expect(await there.admin`select id from public.systems where created_by = ${id}`).toEqual([
      { id: ID.billing },
    ])
    expect(await there.admin`select from public.views where person_id = ${id}`).toHaveLength(1)
    expect(await there.admin`select from private.awaited_people where email = ${email}`).toEqual([])
  })

  test('is invited in portions, which count as all invitations of a day', async () => {
    const people = ((await filesIn(archive))['people.jsonl'] ?? '').trimEnd().split('\n')
    const mia = people.find((line) => line.includes('mia@acme.test')) ?? ''
    const idOf = (place: number) => `00000000-0000-4000-8000-0000000e${place.toString().padStart(4, '0')}`
    const crowd = Array.from({ length: 3_000 }, (_, place) =>
      mia.replace(ID.manager, idOf(place)).replace('mia@acme.test', `guest${place}@else.test`),
    )
    const lines = `${[...people, ...crowd].join('\n')}\n`
    expect(await bring(await changed({ 'people.jsonl': lines }))).toMatchObject({ state: 'done' })
    const send = (from: number, to: number) => {
      const ids = Array.from({ length: to - from }, (_, place) => idOf(from + place))
      return asAdmin((tx) => tx`select public.send_invitations(${ids}::uuid[])`)
    }
    const sent = () => there.admin`select from public.pending_invitations where sent_at is not null`
    expect(await sent()).toHaveLength(0)
    await expect(send(0, 101)).rejects.toMatchObject({ code: '22023' })
    await send(0, 100)
    await expect(send(99, 101)).rejects.toMatchObject({ code: 'PT404' })
    await send(100, 199)
    await expect(send(199, 201)).rejects.toMatchObject({ code: 'PT429' })
    expect(await sent()).toHaveLength(199)
  })

  test('is listed again when the mail could not be sent, and each sending counts', async () => {
    await bring(archive)
    const [, { former }] = JOINING
    await owns(former)
    for (const _ of [1, 2]) {
      await asAdmin((tx) => tx`select public.send_invitations(${[former]}::uuid[])`)
      await asAdmin((tx) => tx`select public.withdraw_invitation(${former})`)
    }
    expect(
      await there.admin`select sent_at, invited_by from public.pending_invitations where id = ${former}`,
    ).toEqual([{ sent_at: null, invited_by: null }])
    expect(await there.admin`select private.invitations_of_today(${ACCOUNT_THERE})`).toHaveLength(2)
    expect(await there.admin`select id from public.systems where invited_owner_id = ${former}`).toEqual([
      { id: ID.ledger },
    ])
  })

  test('is no second time invited by their address', async () => {
    await bring(archive)
    const message = 'This person is among those who are not invited yet.'
    await expect(
      asAdmin((tx) => tx`select public.invite_member('mia@acme.test', 'Mia')`),
    ).rejects.toMatchObject({ code: '23505', message })
    expect(
      await asAdmin((tx) => tx`select public.get_invitation_problems(array['mia@acme.test']) as problems`),
    ).toEqual([{ problems: [{ email: 'mia@acme.test', message, refusal: 'invitation.import_waits' }] }])
  })
})

test('leaves people whose invitation is over out of later archives', async () => {
  await bring(archive)
  await there.admin`
    update public.pending_invitations set declined_at = now() where account_id = ${ACCOUNT_THERE}`
  await there.server.statement((sql) => sql`select private.begin_archive(${ACCOUNT_THERE}::uuid)`)
  const next = await archiveOf(there.server, ACCOUNT_THERE)
  await emptyServer()
  expect(await bring(next)).toEqual({ state: 'done', problem: null, refusal: null })
})

test('counts the figures again', async () => {
  await bring(archive)
  const counted = await there.admin`
    select kind, count(*)::integer from private.counted_records group by kind order by kind`
  expect(counted).toEqual([
    { kind: 'agent', count: 1 },
    { kind: 'automation', count: 2 },
    { kind: 'solution', count: 2 },
    { kind: 'system', count: 3 },
  ])
})

describe('refuses an archive in a sentence, and writes nothing of it:', () => {
  const nothingWritten = async () => {
    expect(await there.admin`select id from public.systems`).toEqual([])
    expect(await there.admin`select id from public.record_history`).toEqual([])
    expect(await there.admin`select id from public.pending_invitations`).toEqual([])
    expect(await there.admin`select name from public.accounts`).toEqual([{ name: 'New here' }])
    expect(await there.admin`select from private.archive_import_parts`).toEqual([])
  }

  test('of a newer version', async () => {
    expect(await bring(await changed({}, { version: 2 }))).toEqual(refused('newer'))
    await nothingWritten()
  })

  test('with a wrong checksum, of the zip or of the manifest', async () => {
    const files = await filesIn(archive)
    const systems = (files['systems.jsonl'] ?? '').replace('Ledger', 'Hedger')
    expect(await bring(await zipOf({ ...files, 'systems.jsonl': systems }))).toEqual(refused('checksum'))
    const damaged = Buffer.from(archive)
    const at = damaged.indexOf('systems.jsonl', damaged.length / 2)
    damaged.writeUInt32LE(crc32('other'), at - 30)
    expect(await bring(damaged)).toEqual(refused('checksum'))
    await nothingWritten()
  })

  test.each(['../systems.jsonl', '/etc/passwd', 'a\\b.jsonl', 'more/systems.jsonl', 'unknown.jsonl'])(
    'with the name %s in it',
    async (name) => {
      expect(await bring(await changed({ [name]: '' }))).toEqual(refused('strangeName'))
      await nothingWritten()
    },
  )

  test('cut off at any place', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999])
      expect(await bring(archive.subarray(0, Math.floor(archive.length * part)))).toEqual(refused('cutOff'))
    await nothingWritten()
  })

  test('with other contents than an archive', async () => {
    expect(await bring(Buffer.from('name;owner\nLedger;Ada\n'))).toEqual(refused('notAnArchive'))
    expect(await bring(await zipOf({ 'hello.json': '{}' }))).toEqual(refused('notAnArchive'))
    await nothingWritten()
  })

  test('with a zip bomb, whether or not its sizes admit it', async () => {
    const bomb = '0'.repeat(60_000_000)
    expect(await bring(await changed({ 'history.jsonl': bomb }))).toEqual(refused('tooLarge'))
    const files = await changed({ 'history.jsonl': bomb })
    const at = files.lastIndexOf('history.jsonl')
    files.writeUInt32LE(1_000, at - 22)
    expect(await bring(files)).toMatchObject({ state: 'failed' })
    await nothingWritten()
  })

  test('with ids of another account, or of people who are not in it', async () => {
    const [row = ''] = ((await filesIn(archive))['systems.jsonl'] ?? '').split('\n')
    const line = (change: object) => `${JSON.stringify({ ...readRow(row), ...change })}\n`
    await there.admin`insert into public.accounts (id, name) values (${ID.rivals}, 'Rivals')`
    await there.admin`
      insert into public.systems (id, account_id, name) values (${ID.rivalSystem}, ${ID.rivals}, 'Secret plans')`
    for (const [change, problem] of [
      [{ id: ID.rivalSystem }, 'notItsOwn'],
      [{ created_by: ID.nobody }, 'notItsOwn'],
      [{ owner_id: ID.nobody }, 'notItsOwn'],
      [{ owner_id: ID.rivalSystem }, 'notItsOwn'],
      [{ name: null }, 'line'],
      [{ status: 'haunted' }, 'line'],
    ] as const)
      expect(await bring(await changed({ 'systems.jsonl': line(change) }))).toEqual(refused(problem))
    expect(await there.admin`select account_id, name from public.systems`).toEqual([
      { account_id: ID.rivals, name: 'Secret plans' },
    ])
  })

  test('not for an account that its lines name: they get the account that takes them in', async () => {
    const tags = ((await filesIn(archive))['tags.jsonl'] ?? '').replace(
      '{',
      `{"account_id": "${ID.rivals}", `,
    )
    expect(await bring(await changed({ 'tags.jsonl': tags }))).toMatchObject({ state: 'done' })
    expect(await there.admin`select account_id from public.tags`).toEqual([{ account_id: ACCOUNT_THERE }])
  })

  test('with 50,000 brackets in a line, at the first attempt, wherever they stand', async () => {
    const brackets = '['.repeat(50_000)
    const closed = brackets + ']'.repeat(50_000)
    for (const [file, line] of [
      ['history.jsonl', `${brackets}\n`],
      ['history.jsonl', `{"before": ${closed}}\n`],
      ['systems.jsonl', `{"details": ${closed}}\n`],
    ] as const)
      expect(await bring(await changed({ [file]: line }))).toEqual(refused('deep'))
    expect(await there.admin`select attempts from public.archive_imports`).toEqual([{ attempts: 1 }])
    expect(await bring(await changed({ 'people.jsonl': `{"email": ${closed}}\n` }))).toEqual(refused('line'))
    await nothingWritten()
  })

  test.each([
    ['a choice without a name', { type: 'choice', choices: [{ id: 'x' }], default_value: null }],
    [
      'more than 500 choices',
      {
        type: 'choice',
        choices: Array.from({ length: 501 }, (_, at) => ({
          id: `c${at}`,
          name: `Choice ${at}`,
          color: 'gray',
        })),
        default_value: null,
      },
    ],
    ['a default that is no number', { default_value: 'many' }],
    ['the name of a built-in field', { name: 'Vendor' }],
    ['a name without a letter', { name: ' ' }],
  ] as const)('with an own field that has %s', async (_, change) => {
    const [row = ''] = ((await filesIn(archive))['own-fields.jsonl'] ?? '').split('\n')
    const line = `${JSON.stringify({ ...readRow(row), ...change })}\n`
    expect(await bring(await changed({ 'own-fields.jsonl': line }))).toEqual(refused('line'))
    await nothingWritten()
  })

  test.each(['owner_id', 'experts'])('with a history whose %s is nobody', async (field) => {
    const [row = ''] = ((await filesIn(archive))['history.jsonl'] ?? '').split('\n')
    const line = JSON.stringify({ ...readRow(row), action: 'updated', field, before: { id: 'x' } })
    expect(await bring(await changed({ 'history.jsonl': `${line}\n` }))).toEqual(refused('line'))
  })

  test('with 51 own fields of a kind', async () => {
    const [row = ''] = ((await filesIn(archive))['own-fields.jsonl'] ?? '').split('\n')
    const lines = Array.from({ length: 50 }, (_, at) => ({
      ...readRow(row),
      id: `00000000-0000-4000-8000-0000000f00${String(at).padStart(2, '0')}`,
      key: `seats_${at}`,
      name: `Seats ${at}`,
    }))
    const file = [row, ...lines.map((line) => JSON.stringify(line)), ''].join('\n')
    expect(await bring(await changed({ 'own-fields.jsonl': file }))).toEqual(refused('line'))
  })

  test.each([['a text'], [1e16], [[1]]])(
    'with the value %j of an own field that is a number',
    async (seats) => {
      const systems = ((await filesIn(archive))['systems.jsonl'] ?? '').replace(
        '"seats": 12',
        `"seats": ${JSON.stringify(seats)}`,
      )
      expect(await bring(await changed({ 'systems.jsonl': systems }))).toEqual(refused('line'))
      await nothingWritten()
    },
  )

  test('into an account that has something', async () => {
    await there.admin`insert into public.tags (account_id, name) values (${ACCOUNT_THERE}, 'mine')`
    expect(await bring(archive)).toEqual({
      state: 'failed',
      problem: 'Only an empty account can restore an archive.',
      refusal: 'archive.account_not_empty',
    })
  })
})
