import { GuestModeError, NotSignedIn } from '@cairn/workspace/errors'
import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { asksBeyondRecords } from '@cairn/workspace/port/records/beyond-records'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Conditions } from '@cairn/workspace/port/records/conditions'
import {
  type CataloguePart,
  type CatalogueRecord,
  RECORDS_PER_PAGE,
} from '@cairn/workspace/port/records/records'
import { withRelations } from './edges.ts'
import { withStates } from './heartbeat-states.ts'
import { filtered, grouped, ordered } from './lists.ts'
import { LOADING_MS } from './loading-time.ts'

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

/** The examples with the titles and addresses of their links among their fields, so that a filter finds them there. */
function withLinks<Item extends CatalogueRecord>(items: readonly Item[]): readonly Item[] {
  return items.map((item) => {
    const links = item.links.flatMap(({ title, url }) => [title, url])
    return { ...item, fields: { ...item.fields, links } }
  })
}

/** A catalogue to look at: too small for a second page, but it answers like a large one. */
export function samples<Item extends CatalogueRecord>(
  kind: CatalogueKind,
  read: () => readonly Item[],
): CataloguePart<Item, unknown, { status: string }> {
  const save = () => notSaved(CATALOGUES[kind].title)
  const recordsFor = ({ conditions }: { conditions?: Conditions }) =>
    asksBeyondRecords(conditions) ? withLinks(withRelations(withStates(read()))) : read()
  const pageOf = (items: readonly Item[], skip: number) => ({
    items: items.slice(skip, skip + RECORDS_PER_PAGE),
    total: items.length,
  })
  return {
    list: () => loaded(() => pageOf(read(), 0)),
    find: (search, skip) =>
      loaded(() => pageOf(ordered(kind, filtered(kind, recordsFor(search), search), search), skip)),
    groups: (field, filter) => loaded(() => grouped(kind, filtered(kind, recordsFor(filter), filter), field)),
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
