import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'

/** A deletion that the user has confirmed and can still take back. */
export interface PendingDeletion {
  kind: CatalogueKind | 'view'
  record: { id: string; status: string | null }
  /** Tells the server. A failure it deals with itself. */
  send: () => Promise<void>
  /** Loads what the deletion has changed, unless no user is left to look at it. */
  reload: () => void
  /** Tells the server while the page goes away, when nothing can be waited for. */
  leave: () => void
}

export interface PendingDeletions {
  begin(deletion: PendingDeletion): void
  /** False when it is too late: the server has been told. */
  takeBack(id: string): boolean
  /** Tells the server, unless that is under way already. */
  send(id: string): Promise<void>
  sendAll(): Promise<void>
  /** The same before the user signs out: what would be loaded then could only be refused. */
  sendLast(): Promise<void>
  leave(): void
  /** The server has refused: the record counts again. */
  restore(id: string): void
  /** The server has deleted it. It stays hidden, for an older answer may still arrive with it in it. */
  settle(id: string): void
  /** Those of a kind that the server has deleted: they stay hidden until a member restores them. */
  settled(kind: CatalogueKind): readonly string[]
  /** Those that the server still has, or may have. */
  unsettled(): readonly Pick<PendingDeletion, 'kind' | 'record'>[]
  /** The same data without the records that count as deleted, and without their ids; the very same where none is in it. */
  without(data: unknown): unknown
}

/** Keeps what counts as deleted while the server does not know yet. */
export function createPendingDeletions(): PendingDeletions {
  const unsettled = new Map<string, PendingDeletion>()
  const { tell, isInFlight } = createSender()
  const hidden = new Set<string>()
  const settled = new Map<string, PendingDeletion['kind']>()
  /** Those that are sent because the user signs out, even if their toast goes at the same time. */
  const last = new Set<string>()

  const send = async (id: string): Promise<void> => {
    const deletion = unsettled.get(id)
    if (!deletion) return
    await tell(deletion)
    if (!last.has(id)) deletion.reload()
  }
  const show = (id: string) => {
    unsettled.delete(id)
    settled.delete(id)
    hidden.delete(id)
  }
  return {
    begin(deletion) {
      settled.delete(deletion.record.id)
      unsettled.set(deletion.record.id, deletion)
      hidden.add(deletion.record.id)
      last.delete(deletion.record.id)
    },
    takeBack(id) {
      if (!unsettled.has(id) || isInFlight(id)) return false
      show(id)
      return true
    },
    send,
    async sendAll() {
      await Promise.all([...unsettled.keys()].map(send))
    },
    async sendLast() {
      for (const id of unsettled.keys()) last.add(id)
      await Promise.all([...unsettled.values()].map(tell))
    },
    leave() {
      for (const deletion of unsettled.values()) deletion.leave()
    },
    restore: show,
    settle(id) {
      const deletion = unsettled.get(id)
      if (deletion) settled.set(id, deletion.kind)
      unsettled.delete(id)
    },
    settled: (kind) => [...settled].flatMap(([id, of]) => (of === kind ? [id] : [])),
    unsettled: () => [...unsettled.values()],
    without: (data) => (hidden.size === 0 ? data : withoutRecords(data, hidden)),
  }
}

/** Tells the server of each deletion once, however often it is asked to while that is under way. */
function createSender() {
  const inFlight = new Map<string, Promise<void>>()
  return {
    tell(deletion: PendingDeletion): Promise<void> {
      const { id } = deletion.record
      const known = inFlight.get(id)
      if (known !== undefined) return known
      const sending = deletion.send().finally(() => inFlight.delete(id))
      inFlight.set(id, sending)
      return sending
    },
    isInFlight: (id: string) => inFlight.has(id),
  }
}

/** The ids are unique among everything, so that an object with one is the record, and a bare one is a link to it. */
function withoutRecords(data: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(data)) {
    const kept = data.filter((entry) => !isOneOf(entry, ids))
    const rest = kept.map((entry) => withoutRecords(entry, ids))
    return rest.length === data.length && rest.every((entry, index) => entry === data[index]) ? data : rest
  }
  if (!isPlainObject(data)) return data
  const entries = Object.entries(data)
  const rest = entries.map(([key, value]) => [key, withoutRecords(value, ids)] as const)
  return rest.every(([, value], index) => value === entries[index]?.[1]) ? data : Object.fromEntries(rest)
}

function isOneOf(entry: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof entry === 'string') return ids.has(entry)
  return isPlainObject(entry) && typeof entry['id'] === 'string' && ids.has(entry['id'])
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Those of this page. */
export const pendingDeletions = createPendingDeletions()
