import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Tag, TagsPart } from '@cairn/workspace/port/records/tags'
import { type Kept, refusal } from './catalogue.ts'

/** A tag of the account. */
export const tag = (name: string, told: Partial<Tag> = {}): Tag => ({
  id: crypto.randomUUID(),
  name,
  color: 'gray',
  ...told,
})

/** The tags of an account that can be written to, with how many systems have each. */
export function tagsPart(tags: Kept<Tag>, systems: Kept<CatalogueRecord>): TagsPart {
  const byName = () => tags.all().toSorted((one, other) => one.name.localeCompare(other.name))
  const expectFree = (name: string, own: string | null) => {
    const isTaken = tags
      .all()
      .some(({ id, name: other }) => id !== own && other.toLowerCase() === name.toLowerCase())
    if (isTaken) throw refusal('A tag with this name already exists.', 'conflict')
  }
  const rewrite = (work: (tags: readonly string[]) => readonly string[]) =>
    systems.set(systems.all().map((record) => ({ ...record, tags: [...new Set(work(record.tags))] })))
  return {
    list: async () => byName(),
    counted: async () =>
      byName().map((item) => {
        const total = systems.all().filter((record) => record.tags.includes(item.id)).length
        return { ...item, records: total > 0 ? { system: total } : {} }
      }),
    async add(input) {
      expectFree(input.name, null)
      const item = tag(input.name, input)
      tags.set([...tags.all(), item])
      return item
    },
    async change(id, input) {
      expectFree(input.name, id)
      tags.set(tags.all().map((item) => (item.id === id ? { ...item, ...input } : item)))
    },
    async merge(ids, into) {
      const changed = systems.all().filter((record) => record.tags.some((id) => ids.includes(id))).length
      rewrite((had) => had.map((id) => (ids.includes(id) ? into : id)))
      tags.set(tags.all().filter(({ id }) => !ids.includes(id)))
      return changed
    },
    async remove(id) {
      rewrite((had) => had.filter((known) => known !== id))
      tags.set(tags.all().filter((item) => item.id !== id))
    },
  }
}
