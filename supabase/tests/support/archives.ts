import type postgres from 'postgres'
import { confirmPerson } from './cast.ts'

/** The files of an archive by name, each with its lines as JSON. */
export type Lines = Readonly<Record<string, readonly string[]>>

/** The account that takes archives in, and its admin, whom no other account knows. */
export const TAKER = {
  account: '00000000-0000-4000-8000-00000000ee00',
  admin: '00000000-0000-4000-8000-0000000000e1',
} as const

/** Adds an empty account with its admin. */
export async function arrangeTaker(admin: postgres.Sql): Promise<void> {
  await admin`insert into public.accounts (id, name) values (${TAKER.account}, 'Takers')`
  await admin`insert into public.account_domains (domain, account_id) values ('taker.test', ${TAKER.account})`
  await confirmPerson(admin, { id: TAKER.admin, email: 'tia@taker.test', metadata: { name: 'Tia Taker' } })
  await admin`update public.account_members set permission_level = 'admin' where user_id = ${TAKER.admin}`
}

/** The lines of an archive of the account. */
export async function linesOf(sql: postgres.Sql, account: string): Promise<Lines> {
  const files = await sql<{ file: string }[]>`select file from private.archived_tables() order by place`
  const lines: Record<string, string[]> = {}
  for (const { file } of files) {
    const [page] = await sql<{ lines: string | null }[]>`
      select lines from private.archive_page(${account}::uuid, ${file}, null, 1000, 10000000)`
    lines[file] = (page?.lines ?? '').split('\n').filter((line) => line !== '')
  }
  return lines
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g

/** The same archive as another server would have made it: all ids and addresses differ. */
export function fromElsewhere(lines: Lines, place: number): Lines {
  const renamed = (line: string) =>
    line
      .replaceAll(UUID, (id, rest: string) => `${moved(id, place)}${rest}`)
      .replaceAll('.test"', `.place${place}.test"`)
  return Object.fromEntries(Object.entries(lines).map(([file, text]) => [file, text.map(renamed)]))
}

/** The id that `fromElsewhere` writes in place of one. */
export const idElsewhere = (id: string, place: number): string => `${moved(id, place)}${id.slice(8)}`

const moved = (id: string, place: number): string =>
  ((Number.parseInt(id.slice(0, 8), 16) ^ (place * 0x01010101)) >>> 0).toString(16).padStart(8, '0')

/** Writes an archive into an account, as the server does once it has found the file whole. */
export async function takeIn(
  sql: postgres.Sql | postgres.TransactionSql,
  lines: Lines,
  { account, admin }: { account: string; admin: string } = TAKER,
): Promise<void> {
  await sql`select private.begin_restoring_archive(${account}::uuid)`
  for (const [file, text] of Object.entries(lines))
    if (text.length > 0)
      await sql`
        select private.restore_lines(${account}::uuid, ${admin}::uuid, ${file}, ${`[${text.join(',')}]`}::text::jsonb)`
  await sql`select set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true)`
  await sql`select private.end_restoring_archive(${account}::uuid, gen_random_uuid(), 1)`
}

/** Rolls back what `work` has done, and gives what it returned. */
export async function inVain<T>(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  class Undo extends Error {}
  await sql
    .begin(async (tx) => {
      result = { value: await work(tx) }
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  if (result === undefined) throw new Error('The work ended without a result.')
  return result.value
}

/** Runs the following statements of the transaction as a member of the account that took an archive in. */
export const asTaker = (tx: postgres.TransactionSql): Promise<void> => actAs(tx, TAKER.admin)

/** Runs the following statements of the transaction as a person. */
export async function actAs(tx: postgres.TransactionSql, person: string): Promise<void> {
  const claims = JSON.stringify({ sub: person, role: 'authenticated' })
  await tx`
    select set_config('request.jwt.claims', ${claims}, true), set_config('request.headers', '{}', true),
      set_config('role', 'authenticated', true), set_config('cairn.act', '', true)`
}

/** Restores the records in the account's bin, one by one where they cannot all be; returns the answers or refusals. */
export async function restoreAll(tx: postgres.TransactionSql): Promise<string[]> {
  const binned = await tx<{ id: string }[]>`
    select record_id as id from public.binned_records where account_id = ${TAKER.account}`
  const ids = binned.map(({ id }) => id)
  await asTaker(tx)
  const answers = [await tried(tx, `select public.restore_from_bin('{${ids}}'::uuid[], '{}', true)`)]
  if (/^\d/.test(answers[0] ?? ''))
    for (const id of ids) answers.push(await tried(tx, `select public.restore_from_bin('{${id}}'::uuid[])`))
  await tx`reset role`
  return answers
}

/** The answer of a statement, or its refusal, after which it is rolled back. */
export const tried = (tx: postgres.TransactionSql, statement: string): Promise<string> =>
  tx
    .savepoint(async (point) => JSON.stringify(await point.unsafe(statement)))
    .catch((error: postgres.PostgresError) => `${error.code} ${error.message} ${error.detail ?? ''}`)
