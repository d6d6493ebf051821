import { realpathSync } from 'node:fs'
import { BackupProblem } from './backup-problem.ts'
import { readHeader } from './format/frames.ts'
import { listBackups } from './listed-backups.ts'
import { type Moment, momentOf } from './moment.ts'
import { TooEarly } from './restore-backup.ts'

interface UntilMoment {
  file: string
  /** Null for all that there is. */
  until: Moment | null
  /** Where other backups may be. */
  folders: readonly string[]
}

/** Restores up to a moment. One before the end of the backup is refused, with the name of the backup that reaches it. */
export async function untilMoment<T>(asked: UntilMoment, restore: () => Promise<T>): Promise<T> {
  const { file, until } = asked
  if (until === null) return restore()
  const { madeAt } = await readHeader(file)
  if (until < momentOf(new Date(madeAt))) throw await tooEarly(asked, until, madeAt)
  try {
    return await restore()
  } catch (error) {
    throw error instanceof TooEarly ? await tooEarly(asked, until, madeAt) : error
  }
}

async function tooEarly(
  { file, folders }: UntilMoment,
  until: Moment,
  madeAt: string,
): Promise<BackupProblem> {
  const { system } = await readHeader(file)
  const found = (await Promise.all([...new Set(folders)].map(listBackups))).flat()
  const older = found
    .filter(({ header }) => header.system === system && momentOf(new Date(header.madeAt)) < until)
    .filter((one) => realpathSync(one.file) !== realpathSync(file))
    .toSorted((one, other) => one.header.madeAt.localeCompare(other.header.madeAt))
    .at(-1)
  const advice =
    older === undefined
      ? `No older backup of this Postgres is in ${[...new Set(folders)].join(' or ')}.`
      : `Take ${older.file}, of ${older.header.madeAt}.`
  return new BackupProblem(`${file} was made at ${madeAt}, and ${until} was before it was whole. ${advice}`)
}
