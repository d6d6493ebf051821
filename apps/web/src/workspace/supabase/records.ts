import { z } from 'zod/mini'
import { NotSignedIn, WorkspaceError } from '../errors.ts'
import type { CatalogueRecord, RecordInput } from '../port/records.ts'

/** The columns that the tables of all catalogues have. */
export const RECORD_COLUMNS =
  'id, name, description, owner_id, account_id, status, created_by, created_at, updated_at'

/** The fields of a row with these columns, for a schema of `zod`. */
export const recordFields = {
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  account_id: z.string(),
  status: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
}
const record = z.object(recordFields)
type RecordRow = z.infer<typeof record>

/** The answer to a deletion: what was deleted. */
export const touched = z.object({ id: z.string() })
export const touchedRows = z.array(touched)

export function recordOf(row: RecordRow): CatalogueRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    ownerId: row.owner_id,
    accountId: row.account_id,
    status: row.status,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    version: row.updated_at,
  }
}

export function columnsOf({ name, description, ownerId }: RecordInput) {
  return { name, description, owner_id: ownerId }
}

/** What an update says beside its values. The database knows better, and overrules it. */
export function changedNow() {
  return { updated_at: new Date().toISOString() }
}

/** The most rows that the data API gives for one request. */
const PAGE_ROWS = 1000

interface PagesOptions<Row, Item> {
  /** Reads up to `PAGE_ROWS` rows from the given one on, without it. */
  read: (last: Row | null) => Promise<readonly Row[]>
  itemOf: (row: Row) => Item
  onStart: ((first: readonly Item[]) => void) | undefined
}

/**
 * Reads page after page, each from the last row on: a record that comes or goes meanwhile neither doubles a row nor
 * hides one, and the last page costs the server as little as the first.
 */
export async function allPages<Row, Item>(options: PagesOptions<Row, Item>): Promise<readonly Item[]> {
  const { read, itemOf, onStart } = options
  const items: Item[] = []
  let last: Row | null = null
  for (;;) {
    const page: readonly Row[] = await read(last)
    for (const row of page) items.push(itemOf(row))
    if (page.length < PAGE_ROWS) return items
    if (last === null) onStart?.([...items])
    last = page.at(-1) ?? null
  }
}

interface Query<Self> {
  or(filters: string): Self
  order(column: string, options: { ascending: boolean }): Self
  limit(count: number): Self
}

type Age = 'created_at' | 'updated_at'

/** Makes a query one for the next page of a list that has the newest records first, or the last changed. */
export function newestFirst<Q extends Query<Q>>(
  query: Q,
  last: Pick<RecordRow, 'id' | Age> | null,
  age: Age = 'created_at',
): Q {
  const older = last && `${age}.lt."${last[age]}",and(${age}.eq."${last[age]}",id.lt.${last.id})`
  return (older === null ? query : query.or(older))
    .order(age, { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_ROWS)
}

/** The one thing about a record that must be unique is its name: for `catch`, with the sentence that says so. */
export function nameTheConflict(message: string) {
  return (error: unknown): never => {
    if (!(error instanceof WorkspaceError) || error.kind !== 'conflict') throw error
    throw new WorkspaceError(message, { kind: 'conflict', requestId: error.requestId, cause: error })
  }
}

/** Whoever is signed out learns what the sign-in was needed for: for `catch`. */
export function askToSignIn(message: string) {
  return (error: unknown): never => {
    throw error instanceof NotSignedIn ? new NotSignedIn(message) : error
  }
}
