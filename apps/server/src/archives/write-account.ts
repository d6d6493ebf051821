import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import { z } from 'zod'
import { ArchiveProblem, problem } from './archive-problem.ts'
import { type CheckedArchive, pagesOfLines } from './take-in-archive.ts'
import type { ByteSource } from './zip/read-zip.ts'

interface Options {
  account: string
  import: string
  /** The admin who brought the archive: invitations are theirs. */
  inviter: string | null
  source: ByteSource
  archive: CheckedArchive
}

/** A million lines, and what is counted of them. */
const PATIENCE = '10min'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const knownRows = z.tuple([z.object({ known: z.record(z.string(), z.string()) })])
const personLine = z.object({ id: z.guid(), email: z.string(), state: z.enum(['member', 'invited', 'left']) })

/** Writes the lines of an archive into an empty account: all of them, or none. */
export async function writeAccount(database: Privileged, options: Options): Promise<void> {
  const { account, inviter, source, archive } = options
  try {
    await database.transaction(async (tx) => {
      await tx`
        select set_config('statement_timeout', ${PATIENCE}, true),
          set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`
      await tx`select private.begin_restoring_archive(${account}::uuid)`
      const known = await peopleKnown(tx, options)
      const renamed = (line: string) => line.replace(UUID, (id) => known.get(id) ?? id)
      for (const { name, entry } of archive.files) {
        for await (const page of pagesOfLines(source, entry)) {
          const lines = `[${page.map(known.size === 0 ? (line) => line : renamed).join(',')}]`
          await tx`
            select private.restore_lines(
              ${account}::uuid, ${inviter}::uuid, ${name.replace('.jsonl', '')}, ${lines}::text::jsonb
            )`
        }
      }
      await tx`select private.end_restoring_archive(${account}::uuid, ${options.import}::uuid, ${archive.entries})`
    })
  } catch (error) {
    throw problemOf(error)
  }
}

/** The ids that people of the archive have in the account already: at least the admin is there. */
async function peopleKnown(
  tx: Statements,
  { account, source, archive }: Options,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  const file = archive.files.find(({ name }) => name === 'people.jsonl')
  if (file === undefined) return known
  for await (const page of pagesOfLines(source, file.entry)) {
    const people = page.map(personOf)
    const answer = await tx`
      select private.known_people(${account}::uuid, ${JSON.stringify(people)}::text::jsonb) as known`
    const [row] = knownRows.parse([...answer])
    for (const [id, here] of Object.entries(row.known)) known.set(id, here)
  }
  return known
}

function personOf(line: string): z.output<typeof personLine> {
  try {
    return personLine.parse(JSON.parse(line))
  } catch {
    throw problem('line')
  }
}

/** Codes for lines that no archive of Cairn has: values of a wrong form, or without what they need. */
const BAD_LINES = /^(22|23|54|P0001)/
/** The parser of JSON goes into itself with each bracket. */
const TOO_DEEP = '54001'

/** The fault of the archive behind an error of the database; the same error where the archive has none. */
function problemOf(error: unknown): unknown {
  const failure = postgresFailure(error)
  if (failure === null) return error
  const { code, detail, message } = failure
  if (code === 'PT409' && detail !== null) return new ArchiveProblem(detail, message)
  if (code === '23505' || code === '23503') return problem('notItsOwn')
  if (code === TOO_DEEP) return problem('deep')
  return BAD_LINES.test(code) ? problem('line') : error
}
