/** The most rows that the data API gives for one request. */
const PAGE_ROWS = 1000

/**
 * Reads page after page, each from the last row on: a record that comes or goes meanwhile neither doubles a row nor
 * hides one, and the last page costs the server as little as the first.
 */
export async function allPages<Row>(
  read: (last: Row | null) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let last: Row | null = null
  for (;;) {
    const page: readonly Row[] = await read(last)
    rows.push(...page)
    if (page.length < PAGE_ROWS) return rows
    last = page.at(-1) ?? null
  }
}

/** A row of a list that has what was changed last first. */
export interface Changed {
  id: string
  updated_at: string
}

interface Query<Self> {
  or(filters: string): Self
  order(column: string, options: { ascending: boolean }): Self
  limit(count: number): Self
}

/** Makes a query one for the next page of a list that has what was changed last first. */
export function lastChangedFirst<Q extends Query<Q>>(query: Q, last: Changed | null): Q {
  const older =
    last && `updated_at.lt."${last.updated_at}",and(updated_at.eq."${last.updated_at}",id.lt.${last.id})`
  return (older === null ? query : query.or(older))
    .order('updated_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_ROWS)
}
