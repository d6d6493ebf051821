const FORMAT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})_/

/**
 * Names the file of a new migration, `<UTC time to the second>_<name>.sql`, as the Supabase CLI does. The time is `now`,
 * or a second after the latest of the `existing` file names where that is not before `now`: servers refuse a migration
 * that sorts before one that they have applied.
 */
export function newMigrationFile(existing: string[], name: string, now: Date): string {
  const times = existing.map(timeOf).filter((time) => time !== null)
  const time = Math.max(wholeSecond(now), ...times.map((earlier) => earlier + 1000))
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/\D/g, '')}_${name}.sql`
}

const wholeSecond = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000

/** The time in the name of a migration, in milliseconds since 1970; null where the name begins with none. */
function timeOf(file: string): number | null {
  const [, year, month, day, hours, minutes, seconds] = FORMAT.exec(file) ?? []
  if (year === undefined) return null
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
}
