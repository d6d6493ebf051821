import type postgres from 'postgres'

/** Does something by the back door in somebody's own name, as the history and notifications have to tell it. */
export async function doAs(
  database: postgres.Sql,
  person: { id: string },
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await database.begin(async (tx) => {
    const claims = JSON.stringify({ sub: person.id, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    await work(tx)
  })
}
