import type { PendingQuery, Row, TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const answerRow = z.object({
  answer: z.object({
    counts: z.record(z.string(), z.number()),
    results: z.array(
      z.strictObject({
        type: z.string(),
        id: z.string(),
        title: z.string(),
        description: z.string(),
        link: z.string(),
        updated_at: z.string(),
        record: z
          .strictObject({
            status: z.string().nullable(),
            owner: z.string().nullable(),
            gap: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
})
type Answer = z.infer<typeof answerRow>['answer']

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.systems set description = 'Keeps every ACCOUNT 100% safe_and\\sound' where id = '${ID.ledger}';
    update public.agents set description = 'answers accounting questions' where id = '${ID.helper}';
    update public.knowledge_articles set content = 'Ask the accountants.', excerpt = 'First days' where id = '${ID.handbook}';
    update public.profiles
    set job_role = 'Accounts payable', department = 'Treasury', bio = 'Plays the zither', privacy_job_visible = true,
      privacy_department_visible = false, privacy_bio_visible = false
    where id = '${ID.user}';
    update public.account_members set knowledge_areas = '{Payroll}' where user_id = '${ID.colleague}'`)
})
afterAll(() => stage?.close())

async function search(actor: Actor, query: string | null, limit: number | null = 50): Promise<Answer> {
  const [row] = await stage.as(
    actor,
    (tx) => tx`select public.search_workspace(${query}, ${limit}::integer) as answer`,
  )
  return answerRow.parse(row).answer
}
/** Fills a table without the triggers, which would write a history that no test reads. */
const inBulk = (insert: (tx: TransactionSql) => PendingQuery<Row[]>) =>
  stage.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await insert(tx)
  })
const titles = async (actor: Actor, query: string) =>
  (await search(actor, query)).results.map(({ type, title }) => `${type} ${title}`)

const NOTHING = {
  counts: { knowledge: 0, process: 0, qa: 0, system: 0, solution: 0, agent: 0, automation: 0, person: 0 },
  results: [],
}

describe('[GAP-32] search_workspace', () => {
  it('[SRCH-21] [SRCH-22] [SRCH-23] finds what contains the text, in whatever letters', async () => {
    expect(await titles('viewer', 'Account')).toEqual([
      'knowledge Handbook',
      'agent Helper',
      'system Ledger',
      'person Uma User',
    ])
    expect(await titles('viewer', 'first DAYS')).toEqual(['knowledge Handbook'])
    expect(await titles('viewer', 'hand')).toEqual(['knowledge Handbook'])
  })

  it('finds nothing of what is switched off', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      await tx`update public.app_features set enabled = false where feature_name = 'agents'`
      return tx`select public.search_workspace('account') as answer`
    })
    const { counts, results } = answerRow.parse(row).answer
    expect(counts).toMatchObject({ agent: 0, system: 1 })
    expect(results.map(({ title }) => title)).toEqual(['Handbook', 'Ledger', 'Uma User'])
  })

  it('[DATA-37] [SRCH-10] [SRCH-11] says type, title, description, link and time of each', async () => {
    const { results } = await search('viewer', 'ledger')
    expect(results).toEqual([
      {
        type: 'system',
        id: ID.ledger,
        title: 'Ledger',
        description: 'Keeps every ACCOUNT 100% safe_and\\sound',
        link: '/systems',
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        record: { status: 'active', owner: null, gap: 'no_owner' },
      },
    ])
    const links = async (query: string) => (await search('viewer', query)).results.map(({ link }) => link)
    expect(await links('handbook')).toEqual([`/knowledge/${ID.handbook}`])
    expect(await links('portal')).toEqual(['/solutions'])
    expect(await links('helper')).toEqual(['/agents'])
    expect(await links('invoices')).toEqual(['/automations'])
    expect(await links('uma')).toEqual([`/team/${ID.user}`])
  })

  it('says status, owner and gap of each record, and nothing of the kind of people', async () => {
    const [row] = await stage.as('admin', async (tx) => {
      await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
      return tx`select public.search_workspace('account') as answer`
    })
    const { results } = answerRow.parse(row).answer
    const records = Object.fromEntries(results.map(({ title, record }) => [title, record]))
    expect(records).toMatchObject({
      Ledger: { status: 'active', owner: 'Uma User' },
      'Uma User': null,
      Handbook: null,
    })
  })

  it('[SRCH-25] puts the exact title first, then what begins with the text, then the rest by the alphabet', async () => {
    await stage.admin`
      insert into public.automations (account_id, name, source)
      select ${ID.acme}, n, 'Other' from unnest(${'{"The Mill","mill","A mill","Milling","Millet","Zmill"}'}::text[]) n`
    expect(await titles('viewer', 'MILL')).toEqual([
      'automation mill',
      'automation Millet',
      'automation Milling',
      'automation A mill',
      'automation The Mill',
      'automation Zmill',
    ])
  })

  it('[SRCH-08] [GAP-26] counts all of each type, and lists so many of each', async () => {
    await stage.admin`
      insert into public.systems (account_id, name) select ${ID.acme}, 'Pump ' || lpad(n::text, 3, '0') from generate_series(1, 250) n`
    await stage.admin`
      insert into public.solutions (account_id, name) select ${ID.acme}, 'Pump ' || n from generate_series(1, 5) n`
    const some = await search('viewer', 'pump', 3)
    expect(some.counts).toEqual({ ...NOTHING.counts, system: 250, solution: 5 })
    expect(some.results.map(({ title }) => title)).toEqual([
      'Pump 001',
      'Pump 002',
      'Pump 003',
      'Pump 1',
      'Pump 2',
      'Pump 3',
    ])
    expect((await search('viewer', 'pump')).results).toHaveLength(55)
    expect((await search('viewer', 'pump', 100_000)).results).toHaveLength(205)
    expect((await search('viewer', 'pump', -1)).results).toHaveLength(2)
    expect((await search('viewer', 'pump', null)).results).toHaveLength(55)
  })

  it('[SRCH-08] [SRCH-25] counts up to a thousand, and 1,001 for more, and still puts first what comes first', async () => {
    await inBulk(
      (tx) => tx`
        insert into public.agents (account_id, name, platform, description)
        select ${ID.acme}, 'Engine ' || lpad(n::text, 4, '0'), 'Other', 'Drives a valve' from generate_series(1, 1500) n`,
    )
    await stage.admin`
      insert into public.agents (account_id, name, platform)
      select ${ID.acme}, n, 'Other' from unnest(${'{"Zone valve","VALVE","Valve 2","A valve"}'}::text[]) n`
    const { counts, results } = await search('viewer', 'valve', 5)
    expect(counts).toEqual({ ...NOTHING.counts, agent: 1001 })
    expect(results.map(({ title }) => title)).toEqual([
      'VALVE',
      'Valve 2',
      'A valve',
      'Engine 0001',
      'Engine 0002',
    ])
    expect((await search('viewer', 'e 1500')).results.map(({ title }) => title)).toEqual(['Engine 1500'])
  })

  it('[SRCH-20] finds nothing for a blank text', async () => {
    for (const blank of ['', '   ', '\t\n\u00a0\u200b', null])
      expect(await search('viewer', blank)).toEqual(NOTHING)
  })

  it('takes %, _ and \\ as they are', async () => {
    const found = ['system Ledger']
    expect(await titles('viewer', '100%')).toEqual(found)
    expect(await titles('viewer', 'safe_and')).toEqual(found)
    expect(await titles('viewer', '_and\\sound')).toEqual(found)
    expect(await titles('viewer', '100_')).toEqual([])
    expect(await titles('viewer', 'l%r')).toEqual([])
    expect(await titles('viewer', '\\\\sound')).toEqual([])
    expect(await titles('viewer', '%')).toEqual(found)
    expect(await titles('viewer', '_')).toEqual(found)
    expect(await titles('viewer', '\\')).toEqual(found)
  })

  it('takes what tries to be SQL, a regular expression or a filter as text', async () => {
    for (const hostile of [
      `'; drop table systems --`,
      '(.*)+$',
      'a,account_id.not.is.null)',
      '*',
      '"',
      '$1',
      '%1$I',
    ])
      expect(await search('viewer', hostile)).toEqual(NOTHING)
  })

  it('goes by letters beyond ASCII too', async () => {
    await stage.admin`insert into public.agents (account_id, name, platform) values (${ID.acme}, 'Über-Café 東京', 'Other')`
    for (const query of ['über', 'ÜBER', 'CAFÉ', '東', '京'])
      expect(await titles('viewer', query)).toEqual(['agent Über-Café 東京'])
  })

  it('takes accents off, and says first what has them as typed', async () => {
    await stage.admin`
      insert into public.solutions (account_id, name)
      select ${ID.acme}, n from unnest(${'{"Müller","Muller","Müllerei","Łódź Straße"}'}::text[]) n`
    expect(await titles('viewer', 'muller')).toEqual([
      'solution Muller',
      'solution Müller',
      'solution Müllerei',
    ])
    expect((await titles('viewer', 'MÜLLER'))[0]).toBe('solution Müller')
    expect(await titles('viewer', 'lodz strasse')).toEqual(['solution Łódź Straße'])
  })

  it('forgives a typo in a title, behind what has the text as typed', async () => {
    await stage.admin`
      insert into public.solutions (account_id, name, description)
      select ${ID.acme}, n, 'Counts the holidays' from unnest(${'{"Workday","Kiosk at work","Worday clone"}'}::text[]) n`
    expect(await titles('viewer', 'worday')).toEqual(['solution Worday clone', 'solution Workday'])
    expect(await titles('viewer', 'wrokday')).toEqual(['solution Workday'])
    expect((await search('viewer', 'worday')).counts).toMatchObject({ solution: 2 })
    expect((await search('viewer', 'worday', 1)).results.map(({ title }) => title)).toEqual(['Worday clone'])
    expect(await titles('viewer', 'holydays')).toEqual([])
    expect(await titles('viewer', 'kosk')).toEqual(['solution Kiosk at work'])
    expect(await titles('viewer', 'kso')).toEqual([])
  })

  it('forgives in the names of people, and nothing of what they hide', async () => {
    await stage.admin`update public.profiles set name = 'Özge Kaya' where id = ${ID.deputy}`
    expect(await titles('viewer', 'ozge')).toEqual(['person Özge Kaya'])
    expect(await titles('viewer', 'collegue')).toEqual(['person Cleo Colleague'])
    expect(await titles('viewer', 'tresury')).toEqual([])
    expect(await search('rival', 'collegue')).toEqual(NOTHING)
    expect(await search('rival', 'wrokday')).toEqual(NOTHING)
  })

  it('refuses a text of more than 200 characters', async () => {
    expect(await search('viewer', 'x'.repeat(200))).toEqual(NOTHING)
    await expect(search('viewer', 'x'.repeat(201))).rejects.toMatchObject({ code: '22023' })
  })
})

describe('people', () => {
  it('are found by what they show, and shown by it', async () => {
    expect(await titles('viewer', 'payable')).toEqual(['person Uma User'])
    expect((await search('viewer', 'uma')).results[0]).toMatchObject({ description: 'Accounts payable' })
    expect(await titles('viewer', 'payroll')).toEqual(['person Cleo Colleague'])
  })

  it('are not found by what they hide, except by themselves', async () => {
    for (const hidden of ['zither', 'treasury']) {
      for (const actor of ['viewer', 'manager', 'admin'] as const)
        expect(await titles(actor, hidden)).toEqual([])
      expect(await titles('user', hidden)).toEqual(['person Uma User'])
    }
  })

  it('are never found by their address', async () => {
    for (const address of ['uma@acme.test', 'acme.test', '@'])
      expect(await titles('user', address)).toEqual([])
  })
})

describe('other accounts', () => {
  it('are not found, not counted, and not told apart from what does not exist', async () => {
    for (const theirs of ['secret', 'Rex Rival', 'secret plans']) {
      expect(await search('admin', theirs)).toEqual(NOTHING)
      expect(await search('unplaced', theirs)).toEqual(NOTHING)
      expect(await search('former', theirs)).toEqual(NOTHING)
      expect(await search('service', theirs)).toEqual(NOTHING)
    }
    expect((await search('rival', 'secret')).counts).toEqual({
      ...NOTHING.counts,
      knowledge: 1,
      system: 1,
      solution: 1,
      agent: 1,
      automation: 1,
    })
    expect(await search('rival', 'ledger')).toEqual(NOTHING)
    expect(await search('former', 'ledger')).toEqual(NOTHING)
  })

  it('have rows that a search does not even touch', async () => {
    await inBulk(
      (tx) => tx`
        insert into public.systems (account_id, name)
        select ${ID.acme}, 'Turbine ' || n from generate_series(1, 5000) n`,
    )
    await stage.admin`vacuum analyze private.records`
    const plan = await stage.admin.begin(async (tx) => {
      await tx`set local cpu_operator_cost = 0.1`
      return tx`
        explain (analyze, format json)
        select from public.systems s
        where s.account_id = ${ID.rivals}
          and (private.folded(s.name) like '%turbine%' or private.folded(s.description) like '%turbine%')`
    })
    const text = JSON.stringify(plan)
    expect(text).toContain(ID.rivals)
    expect(text).not.toMatch(/Seq Scan/)
    expect(text).not.toMatch(/"Rows Removed by (Filter|Index Recheck)": [1-9]\d\d/)
  })

  it('are closed to anonymous callers', async () => {
    expect(await stage.outcome('anonymous', `select public.search_workspace('ledger')`)).toEqual({
      refused: '42501',
    })
    for (const actor of ['viewer', 'admin', 'service'] as const)
      expect(await stage.outcome(actor, `select private.search_matches('ledger', 10)`)).toEqual({
        refused: '42501',
      })
  })
})
