import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { readAccount } from '../archives/archive-source.ts'
import { makeArchive } from '../archives/make-archive.ts'
import { accountsIn } from './accounts.ts'

const begunRows = z.tuple([z.object({ archive: z.string().nullable() })])
const storedRows = z.tuple([z.object({ stored: z.boolean() })])

/** An admin has deleted the archive, or another process makes it. */
class NotWanted extends Error {}

/** Makes the archives that admins asked for, and deletes expired ones. Killed in the middle, it begins again. */
export const makeArchives = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'make archives',
  everySeconds: 5,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`select account from private.accounts_with_archives_to_make() as account`,
    ),
  async run(account) {
    const begun = await database.statement(
      (sql) => sql`select private.begin_archive(${account}::uuid) as archive`,
    )
    const [{ archive }] = begunRows.parse([...begun])
    if (archive === null) return false
    try {
      await readAccount(database, account, async (source) => {
        await makeArchive({ source, madeAt: new Date(), store: storeIn(database, account, archive) })
      })
    } catch (error) {
      if (error instanceof NotWanted) return true
      throw error
    }
    await database.statement((sql) => sql`select private.end_archive(${account}::uuid, ${archive}::uuid)`)
    return false
  },
})

/** Stores parts over another connection, so that admins see how far it is. */
function storeIn(database: Privileged, account: string, archive: string) {
  let place = 0
  return async (part: Buffer, entries: number): Promise<void> => {
    place += 1
    const answer = await database.statement(
      (sql) => sql`
        select private.add_archive_part(
          ${account}::uuid, ${archive}::uuid, ${place}, ${part}, ${entries}
        ) as stored`,
    )
    const [{ stored }] = storedRows.parse([...answer])
    if (!stored) throw new NotWanted('The archive is wanted no more.')
  }
}
