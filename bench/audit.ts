import { introspect } from '@cairn/data-api/schema-cache/introspect'
import { openPool } from '@cairn/postgres/pool/pool'
import { arrangePerson } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { fillAuditLog } from './audit/arrange.ts'
import { measureScreen } from './audit/screen.ts'
import type { Reader } from './growth/arrange.ts'
import { statementFor, timed } from './growth/measure.ts'
import { auditRequests } from './growth/requests.ts'
import { openBrowser } from './support/browser.ts'
import { extent } from './support/extent.ts'
import { heading, line } from './support/print.ts'
import { signedIn } from './web/visitors.ts'

const ENTRIES = extent(1_000_000, 5_000)
const TAB_MS = 1_000
const FILTER_MS = 300

/** The security tab of an account with a million entries in its audit log: what it asks, and what an admin waits for. */
export async function measureAudit(): Promise<void> {
  heading(`Security tab: ${ENTRIES} entries in the audit log of one account`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  const browser = await openBrowser()
  try {
    const admin = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    const colleague = await arrangePerson(sql, { email: 'ben@bench.example', name: 'Ben Example' })
    const reader = await readerOf(sql, admin.id)
    await fillAuditLog(sql, { ...reader, colleagueId: colleague.id }, ENTRIES)
    await measureStatements(server, sql, reader)
    const visitors = await signedIn(browser, server.url, admin.email)
    await measureScreen(await visitors.member(), server)
  } finally {
    await browser.close()
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function readerOf(sql: postgres.Sql, personId: string): Promise<Reader> {
  const [row] = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from public.account_members where user_id = ${personId}`
  if (row === undefined) throw new Error('The admin has no account.')
  return { personId, accountId: row.accountId, systemId: '' }
}

async function measureStatements(server: ServerProcess, sql: postgres.Sql, reader: Reader): Promise<void> {
  const pool = openPool({ target: server.admin(), size: 1, name: 'bench' })
  const cache = await introspect(pool, ['public'])
  await pool.close()
  for (const request of auditRequests(reader)) {
    const { ms } = await timed(sql, statementFor(cache, request), reader, { times: 5, mayBeEmpty: true })
    const aim = request.isFilter ? FILTER_MS : TAB_MS
    line(request.title, `${ms.toFixed(1)} ms`, `${aim} ms`)
    if (ms > aim) process.exitCode = 1
  }
}
