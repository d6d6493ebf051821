import { type AccountSize, fillLargeAccount } from '@cairn/testing/large-account'
import type postgres from 'postgres'
import { extent } from '../support/extent.ts'
import { type Reader, setAsideIndexes } from './arrange.ts'

const SIZE: AccountSize = {
  system: extent(400_000, 4_000),
  solution: extent(200_000, 2_000),
  agent: extent(200_000, 2_000),
  automation: extent(200_000, 2_000),
  binned: extent(50_000, 500),
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
