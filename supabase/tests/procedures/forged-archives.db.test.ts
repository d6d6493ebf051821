import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  actAs,
  arrangeTaker,
  asTaker,
  fromElsewhere,
  idElsewhere,
  inVain,
  type Lines,
  linesOf,
  restoreAll,
  TAKER,
  takeIn,
} from '../support/archives.ts'
import { ID } from '../support/cast.ts'
import { type Hashes, hashesOfOthers } from '../support/others.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let legal: Lines
let hashes: (sql: postgres.Sql | postgres.TransactionSql) => Promise<Hashes>
beforeAll(async () => {
  stage = await openStage()
  await arrangeTaker(stage.admin)
  // In the bin, with links of every sort.
  for (const [kind, id] of [
    ['system', ID.ledger],
    ['agent', ID.helper],
    ['automation', ID.invoices],
    ['solution', ID.intranet],
  ] as const)
    await stage.as('manager', (tx) => tx`select public.delete_records(${kind}, ${`{${id}}`}::uuid[])`, {
      keep: true,
    })
  legal = fromElsewhere(await linesOf(stage.auth, ID.acme), 1)
  hashes = await hashesOfOthers(stage.admin, TAKER.account)
})
afterAll(() => stage?.close())

interface Row {
  record?: Row | undefined
  [name: string]: unknown
}

const rowSchema: z.ZodType<Row> = z.looseObject({
  get record() {
    return rowSchema.optional()
  },
})

/** The archive with the lines of a file written differently. */
const forged = (file: string, change: (row: Row) => Row): Lines => ({
  ...legal,
  [file]: (legal[file] ?? []).map((line) => JSON.stringify(change(rowSchema.parse(JSON.parse(line))))),
})

const here = (id: string) => idElsewhere(id, 1)

/** Takes an archive in, restores its bin, and says what the account has then; all others are as they were. */
async function inTheirAccount<T>(
  lines: Lines,
  look: (tx: postgres.TransactionSql, restored: unknown) => Promise<T>,
): Promise<T> {
  return inVain(stage.admin, async (tx) => {
    const before = await hashes(tx)
    await takeIn(tx, lines)
    const restored = await restoreAll(tx)
    const result = await look(tx, restored)
    await tx`reset role`
    expect(await hashes(tx)).toEqual(before)
    return result
  })
}

describe('links in the bin of an archive', () => {
  it('are back when the records are restored in another account', async () => {
    const links = await inTheirAccount(legal, async (tx) => ({
      agents: await tx`
        select solution_id, agent_id from public.solution_agents where account_id = ${TAKER.account}`,
      automations: await tx`
        select solution_id, automation_id from public.solution_automations where account_id = ${TAKER.account}`,
      systems: await tx`select related_systems from public.solutions where id = ${here(ID.portal)}`,
      articles: await tx`select system_id from public.knowledge_articles where id = ${here(ID.handbook)}`,
    }))
    expect(links).toEqual({
      agents: [{ solution_id: here(ID.portal), agent_id: here(ID.helper) }],
      automations: [{ solution_id: here(ID.portal), automation_id: here(ID.invoices) }],
      systems: [{ related_systems: `{${here(ID.billing)},${here(ID.ledger)}}` }],
      articles: [{ system_id: here(ID.ledger) }],
    })
  })

  it.each([
    [
      'account_members',
      {
        id: here(ID.nobody),
        account_id: ID.acme,
        user_id: ID.unplaced,
        permission_level: 'admin',
        role: 'owner',
      },
    ],
    [
      'systems',
      { id: here(ID.nobody), account_id: ID.acme, name: 'Placed', description: '', status: 'active' },
    ],
    ['account_domains', { domain: 'bank.test', account_id: TAKER.account }],
    ['domain_blacklist', { domain: 'bank.test' }],
    ['record_experts', { account_id: ID.acme, kind: 'system', record_id: ID.billing, expert_id: ID.user }],
    ['solution_agents', { account_id: ID.acme, solution_id: ID.portal, agent_id: ID.oracle }],
  ])('write no row into %s', async (table, row) => {
    const planted = { table, kind: 'solution', id: here(ID.portal), name: 'Portal', row }
    const lines = forged('bin', (line) => ({ ...line, links: { rows: [planted] } }))
    const written = await inTheirAccount(lines, async (tx) => ({
      domains: await tx`select domain from public.account_domains where account_id = ${TAKER.account}`,
      kept: await tx`select links from public.binned_records where links::text like '%bank.test%'`,
    }))
    expect(written).toEqual({ domains: [{ domain: 'taker.test' }], kept: [] })
  })

  it('keep nothing that links do not have', async () => {
    const lines = forged('bin', (line) => ({
      ...line,
      links: {
        experts: [{ expert_id: here(ID.viewer), system_id: ID.billing, account_id: ID.acme }],
        more: [1],
      },
      record: { ...line.record, account_id: ID.acme, id: ID.billing, more: 'of it' },
    }))
    const kept = await inVain(stage.admin, async (tx) => {
      await takeIn(tx, lines)
      return tx<{ record: Row; links: Row }[]>`
        select record::text, links::text from public.binned_records where account_id = ${TAKER.account}`
    })
    expect(kept).toHaveLength(4)
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${ID.acme}|${ID.billing}|system_id|more`))
  })
})

describe('ids of people of other accounts in an archive', () => {
  const strangers = [ID.user, ID.invitation, ID.former]
  const names = /Uma|Ivy|Fay|acme\.test|else\.test/

  /** All that the account has and its members read. */
  const told = async (tx: postgres.TransactionSql, restored: unknown) => {
    const mine = await tx`
      select 'history', h::text from public.record_history h
      where h.account_id = ${TAKER.account} and h.changed_at >= now()
      union all
      select 'departed', d::text from public.departed_owners d
      where d.account_id = ${TAKER.account} and d.person_id = any (${`{${strangers}}`}::uuid[])
      union all
      select 'former', f::text from private.former_members f where f.account_id = ${TAKER.account}`
    return JSON.stringify([mine, restored])
  }

  it.each(strangers)('tell no name when a record is restored: %s', async (person) => {
    const lines = forged('bin', (line) => ({
      ...line,
      record: { ...line.record, owner_id: person },
      links: {
        departed: [
          {
            account_id: TAKER.account,
            kind: line['kind'],
            record_id: line['record_id'],
            person_id: person,
            left_at: '2026-01-01T00:00:00Z',
          },
        ],
        experts: [{ expert_id: person, assigned_by: person }],
      },
    }))
    expect(await inTheirAccount(lines, told)).not.toMatch(names)
  })

  it('tell neither a name nor a later address as people who left', async () => {
    const left = JSON.stringify({
      id: ID.user,
      email: 'x@taker.test',
      state: 'left',
      since: '2026-01-01T00:00:00Z',
    })
    const lines = forged('bin', (line) => ({ ...line, links: { experts: [{ expert_id: ID.user }] } }))
    const asked = await inVain(stage.admin, async (tx) => {
      await takeIn(tx, { ...lines, people: [...(lines['people'] ?? []), left] })
      await tx`update auth.users set email = 'uma.new@acme.test', email_confirmed_at = now() where id = ${ID.user}`
      return told(tx, await restoreAll(tx))
    })
    expect(asked).not.toMatch(names)
  })

  it('note no departed owner when an act is undone', async () => {
    const act = here(OWN.act)
    const change = {
      id: here(ID.nobody),
      kind: 'system',
      record_id: here(ID.billing),
      record_name: 'Billing',
      action: 'updated',
      field: 'owner_id',
      before: null,
      after: null,
      changed_at: new Date(Date.now() + 60_000).toISOString(),
      act,
      concerned: [],
    }
    const departed = (accountOf: string, record: string) => ({
      account_id: accountOf,
      kind: 'system',
      record_id: record,
      person_id: ID.user,
      left_at: '2026-01-01T00:00:00Z',
    })
    const lines = forged('acts', (line) => ({
      ...line,
      id: act,
      action: 'owner',
      parts: ['owner_id'],
      undoes: null,
      done_at: new Date().toISOString(),
      departed: [departed(ID.acme, here(ID.billing)), departed(ID.acme, ID.billing)],
    }))
    const { answer, all } = await inTheirAccount(
      { ...lines, history: [...(lines['history'] ?? []), JSON.stringify(change)] },
      async (tx, restored) => {
        await asTaker(tx)
        const [undone] = await tx`select public.undo_act(${act}) as answer`
        await tx`reset role`
        return { answer: undone?.['answer'], all: await told(tx, restored) }
      },
    )
    expect(answer).toMatchObject({ undone: 1 })
    expect(all).not.toMatch(names)
  })
})

describe('the id of a record in the bin of another account', () => {
  const withId = (line: string | undefined, name: string) =>
    (line ?? '').replace(new RegExp(`"${name}": "[^"]*"`), `"${name}": "${ID.helper}"`)

  it.each([
    ['a record', () => ({ agents: [withId(legal['agents']?.[0], 'id')] })],
    [
      'a deleted record',
      () => ({
        bin: legal['bin']?.filter((l) => l.includes('"agent"')).map((l) => withId(l, 'record_id')) ?? [],
      }),
    ],
  ])('is none that an archive may give %s', async (_what, lines) => {
    await expect(inVain(stage.admin, (tx) => takeIn(tx, { ...legal, ...lines() }))).rejects.toMatchObject({
      code: '23505',
    })
  })

  it('is none either while the record is not deleted', async () => {
    const restored = inVain(stage.admin, async (tx) => {
      await actAs(tx, ID.manager)
      await tx`select public.restore_from_bin(${`{${ID.helper}}`}::uuid[])`
      await tx`reset role`
      await takeIn(tx, { ...legal, bin: (legal['bin'] ?? []).map((line) => withId(line, 'record_id')) })
    })
    await expect(restored).rejects.toMatchObject({ code: '23505' })
  })
})

describe('a history of an archive', () => {
  it('does not keep an author of another account from publishing', async () => {
    const published = Array.from({ length: 10 }, (_, place) => ({
      id: here(ID.nobody).replace(/.$/, String(place)),
      kind: 'article',
      record_id: here(ID.handbook),
      record_name: 'Post',
      action: 'created',
      changed_by: ID.user,
      changed_at: new Date().toISOString(),
      act: here(OWN.act),
      concerned: [],
    }))
    const rows = await inVain(stage.admin, async (tx) => {
      await takeIn(tx, { history: published.map((line) => JSON.stringify(line)) })
      await actAs(tx, ID.user)
      return tx`insert into public.knowledge_articles (title) values ('Post')`
    })
    expect(rows).toHaveProperty('count', 1)
  })
})

describe('a record of an archive with the id that a record of another kind has in another account', () => {
  it('is refused, as that of another record of its kind is', async () => {
    const agents = [(legal['agents'] ?? [''])[0]?.replace(/"id": "[^"]*"/, `"id": "${ID.billing}"`) ?? '']
    await expect(inVain(stage.admin, (tx) => takeIn(tx, { ...legal, agents }))).rejects.toMatchObject({
      code: '23505',
    })
  })
})
