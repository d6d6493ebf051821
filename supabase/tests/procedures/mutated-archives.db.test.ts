import { casesToTry } from '@cairn/testing/tier'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
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
  tried,
} from '../support/archives.ts'
import { confirmPerson, ID } from '../support/cast.ts'
import { chosenOf, type Mutation, mutated, mutationsOf } from '../support/mutations.ts'
import { type Hashes, hashesOfOthers } from '../support/others.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

/** `MUTATED_ARCHIVES=10000 npx vitest run supabase/tests/procedures/mutated-archives.db.test.ts --testTimeout=36000000` tries as many. */
const ARCHIVES = casesToTry('MUTATED_ARCHIVES', { once: 12, repeated: 30 })
const AT_ONCE = 20

/** The third of the accounts that an archive must not touch. */
const THIRD = {
  account: '00000000-0000-4000-8000-00000000df00',
  admin: '00000000-0000-4000-8000-0000000000f0',
} as const

/** Ids of other accounts, in place of ids of the same kind and of all others. */
const OTHERS = {
  account: ID.acme,
  person: ID.user,
  loner: ID.unplaced,
  'own solution': idElsewhere(ID.portal, 1),
  'person who left': ID.former,
  invitation: ID.invitation,
  system: ID.billing,
  solution: ID.portal,
  agent: ID.oracle,
  article: ID.news,
  tag: OWN.tag,
  field: OWN.field,
  view: OWN.view,
  act: OWN.act,
  handover: OWN.handover,
  'third record': idElsewhere(ID.billing, 2),
} as const

let stage: Stage
let legal: Lines
let hashes: (sql: postgres.Sql | postgres.TransactionSql) => Promise<Hashes>
let told: string
beforeAll(async () => {
  stage = await openStage()
  const { admin } = stage
  for (const [kind, id] of [
    ['system', ID.ledger],
    ['agent', ID.helper],
    ['automation', ID.invoices],
    ['solution', ID.intranet],
  ] as const)
    await stage.as('manager', (tx) => tx`select public.delete_records(${kind}, ${`{${id}}`}::uuid[])`, {
      keep: true,
    })
  const lines = await linesOf(stage.auth, ID.acme)
  // The server does not import the lines of the audit log.
  legal = { ...fromElsewhere(lines, 1), 'audit-log': [] }
  await arrangeTaker(admin)
  await admin`insert into public.accounts (id, name) values (${THIRD.account}, 'Thirds')`
  await admin`insert into public.account_domains (domain, account_id) values ('third.test', ${THIRD.account})`
  await confirmPerson(admin, { id: THIRD.admin, email: 'theo@third.test', metadata: { name: 'Theo' } })
  await admin.begin((tx) => takeIn(tx, fromElsewhere(lines, 2), THIRD))
  // The rows of other accounts hold a word that the archive does not have.
  await admin.begin(async (tx) => {
    await tx`select set_config('cairn.taking_in', 'on', true)`
    await tx`update public.profiles set name = 'Hidden ' || name where account_id is distinct from ${TAKER.account}`
    for (const table of ['systems', 'solutions', 'agents', 'automations', 'tags', 'pending_invitations'])
      await tx`update ${tx(`public.${table}`)} set name = 'Hidden ' || name where account_id <> ${TAKER.account}`
    await tx`update public.departed_owners set person_name = 'Hidden ' || person_name where account_id <> ${TAKER.account}`
  })
  hashes = await hashesOfOthers(admin, TAKER.account)
  told = await whatTakersHave(admin)
})
afterAll(() => stage?.close())

/** A statement that returns all rows of the account with the word of other accounts. */
async function whatTakersHave(sql: postgres.Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relkind = 'r'`
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, t::text as row from ${name} t where account_id = '${TAKER.account}' and t::text like '%Hidden %'`,
    )
    .join(' union all ')
}

/** Uses the imported rows as an admin of the account can: restore, undo, read, export and delete. */
async function useAll(tx: postgres.TransactionSql): Promise<string[]> {
  const restored = await restoreAll(tx)
  const acts = await tx<{ id: string }[]>`select id from public.acts where account_id = ${TAKER.account}`
  const [agents] = await tx<{ ids: string }[]>`
    select coalesce(array_agg(id), '{}')::text as ids from public.agents where account_id = ${TAKER.account}`
  await asTaker(tx)
  const statements = [
    ...acts.map(({ id }) => `select public.get_act_lines('${id}'), public.undo_act('${id}')`),
    `select public.get_bin(), public.get_acts(), public.get_records_to_export('agent', '${agents?.ids}'::uuid[])`,
    `select public.delete_records('agent', '${agents?.ids}'::uuid[])`,
  ]
  const answers: string[] = []
  for (const statement of statements) answers.push(await tried(tx, statement))
  await tx`reset role`
  return [...restored, ...answers]
}

/** The errors with which a server refuses a line. */
const REFUSED = /^(22|23|54|P0001|PT409)/

/** The forbidden effects of an archive, which is rolled back. */
async function faultsOf(tx: postgres.TransactionSql, mutation: Mutation, before: Hashes): Promise<string[]> {
  const faults: string[] = []
  const place = `${mutation.file} ${mutation.line} ${mutation.path.join('.')} ${mutation.name}`
  class Undo extends Error {}
  await tx
    .savepoint(async (point) => {
      await takeIn(point, mutated(legal, mutation))
      const answers = await useAll(point)
      const leaked = answers.filter((answer) => answer.includes('Hidden '))
      const kept = await point.unsafe(told, [], { prepare: true })
      const after = await hashes(point)
      const touched = Object.keys(after).filter((table) => after[table] !== before[table])
      if (leaked.length > 0) faults.push(`${place}: told ${leaked.join('; ')}`)
      if (kept.length > 0) faults.push(`${place}: kept ${JSON.stringify(kept)}`)
      if (touched.length > 0) faults.push(`${place}: wrote into ${touched.join(', ')}`)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (error instanceof Undo) return
      const { code = '', message } = Object(error)
      if (!REFUSED.test(code)) faults.push(`${place}: ${code} ${message}`)
    })
  return faults
}

it('changes nothing of other accounts with any mutation of a line, and reveals nothing of them', async () => {
  const chosen = chosenOf(mutationsOf(legal, OTHERS), ARCHIVES)
  const faults: string[] = []
  for (let from = 0; from < chosen.length; from += AT_ONCE)
    faults.push(
      ...(await inVain(stage.admin, async (tx) => {
        const before = await hashes(tx)
        const found: string[] = []
        for (const mutation of chosen.slice(from, from + AT_ONCE))
          found.push(...(await faultsOf(tx, mutation, before)))
        return found
      })),
    )
  expect(chosen).toHaveLength(ARCHIVES)
  expect(faults).toEqual([])
})
