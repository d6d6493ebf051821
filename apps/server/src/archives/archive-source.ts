import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { type ArchiveSource, PAGE_BYTES } from './make-archive.ts'

const fileRows = z.array(z.object({ file: z.string() }))
const pageRows = z.tuple([
  z.object({ lines: z.string().nullable(), entries: z.int(), last: z.string().nullable() }),
])
const accountLine = z.object({ id: z.guid(), name: z.string() })

/** A statement can wait for a busy disk, and the reader for the writer of the parts. */
const PATIENCE = '2min'

/** Reads an account in one snapshot: what changes meanwhile is not in it. */
export const readAccount = (
  database: Privileged,
  account: string,
  work: (source: ArchiveSource) => Promise<void>,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    await tx`
      select set_config('statement_timeout', ${PATIENCE}, true),
        set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`
    const files = fileRows.parse([...(await tx`select file from private.archived_tables() order by place`)])
    const page = pagesIn(tx, account)
    const { lines } = await page('account', null, 1)
    await work({
      account: accountLine.parse(JSON.parse(lines)),
      files: files.map(({ file }) => file),
      page,
    })
  })

const pagesIn =
  (tx: Statements, account: string): ArchiveSource['page'] =>
  async (file, after, mostRows) => {
    const rows = await tx`
      select lines, coalesce(entries, 0) as entries, last::text
      from private.archive_page(${account}::uuid, ${file}, ${after}::text::jsonb, ${mostRows}, ${PAGE_BYTES})`
    const [{ lines, entries, last }] = pageRows.parse([...rows])
    return { lines: lines ?? '', entries, last }
  }
