import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('values of agents', () => {
  it('[DATA-30] [AGT-10] have their defaults, and who and when are set by the database', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`
        insert into public.agents (name, platform, account_id, created_by, updated_by)
        values (' Bare ', 'Custom', ${ID.acme}, ${ID.admin}, ${ID.admin})`
      return tx`
        select account_id, name, description, status, owner_id, last_used, created_by, updated_by
        from public.agents where name = 'Bare'`
    })
    expect(row).toEqual({
      account_id: ID.acme,
      name: 'Bare',
      description: '',
      status: 'inactive',
      owner_id: null,
      last_used: null,
      created_by: ID.user,
      updated_by: ID.user,
    })
  })

  it('[GAP-11] [GAP-10] change, and tell who published last', async () => {
    const [row] = await stage.as('manager', async (tx) => {
      await tx`update public.agents set status = 'training', owner_id = ${ID.viewer} where id = ${ID.helper}`
      return tx`select status, owner_id, created_by, updated_by from public.agents where id = ${ID.helper}`
    })
    expect(row).toEqual({
      status: 'training',
      owner_id: ID.viewer,
      created_by: ID.user,
      updated_by: ID.manager,
    })
  })

  it('[OPEN-03] refuse a name that is taken, in words, and an owner from elsewhere', async () => {
    const rename = stage.as(
      'admin',
      (tx) => tx`update public.agents set name = 'ORACLE' where id = ${ID.helper}`,
    )
    await expect(rename).rejects.toMatchObject({
      code: '23505',
      message: 'An agent with this name already exists.',
    })
    for (const stranger of [ID.rival, ID.nobody])
      expect(
        await stage.outcome(
          'admin',
          `update public.agents set owner_id = '${stranger}' where id = '${ID.helper}'`,
        ),
      ).toEqual({ refused: '23503' })
    expect(
      await stage.outcome('rival', `insert into public.agents (name, platform) values ('Helper', 'Other')`),
    ).toBe(1)
  })
})

describe('values of automations', () => {
  it('[DATA-32] [DIS-16] have their defaults', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`insert into public.automations (name, source) values ('Bare', 'Zapier')`
      return tx`
        select description, status, webhook_url, owner_id, last_run, created_by
        from public.automations where name = 'Bare'`
    })
    expect(row).toEqual({
      description: '',
      status: 'inactive',
      webhook_url: null,
      owner_id: null,
      last_run: null,
      created_by: ID.user,
    })
  })

  it('[OPEN-03] refuse a name that is taken, in words', async () => {
    const add = stage.as(
      'user',
      (tx) => tx`insert into public.automations (name, source) values ('invoices', 'Other')`,
    )
    await expect(add).rejects.toMatchObject({
      code: '23505',
      message: 'An automation with this name already exists.',
    })
  })

  const setUrl = (url: string) =>
    stage.as('user', (tx) =>
      outcomeOf(tx`update public.automations set webhook_url = ${url} where id = ${ID.invoices}`),
    )

  const accepted = [
    '',
    'https://hooks.zapier.com/hooks/catch/123/abc/',
    'HTTPS://Hooks.Test',
    'https://hooks.test:8443/a?b=c&d=%20#e',
    'https://127.0.0.1/x',
    'https://[::1]:9000/x',
    'https://my_host.internal?x=1',
    `https://hooks.test/${'x'.repeat(2048 - 'https://hooks.test/'.length)}`,
  ]
  for (const url of accepted) {
    it(`[OPEN-03] take the webhook URL '${url.slice(0, 60)}'`, async () => {
      expect(await setUrl(url)).toBe(1)
    })
  }

  const refused = [
    'http://hooks.test/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '//hooks.test/x',
    'https:hooks.test',
    'https:///x',
    'https://',
    'https://user@hooks.test/',
    'https://user:word@hooks.test/',
    'https://hooks.test\\@evil.test/',
    'https://hooks.test/a\\b',
    'https://hooks.test/a b',
    'https://hooks.test/a\tb',
    'https://hooks.test/a\nb',
    'https://hooks.test/\njavascript:alert(1)',
    ' https://hooks.test/',
    'https://hooks.test/\u202e',
    'https://hοoks.test/',
    'https://hooks.test:port/',
    'ftp://hooks.test/',
    `https://hooks.test/${'x'.repeat(2049 - 'https://hooks.test/'.length)}`,
  ]
  for (const url of refused) {
    it(`[OPEN-03] refuse the webhook URL ${JSON.stringify(url.slice(0, 60))}`, async () => {
      expect(await setUrl(url)).toEqual({ refused: '23514' })
    })
  }
})

describe('a switched-off feature', () => {
  const writes: readonly [feature: string, statement: string][] = [
    ['solutions', `insert into public.solutions (name) values ('New')`],
    ['solutions', `update public.solutions set name = 'Renamed' where id = '${ID.portal}'`],
    ['solutions', `delete from public.solutions where id = '${ID.portal}'`],
    [
      'solutions',
      `insert into public.solution_agents (solution_id, agent_id) values ('${ID.portal}', '${ID.oracle}')`,
    ],
    ['solutions', `delete from public.solution_automations where solution_id = '${ID.portal}'`],
    ['agents', `insert into public.agents (name, platform) values ('New', 'Other')`],
    ['agents', `update public.agents set name = 'Renamed' where id = '${ID.helper}'`],
    ['agents', `delete from public.agents where id = '${ID.helper}'`],
    ['automations', `insert into public.automations (name, source) values ('New', 'Other')`],
    ['automations', `update public.automations set status = 'inactive' where id = '${ID.invoices}'`],
    ['automations', `delete from public.automations where id = '${ID.invoices}'`],
  ]
  const afterSwitchingOff = (actor: 'manager' | 'admin', feature: string, statement: string) =>
    stage.as('admin', async (tx) => {
      await tx`
        insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, ${feature}, false)
        on conflict (account_id, feature_name) do update set enabled = false`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID[actor] })}, true)`
      return outcomeOf(tx.unsafe(statement))
    })

  for (const [feature, statement] of writes) {
    it(`refuses ${statement.slice(0, 45)}… of a manager, not of an admin`, async () => {
      expect(await afterSwitchingOff('manager', feature, statement)).toEqual({ refused: '42501' })
      expect(await afterSwitchingOff('admin', feature, statement)).toBe(1)
      expect(await stage.outcome('manager', statement)).toBe(1)
    })
  }

  it('[DIS-11] names the feature as the not-found screen does', async () => {
    const add = stage.as('admin', async (tx) => {
      await tx`update public.app_features set enabled = false where feature_name = 'agents'`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID.user })}, true)`
      await tx`insert into public.agents (name, platform) values ('New', 'Other')`
    })
    await expect(add).rejects.toMatchObject({ message: 'The Agents feature is currently disabled.' })
  })

  it('can be read, and leaves the articles alone', async () => {
    const read = (table: string) => `select * from public.${table}`
    for (const feature of ['solutions', 'agents', 'automations'])
      expect(await afterSwitchingOff('manager', feature, read(feature))).toBe(2)
    expect(
      await afterSwitchingOff(
        'manager',
        'knowledge_base',
        `insert into public.knowledge_articles (title) values ('New')`,
      ),
    ).toBe(1)
  })
})
