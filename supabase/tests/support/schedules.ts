import postgres from 'postgres'
import { databaseOfSchemas } from './databases.ts'

/** The functions of schedules in a database of their own. */
export interface Schedules {
  sql: postgres.Sql
  /** The next runs of a cron line after a moment, as 2027-03-28T01:00Z. */
  runsAfter(cron: string, zone: string, since: string, count: number): Promise<string[]>
  close(): Promise<void>
}

export async function openSchedules(): Promise<Schedules> {
  const database = await databaseOfSchemas()
  const sql = postgres({ ...database.admin, ssl: false, max: 2, fetch_types: false, onnotice: () => {} })
  return {
    sql,
    async runsAfter(cron, zone, since, count) {
      const rows = await sql<{ run: string }[]>`
        with recursive line as materialized (select private.cron_calendar(${cron}) as calendar),
        runs (run, number) as (
          select ${since}::timestamptz, 0
          union all
          select private.next_run(l.calendar, ${zone}, r.run), r.number + 1
          from runs r, line l
          where r.number < ${count}::integer and r.run is not null
        )
        select to_char(run at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as run
        from runs
        where number > 0 and run is not null
        order by number`
      return rows.map(({ run }) => run)
    },
    async close() {
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
