import { GuestModeError, NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import { bestFirst } from '@cairn/workspace/lib/best-first'
import { asPhrase, type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { FILTER_TYPES } from '@cairn/workspace/port/records/conditions'
import {
  type CataloguePart,
  type CatalogueRecord,
  RECORDS_PER_PAGE,
  type RecordFilter,
  type RecordOrder,
  type RecordSearch,
} from '@cairn/workspace/port/records/records'
import { conditionProblem, refusalOf } from '@cairn/workspace/rules/condition-problem'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { hasGap } from './gaps.ts'

const LOADING_MS = 800

/** Built-in data, which takes its time to load like any other. */
export function loaded<T>(read: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(read())
      } catch (error) {
        reject(error)
      }
    }, LOADING_MS)
  })
}

/** The answer to a guest who saves something. */
export async function notSaved(things: Phrase): Promise<never> {
  throw new GuestModeError(things)
}

export async function notSignedIn(message: Phrase): Promise<never> {
  throw new NotSignedIn(message)
}

/** A catalogue to look at: too small for a second page, but it answers like a large one. */
export function samples<Item extends CatalogueRecord>(
  kind: CatalogueKind,
  read: () => readonly Item[],
): CataloguePart<Item, unknown, { status: string }> {
  const save = () => notSaved(CATALOGUES[kind].title)
  const pageOf = (items: readonly Item[], skip: number) => ({
    items: items.slice(skip, skip + RECORDS_PER_PAGE),
    total: items.length,
  })
  return {
    list: () => loaded(() => pageOf(read(), 0)),
    find: (search, skip) =>
      loaded(() => {
        return pageOf(ordered(filtered(read(), search), search), skip)
      }),
    byIds: (ids) => loaded(() => read().filter(({ id }) => ids.includes(id))),
    add: save,
    update: save,
    setStatus: save,
    setOwner: save,
    remove: save,
    experts: () => loaded(() => []),
    addExpert: () => notSignedIn(phrase('You must be logged in to add experts')),
    removeExpert: () => notSignedIn(phrase('You must be logged in to remove experts')),
  }
}

/** The examples that fit. Conditions that cannot be asked are refused as the server refuses them. */
export function filtered<Item extends CatalogueRecord>(
  items: readonly Item[],
  filter: RecordFilter,
): readonly Item[] {
  const problem = filter.conditions ? conditionProblem(filter.conditions, FILTER_TYPES) : null
  if (problem !== null) throw new WorkspaceError(asPhrase(refusalOf(problem)), { kind: 'invalid' })
  return filterRecords(items, filter).filter(
    (record) => filter.gaps.length === 0 || filter.gaps.some((gap) => hasGap(record, gap)),
  )
}

/** The other orders leave the examples as they are. */
function ordered<Item extends CatalogueRecord>(
  items: readonly Item[],
  { text, order }: RecordSearch,
): readonly Item[] {
  if (order?.by === 'match') return bestFirst(items, text, ({ name, description }) => [name, description])
  const compare = order && COMPARE[order.by]
  if (!compare) return items
  return [...items].sort((one, other) => (order.descending ? compare(other, one) : compare(one, other)))
}

const COMPARE: Partial<Record<RecordOrder, (one: CatalogueRecord, other: CatalogueRecord) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  created: (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  status: (one, other) => (one.status ?? '').localeCompare(other.status ?? ''),
}
