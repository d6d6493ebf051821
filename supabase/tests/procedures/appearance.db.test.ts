import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const WRONG = { refused: '23514' } as const
const save = (column: string, value: string) =>
  `update public.appearance_settings set ${column} = ${value} where account_id = '${ID.acme}'`

describe('appearance_settings', () => {
  it('[GAP-21] [GAP-22] [DATA-39] are saved by an admin, read by every member, and rename the account', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await tx`
        insert into public.appearance_settings (account_id, account_name, description, logo_url, updated_at, updated_by)
        values (${ID.acme}, '  Acme   Works ', 'All our tools', 'https://acme.test/logo.svg', '2001-01-01', ${ID.viewer})
        on conflict (account_id) do update set account_id = excluded.account_id, account_name = excluded.account_name,
          description = excluded.description, logo_url = excluded.logo_url, updated_at = excluded.updated_at,
          updated_by = excluded.updated_by`
      await become(tx, 'viewer')
      return tx`
        select s.account_name, s.description, s.logo_url, s.updated_by, s.updated_at = now() as just_now, a.name
        from public.appearance_settings s join public.accounts a on a.id = s.account_id`
    })
    expect(seen).toMatchObject([
      {
        account_name: 'Acme Works',
        description: 'All our tools',
        logo_url: 'https://acme.test/logo.svg',
        updated_by: ID.admin,
        just_now: true,
        name: 'Acme Works',
      },
    ])
  })

  it('refuses a logo that is no web address, or pretends to be another', async () => {
    for (const url of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '//evil.test/logo.png',
      '/logo.png',
      'https:evil.test',
      'ftp://acme.test/logo.png',
      'https://acme.test@evil.test/logo.png',
      'https://user:word@evil.test/logo.png',
      'https://acme.test\\@evil.test',
      'https://evil.test/a b',
      'https://evil.test/\tx',
      'https://',
      `https://acme.test/${'x'.repeat(2048)}`,
    ])
      expect(
        await stage.outcome('admin', save('logo_url', `E'${url.replaceAll('\\', '\\\\')}'`)),
        url,
      ).toEqual(WRONG)
  })

  it('takes an empty logo, http, a port, a query and other scripts', async () => {
    for (const url of [
      '',
      'http://acme.test',
      'https://acme.test:8443/l?size=2@2x#x',
      'https://bücher.test/lögo.png',
    ])
      expect(await stage.outcome('admin', save('logo_url', `'${url}'`)), url).toBe(1)
  })

  it('keeps names and descriptions to one visible line of a bounded length', async () => {
    const seen = await stage.as('admin', async (tx) => {
      await tx.unsafe(save('account_name', `E'Ac\\u202Eme\\n<b>'`))
      return tx`select account_name from public.appearance_settings`
    })
    expect(seen).toMatchObject([{ account_name: 'Acme <b>' }])
    expect(await stage.outcome('admin', save('account_name', `repeat('n', 121)`))).toEqual(WRONG)
    expect(await stage.outcome('admin', save('account_name', 'null'))).toEqual(WRONG)
    expect(await stage.outcome('admin', save('account_name', `E'\\u200b '`))).toEqual(WRONG)
    expect(await stage.outcome('admin', save('description', `repeat('d', 501)`))).toEqual(WRONG)
  })

  it('outlives the admin who saved it', async () => {
    const left = await stage.as('admin', async (tx) => {
      await tx.unsafe(save('description', `'Mine'`))
      await tx`delete from public.account_members where user_id = ${ID.admin}`
      await become(tx, 'viewer')
      return tx`select description, updated_by from public.appearance_settings`
    })
    expect(left).toMatchObject([{ description: 'Mine', updated_by: null }])
  })
})
