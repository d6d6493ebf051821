import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  type CataloguePart,
  type CatalogueRecord,
  EVERY_RECORD,
  RECORDS_PER_PAGE,
  type RecordExperts,
  type RecordInput,
} from '@cairn/workspace/port/records/records'
import { filtered, grouped, ordered } from '@/workspace/demo/lists.ts'

interface Rules<Item, New, Change> {
  /** The record that is made of what a user enters. */
  fresh: (input: New) => Item
  /** The record after a change. */
  changed: (record: Item, change: Change) => Item
}

/** The records of a catalogue, as they are at present. */
export interface Kept<Item> {
  all(): readonly Item[]
  set(items: readonly Item[]): void
}

/** Keeps records until the test ends. */
export function kept<Item>(items: readonly Item[]): Kept<Item> {
  let present = items
  return {
    all: () => present,
    set(next) {
      present = next
    },
  }
}

/** A refusal of the server, in its own words, with its code where a screen asks for it. */
export function refusal(
  message: string,
  kind: WorkspaceError['kind'] = 'invalid',
  code: string | null = null,
): WorkspaceError {
  return new WorkspaceError(asPhrase(message), {
    kind,
    refusal: code === null ? null : { code, parameters: {} },
  })
}

/** The experts of records, none at first. */
function expertsPart(): RecordExperts {
  const experts = new Map<string, readonly string[]>()
  return {
    experts: async (id) => experts.get(id) ?? [],
    async addExpert(id, person) {
      experts.set(id, [...(experts.get(id) ?? []), person])
    },
    async removeExpert(id, person) {
      experts.set(
        id,
        (experts.get(id) ?? []).filter((known) => known !== person),
      )
    },
  }
}

/** A catalogue that can be written to. It keeps what is written until the test ends, and knows no rights. */
export function catalogue<
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends RecordInput & { status: NonNullable<Item['status']> },
>(
  kind: CatalogueKind,
  records: Kept<Item>,
  { fresh, changed }: Rules<Item, New, Change>,
): CataloguePart<Item, New, Change> {
  const usual = CATALOGUES[kind].order === 'name' ? 'name' : 'created'
  const inOrder = () =>
    ordered(kind, records.all(), { ...EVERY_RECORD, order: { by: usual, descending: usual === 'created' } })
  const pageOf = (items: readonly Item[], skip: number) => ({
    items: items.slice(skip, skip + RECORDS_PER_PAGE),
    total: items.length,
  })
  const replace = (id: string, work: (record: Item) => Item): Item => {
    const record = records.all().find((candidate) => candidate.id === id)
    if (!record) throw refusal('There is no such record.', 'not-found')
    const item = { ...work(record), version: crypto.randomUUID(), updatedAt: new Date() }
    records.set(records.all().map((candidate) => (candidate.id === id ? item : candidate)))
    return item
  }
  const expectFree = (name: string, id: string | null) => {
    const isTaken = records
      .all()
      .some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
    if (isTaken) throw refusal('There is one of this name already.', 'conflict')
  }
  return {
    list: async () => pageOf(inOrder(), 0),
    find: async (search, skip) =>
      pageOf(
        search.order === null
          ? filtered(kind, inOrder(), search)
          : ordered(kind, filtered(kind, records.all(), search), search),
        skip,
      ),
    groups: async (field, filter) => grouped(kind, filtered(kind, records.all(), filter), field),
    byIds: async (ids) => inOrder().filter(({ id }) => ids.includes(id)),
    async add(input) {
      expectFree(input.name, null)
      const item = fresh(input)
      records.set([...records.all(), item])
      return item
    },
    async update(id, change, version) {
      const record = records.all().find((candidate) => candidate.id === id)
      if (!record) return { kind: 'gone' }
      if (record.version !== version) return { kind: 'changed', current: record }
      expectFree(change.name, id)
      return { kind: 'saved', item: replace(id, (item) => changed(item, change)) }
    },
    setStatus: async (id, status) => replace(id, (record) => ({ ...record, status })),
    setOwner: async (id, ownerId) => replace(id, (record) => ({ ...record, ownerId })),
    async remove(id) {
      records.set(records.all().filter((record) => record.id !== id))
    },
    ...expertsPart(),
  }
}
