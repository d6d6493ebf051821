import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // Rivals get no rows: theirs is the account that can take an archive in.
  for (const table of [
    'knowledge_articles',
    'solutions',
    'agents',
    'automations',
    'systems',
    'tags',
    'own_fields',
    'views',
    'binned_records',
  ])
    await stage.admin`delete from ${stage.admin(`public.${table}`)} where account_id = ${ID.rivals}`
  await stage.admin`delete from public.binned_records where account_id = ${ID.rivals}`
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.archive_imports where account_id = ${ID.rivals}`
})

const KEPT = { keep: true }
const base64 = (text: string) => Buffer.from(text).toString('base64')

async function start(): Promise<string> {
  const [made] = await stage.as(
    'rival',
    (tx) => tx<{ id: string }[]>`select public.start_archive_import() as id`,
    KEPT,
  )
  return made?.id ?? ''
}
const add = (id: string, place: number, content: string) =>
  stage.as('rival', (tx) => tx`select public.add_archive_import_part(${id}, ${place}, ${content})`, KEPT)
const submit = (id: string) => stage.as('rival', (tx) => tx`select public.submit_archive_import(${id})`, KEPT)

describe('an archive to take in', () => {
  it('is brought by admins alone, to an empty account alone', async () => {
    for (const level of ['viewer', 'user', 'manager'] as const)
      for (const statement of [
        'select public.start_archive_import()',
        `select public.add_archive_import_part('${OWN.archiveImport}', 1, 'eA==')`,
        `select public.submit_archive_import('${OWN.archiveImport}')`,
      ])
        await expect(stage.as(level, (tx) => tx.unsafe(statement))).rejects.toThrow(
          'Only administrators can restore an archive.',
        )
    await expect(stage.as('admin', (tx) => tx`select public.start_archive_import()`)).rejects.toThrow(
      'Only an empty account can restore an archive.',
    )
  })

  it('comes part by part, all of one size but the last', async () => {
    const id = await start()
    await expect(add(id, 2, base64('abc'))).rejects.toThrow('This part of the archive cannot be taken.')
    await add(id, 1, base64('abc'))
    await expect(add(id, 1, base64('abc'))).rejects.toThrow('This part of the archive cannot be taken.')
    await expect(add(id, 2, base64('abcd'))).rejects.toThrow('This part of the archive cannot be taken.')
    await add(id, 2, base64('de'))
    await expect(add(id, 3, base64('f'))).rejects.toThrow('This part of the archive cannot be taken.')
    await expect(add(id, 3, '')).rejects.toThrow('A part of an archive has at most 750,000 bytes.')
    expect(
      await stage.admin`select bytes::integer, parts, state from public.archive_imports where id = ${id}`,
    ).toEqual([{ bytes: 5, parts: 2, state: 'uploading' }])
  })

  it('of another account takes no part', async () => {
    await expect(add(OWN.archiveImport, 1, base64('abc'))).rejects.toThrow(
      'This part of the archive cannot be taken.',
    )
  })

  describe('finds room on the server', () => {
    const TOO_LARGE = {
      code: 'PT413',
      message: 'An account that is younger than a day cannot restore an archive of this size.',
    }
    const NO_ROOM = { code: 'PT507', message: 'The server has no room for another archive at the moment.' }
    const room = (all: number, ofNew: number) => stage.auth`select private.set_archive_room(${all}, ${ofNew})`
    const founded = (age: string) =>
      stage.admin`update public.accounts set created_at = now() - ${age}::interval where id = ${ID.rivals}`
    /** The archive of another account, which waits. */
    const elsewhere = (bytes: number, state: string) => stage.admin`
      insert into public.archive_imports (account_id, state, bytes) values (${ID.acme}, ${state}, ${bytes})
      on conflict (account_id) do update set state = excluded.state, bytes = excluded.bytes`
    const usual = async () => {
      await room(10_000_000_000, 250_000_000)
      await founded('2 days')
      await stage.admin`update public.accounts set created_at = now() - interval '2 days' where id = ${ID.acme}`
      await elsewhere(0, 'done')
    }
    beforeEach(usual)
    afterAll(usual)

    it('limited for an account younger than a day', async () => {
      await room(1_000, 10)
      await founded('23 hours')
      const id = await start()
      await add(id, 1, base64('12345678'))
      await expect(add(id, 2, base64('123'))).rejects.toMatchObject(TOO_LARGE)
      await add(id, 2, base64('12'))
      await founded('25 hours')
    })

    it('shared by all accounts, of which young ones have half', async () => {
      await room(20, 15)
      const id = await start()
      await elsewhere(13, 'uploading')
      await expect(add(id, 1, base64('12345678'))).rejects.toMatchObject(NO_ROOM)
      await add(id, 1, base64('1234567'))
      expect(
        await stage.admin`select bytes::integer, parts from public.archive_imports where id = ${id}`,
      ).toEqual([{ bytes: 7, parts: 1 }])
      await founded('1 hour')
      const young = await start()
      await elsewhere(0, 'done')
      await add(young, 1, base64('1234567890'))
      await expect(add(young, 2, base64('1'))).rejects.toMatchObject(NO_ROOM)
    })

    it('released with the end of an archive', async () => {
      await room(10, 10)
      for (const state of ['uploading', 'waiting', 'working']) {
        await elsewhere(10, state)
        await expect(start()).rejects.toMatchObject(NO_ROOM)
      }
      for (const state of ['done', 'failed']) {
        await elsewhere(10, state)
        await start()
      }
    })

    it('once only for two uploads at the same time', async () => {
      await room(10, 10)
      const id = await start()
      await stage.admin
        .begin(async (tx) => {
          await elsewhere(0, 'uploading')
          await tx`select private.refuse_without_archive_room(${ID.acme}, 6)`
          const mine = add(id, 1, base64('123456'))
          const refused = expect(mine).rejects.toMatchObject(NO_ROOM)
          await stage.untilWaiting(1)
          await tx`update public.archive_imports set bytes = 6 where account_id = ${ID.acme}`
          return () => refused
        })
        .then((ends) => ends())
    })
  })

  it('is submitted once, and another one waits until it is done', async () => {
    const id = await start()
    await add(id, 1, base64('abc'))
    await submit(id)
    await expect(submit(id)).rejects.toThrow('This archive is gone.')
    await expect(start()).rejects.toThrow('An archive is being restored already.')
    await expect(add(id, 2, base64('abc'))).rejects.toThrow('This part of the archive cannot be taken.')
    expect(
      await stage.auth`select account from private.accounts_with_archives_to_restore() as account`,
    ).toEqual([{ account: ID.rivals }])
  })

  it('is deleted when it is not finished within a day, and fails after three tries', async () => {
    const id = await start()
    await add(id, 1, base64('abc'))
    await stage.admin`update public.archive_imports set created_at = now() - interval '25 hours' where id = ${id}`
    expect(await stage.auth`select * from private.begin_archive_import(${ID.rivals})`).toEqual([])
    expect(await stage.admin`select from public.archive_imports where id = ${id}`).toEqual([])
    const next = await start()
    await add(next, 1, base64('abc'))
    await submit(next)
    for (const _ of [1, 2, 3])
      expect(await stage.auth`select import from private.begin_archive_import(${ID.rivals})`).toHaveLength(1)
    expect(await stage.auth`select from private.begin_archive_import(${ID.rivals})`).toHaveLength(0)
    expect(
      await stage.admin`select state, problem, refusal from public.archive_imports where id = ${next}`,
    ).toEqual([
      {
        state: 'failed',
        problem: 'The server could not take it in. Ask who runs it.',
        refusal: 'archive.given_up',
      },
    ])
  })
})
