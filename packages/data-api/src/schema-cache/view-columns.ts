import { z } from 'zod'

export const viewRows = z.array(z.object({ id: z.string(), tree: z.string() }))
export type ViewRow = z.infer<typeof viewRows>[number]

/** Where a column comes from: a table and a column in it, by their numbers in the catalogue. */
interface Origin {
  id: string
  number: number
}

/** The columns of a view that show a column of a table as it is, from the number of the column to its origin. */
export type ViewColumns = ReadonlyMap<number, Origin>

/** Finds for every view the tables behind its plain columns, through other views. */
export function viewColumnsOf(views: readonly ViewRow[]): ReadonlyMap<string, ViewColumns> {
  const direct = new Map(views.map(({ id, tree }) => [id, directOrigins(tree)]))
  /** Null where views show each other and no table: Postgres lets them be made, and refuses to read them. */
  const behind = (origin: Origin, passed: readonly Origin[] = []): Origin | null => {
    const further = direct.get(origin.id)?.get(origin.number)
    if (further === undefined) return origin
    return passed.includes(origin) ? null : behind(further, [...passed, origin])
  }
  return new Map(
    [...direct].map(([id, columns]) => [
      id,
      new Map(
        [...columns].flatMap(([number, origin]): [number, Origin][] => {
          const found = behind(origin)
          return found === null ? [] : [[number, found]]
        }),
      ),
    ]),
  )
}

/**
 * Reads a query as Postgres keeps it: nested `{NODE :field value …}`. Each entry of the outermost target list says
 * itself
 * which column it shows; entries of inner queries lie deeper.
 */
function directOrigins(tree: string): ViewColumns {
  const origins = new Map<number, Origin>()
  for (const entry of outerTargetEntries(tree)) {
    const number = Number(/:resno (\d+)/.exec(entry)?.[1])
    const id = /:resorigtbl (\d+)/.exec(entry)?.[1] ?? '0'
    const column = Number(/:resorigcol (\d+)/.exec(entry)?.[1])
    if (id !== '0' && column > 0) origins.set(number, { id, number: column })
  }
  return origins
}

/** The fields of each `TARGETENTRY` of the outermost query, without the nodes within. */
function outerTargetEntries(tree: string): string[] {
  const entries: string[] = []
  let depth = 0
  let fields: string | null = null
  for (let at = 0; at < tree.length; at += 1) {
    const character = tree[at]
    if (character === '\\') at += 1
    else if (character === '{') {
      depth += 1
      if (depth === 2 && tree.startsWith('TARGETENTRY', at + 1)) fields = ''
    } else if (character === '}') {
      if (depth === 2 && fields !== null) entries.push(fields)
      if (depth === 2) fields = null
      depth -= 1
    } else if (depth === 2 && fields !== null) fields += character
  }
  return entries
}
