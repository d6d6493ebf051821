import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { introspect } from '@cairn/data-api/schema-cache/introspect'
import { bootstrap } from '@cairn/postgres/bootstrap'
import { openEmbedded } from '@cairn/postgres/embedded'
import { migrate } from '@cairn/postgres/migrate'
import { openPool } from '@cairn/postgres/pool'
import { AUTH, PRODUCT } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { addAccounts, fillAuditLog, firstReader } from './growth/arrange.ts'
import { statementFor, timed } from './growth/measure.ts'
import { auditRequests } from './growth/requests.ts'
import { heading, line } from './support/print.ts'

const ENTRIES = 1_000_000
const TAB_MS = 1_000
const FILTER_MS = 300

/** What the security tab asks, of an account with a million entries in its audit log. */
export async function measureAudit(): Promise<void> {
  heading(`Security tab: ${ENTRIES} entries in the audit log of one account`)
  const folder = mkdtempSync(join(tmpdir(), 'cairn-audit-'))
  chmodSync(folder, 0o755)
  const server = await openEmbedded({ folder })
  const sql = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    await bootstrap(server.admin, new Uint8Array(32))
    await migrate(server.admin, [AUTH, PRODUCT])
    const pool = openPool({ target: server.admin, size: 1, name: 'bench' })
    const cache = await introspect(pool, ['public'])
    await pool.close()
    await addAccounts(sql, { from: 1, to: 2 })
    const reader = await firstReader(sql)
    await fillAuditLog(sql, reader, ENTRIES)
    for (const request of auditRequests(reader)) {
      const { ms } = await timed(sql, statementFor(cache, request), reader, { times: 5, mayBeEmpty: true })
      const aim = request.isFilter ? FILTER_MS : TAB_MS
      line(request.title, `${ms.toFixed(1)} ms`, `${aim} ms`)
      if (ms > aim) process.exitCode = 1
    }
  } finally {
    await sql.end({ timeout: 1 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
