import { type AccountSize, fillLargeAccount } from '@cairn/testing/large-account'
import type postgres from 'postgres'
import { type Reader, setAsideIndexes } from './arrange.ts'

const SIZE: AccountSize = {
  system: 400_000,
  solution: 200_000,
  agent: 200_000,
  automation: 200_000,
  binned: 50_000,
}
export const BINNED = SIZE.binned
export const RECORDS = SIZE.system + SIZE.solution + SIZE.agent + SIZE.automation

/** Gives one account a million records of all kinds with every gap, by the back door; returns its admin. */
export async function fillOneAccount(sql: postgres.Sql): Promise<Reader> {
  const putBack = await setAsideIndexes(sql)
  const reader = await fillLargeAccount(sql, SIZE)
  await putBack()
  await sql`vacuum (analyze)`
  await sql`select private.recount_account(${reader.accountId})`
  await sql`vacuum (analyze)`
  return reader
}
