import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { ArchiveProblem } from '../archives/archive-problem.ts'
import { storedArchive } from '../archives/stored-archive.ts'
import { checkArchive } from '../archives/take-in-archive.ts'
import { writeAccount } from '../archives/write-account.ts'
import { accountsIn } from './accounts.ts'

const begunRows = z.array(
  z.object({
    import: z.string(),
    bytes: z.coerce.number(),
    first_bytes: z.number(),
    made_by: z.string().nullable(),
  }),
)
const fileRows = z.array(z.object({ file: z.string() }))

/** Takes archives into empty accounts. The admin who uploaded an archive learns its fault. */
export const takeInArchives = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'take in archives',
  everySeconds: 5,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`select account from private.accounts_with_archives_to_restore() as account`,
    ),
  async run(account) {
    const answer = await database.statement(
      (sql) => sql`select * from private.begin_archive_import(${account}::uuid)`,
    )
    const [begun] = begunRows.parse([...answer])
    if (begun === undefined) return false
    try {
      const source = storedArchive(database, account, begun)
      const known = fileRows.parse([
        ...(await database.statement(
          (sql) => sql`select file from private.archived_tables() order by place`,
        )),
      ])
      const archive = await checkArchive(
        source,
        known.map(({ file }) => `${file}.jsonl`),
      )
      await writeAccount(database, { account, import: begun.import, inviter: begun.made_by, source, archive })
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error
      await database.statement(
        (sql) => sql`
          select private.end_archive_import(
            ${account}::uuid, ${begun.import}::uuid, ${error.sentence}::text, 0, ${error.refusal}
          )`,
      )
    }
    return false
  },
})
