import type { CatalogueRecord, RecordFilter } from '@cairn/workspace/port/records/records'
import { type SavedView, VIEWER, type ViewsPart } from '@cairn/workspace/port/records/views'
import { filtered } from '@/workspace/demo/lists.ts'
import { type Kept, refusal } from './catalogue.ts'

/** A view of the systems; its own address is all that a test needs of its list. */
export const view = (name: string, told: Partial<SavedView> = {}): SavedView => ({
  id: crypto.randomUUID(),
  kind: 'system',
  name,
  icon: 'bookmark',
  address: '',
  isShared: false,
  isDefault: false,
  isWatched: false,
  ...told,
})

/** The views that the user of the screen has and shares, with how many systems each has. */
export function viewsPart(views: Kept<SavedView>, systems: Kept<CatalogueRecord>): ViewsPart {
  const filters = new Map<string, RecordFilter>()
  const write = (id: string, change: Partial<SavedView>) =>
    views.set(views.all().map((item) => (item.id === id ? { ...item, ...change } : item)))
  const expectFree = (name: string | undefined, own: string | null) => {
    const isTaken = views
      .all()
      .some(({ id, name: other }) => id !== own && other.toLowerCase() === name?.toLowerCase())
    if (isTaken) throw refusal('A view with this name already exists.', 'conflict')
  }
  return {
    list: async () => views.all(),
    counts: async () =>
      views.all().map(({ id }) => {
        const filter = filters.get(id)
        const owners = filter?.owners.filter((owner) => owner !== VIEWER)
        const records = filter
          ? filtered('system', systems.all(), { ...filter, owners: owners ?? [] })
          : systems.all()
        return { viewId: id, records: records.length, problem: null }
      }),
    async add({ kind, name, icon, isShared, address, filter }) {
      expectFree(name, null)
      const item = view(name, { kind, icon, isShared, address })
      filters.set(item.id, filter)
      views.set([...views.all(), item])
      return item
    },
    async change(id, { list, ...change }) {
      expectFree(change.name, id)
      if (list) filters.set(id, list.filter)
      write(id, { ...change, ...(list && { address: list.address }) })
    },
    async set(id, setting) {
      if (setting.isDefault) views.set(views.all().map((item) => ({ ...item, isDefault: false })))
      write(id, setting)
    },
    async order(ids) {
      const placeOf = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
      views.set(views.all().toSorted((one, other) => placeOf(one) - placeOf(other)))
    },
    async remove(id) {
      views.set(views.all().filter((item) => item.id !== id))
    },
  }
}
