import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.archives where account_id = ${ID.acme}`
  await stage.admin`delete from public.security_audit_log where resource_type = 'archive'`
})

const request = () => stage.as('admin', (tx) => tx`select public.request_archive()`, { keep: true })

/** Does the work of the server until the archive is ready. */
async function make(content = 'zip'): Promise<string> {
  const [begun] = await stage.auth<{ id: string }[]>`select private.begin_archive(${ID.acme}) as id`
  const id = begun?.id ?? ''
  await stage.auth`select private.add_archive_part(${ID.acme}, ${id}, 1, ${Buffer.from(content)}, 7)`
  await stage.auth`select private.end_archive(${ID.acme}, ${id})`
  return id
}

const audited = async () =>
  (
    await stage.admin<{ action: string; severity: string }[]>`
      select action, severity from public.security_audit_log where resource_type = 'archive' order by created_at`
  ).map(({ action, severity }) => `${action}: ${severity}`)

describe('an archive', () => {
  it('is asked for, fetched and deleted by admins alone', async () => {
    for (const level of ['viewer', 'user', 'manager'] as const) {
      for (const [statement, sentence] of [
        ['select public.request_archive()', 'Only administrators can make an archive.'],
        ['select public.get_archive_state()', 'Only administrators can make an archive.'],
        [
          `select public.get_archive_part('${OWN.archive}', 1)`,
          'Only administrators can download an archive.',
        ],
        [`select public.delete_archive('${OWN.archive}')`, 'Only administrators can delete an archive.'],
      ] as const)
        await expect(stage.as(level, (tx) => tx.unsafe(statement))).rejects.toThrow(sentence)
    }
  })

  it('is made one at a time for an account', async () => {
    await request()
    await expect(request()).rejects.toThrow('An archive is being made already.')
    await make()
    await request()
    expect(await stage.admin`select state from public.archives where account_id = ${ID.acme}`).toEqual([
      { state: 'waiting' },
    ])
  })

  it('is fetched in parts, each act of which the audit log has', async () => {
    await request()
    const id = await make('Hello')
    const part = (place: number) =>
      stage.as('admin', (tx) => tx`select public.get_archive_part(${id}, ${place}) as part`, { keep: true })
    expect(await part(1)).toEqual([{ part: Buffer.from('Hello').toString('base64') }])
    await expect(part(2)).rejects.toThrow('This archive is gone.')
    await stage.as('admin', (tx) => tx`select public.delete_archive(${id})`, { keep: true })
    await expect(part(1)).rejects.toThrow('This archive is gone.')
    expect(await audited()).toEqual([
      'archive_requested: high',
      'archive_downloaded: high',
      'archive_deleted: medium',
    ])
  })

  it('is reported with its progress, beside the last restore and the available room', async () => {
    await stage.admin`delete from public.archive_imports`
    const state = async (person: 'admin' | 'rival') => {
      const [row] = await stage.as(
        person,
        (tx) => tx<{ state: unknown }[]>`select public.get_archive_state() as state`,
      )
      return row?.state
    }
    expect(await state('admin')).toEqual({ archive: null, import: null, is_empty: false })
    await request()
    await make()
    expect(await state('admin')).toMatchObject({
      archive: { state: 'ready', bytes: 3, entries: 7, parts: 1 },
    })
    await stage.admin`update public.archives set expires_at = now() where account_id = ${ID.acme}`
    await stage.admin`
      insert into public.archive_imports (account_id, state, problem) values (${ID.acme}, 'failed', 'No.')`
    expect(await state('admin')).toMatchObject({
      archive: null,
      import: { state: 'failed', entries: 0, problem: 'No.' },
    })
    await stage.admin`update public.archive_imports set ended_at = now() - interval '2 days'`
    expect(await state('admin')).toMatchObject({ import: null })
    expect(await state('rival')).toMatchObject({ archive: { id: OWN.rivalArchive } })
  })

  it('is gone a day after it was ready', async () => {
    await request()
    const id = await make()
    await stage.admin`update public.archives set expires_at = now() where id = ${id}`
    await expect(stage.as('admin', (tx) => tx`select public.get_archive_part(${id}, 1)`)).rejects.toThrow(
      'This archive is gone.',
    )
    const due = await stage.auth`select private.accounts_with_archives_to_make() as account`
    expect(due).toEqual([{ account: ID.acme }])
    await stage.auth`select private.begin_archive(${ID.acme})`
    expect(await stage.admin`select from public.archives where id = ${id}`).toEqual([])
    expect(await stage.admin`select from private.archive_parts where archive_id = ${id}`).toEqual([])
  })

  it('is announced by the server to the admin who asked', async () => {
    await stage.admin`delete from public.notifications`
    await request()
    await make()
    expect(
      await stage.admin`select user_id, actor_id, mail_due from public.notifications where kind = 'archive_ready'`,
    ).toEqual([{ user_id: ID.admin, actor_id: null, mail_due: true }])
  })

  it('takes no part that is not the next, and none after it was deleted', async () => {
    await request()
    const [begun] = await stage.auth<{ id: string }[]>`select private.begin_archive(${ID.acme}) as id`
    const id = begun?.id ?? ''
    const add = async (place: number) => {
      const [row] = await stage.auth<{ added: boolean }[]>`
        select private.add_archive_part(${ID.acme}, ${id}, ${place}, ${Buffer.from('x')}, 0) as added`
      return row?.added
    }
    expect([await add(2), await add(1), await add(1), await add(2)]).toEqual([false, true, false, true])
    await stage.as('admin', (tx) => tx`select public.delete_archive(${id})`, { keep: true })
    expect(await add(3)).toBe(false)
  })

  it('has failed after three tries that did not end', async () => {
    await request()
    for (const _ of [1, 2, 3]) await stage.auth`select private.begin_archive(${ID.acme})`
    expect(await stage.auth`select private.begin_archive(${ID.acme}) as id`).toEqual([{ id: null }])
    expect(await stage.admin`select state from public.archives where account_id = ${ID.acme}`).toEqual([
      { state: 'failed' },
    ])
  })
})

/** Tables of an account that archives leave out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  account_domains: 'A domain belongs to the account that claims it on its server.',
  account_members: 'The file of people.',
  alert_settings: 'When this server passes alerts on.',
  api_settings: 'What scripts and assistants may do on this server.',
  api_tokens: 'What opens the server that it was made on.',
  archive_imports: 'What archives were taken in here.',
  archives: 'Archives themselves.',
  calendar_addresses: 'Addresses of the server that they were made on.',
  deputies: 'Who is told in place of members of this server.',
  discovered_callers: 'Who calls the server that the address was made on.',
  found_records: 'What is no record: scripts push it again.',
  found_sources: 'Keys for the server that they were made on.',
  group_rules: 'Name the sign-in providers of this server.',
  heartbeats: 'Addresses of the server that they were made on.',
  inbox_mutes: 'What members do not want to hear here.',
  inbox_snoozes: 'Lines of inboxes that come back within a year.',
  import_matches: 'How columns of files were matched; a file is matched again in a minute.',
  import_rows:
    'Rows of plans, which live for seven days; what was applied is in the records and their history.',
  imports: 'Plans of imports, which live for seven days.',
  suggestions: 'What assistants propose waits for people of this server.',
  maintenance_windows:
    'When this server tells nobody; the history has them, and no moment of an archive is to come.',
  notifications: 'What members were told here.',
  pending_invitations: 'The file of people, as far as they are open.',
  profiles: 'The file of people; the rest of a profile is the person’s own.',
  service_accounts: 'Whose tokens are, which open the server that they were made on.',
  run_days: 'What was reported to this server.',
  runs: 'What was reported to this server.',
  webhook_deliveries: 'What this server sent.',
  webhooks: 'Addresses that this server tells; their secrets are sealed here.',
}

it('includes every table of an account, or leaves it out for a reason', async () => {
  const tables = await stage.admin<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from private.archived_tables() t where t.source = c.oid)
    order by 1`
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(LEFT_OUT).toSorted())
})
