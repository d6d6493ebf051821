import type { Overrides } from '@cairn/tables/model/table'
import { TableError } from '@cairn/tables/model/table-error'
import { isDocumentShape } from '@cairn/tables/shapes/shape'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { forgetDraft } from '@/lib/browser/drafts.ts'
import type { Mapping } from '../reading/mapping.ts'
import { openReader, type Reader, ReadingStopped } from '../reading/reader.ts'
import type { Source, TableSession } from '../reading/table-session.ts'
import type { ImportDraft, MadePlan } from './import-draft.ts'
import { keepImport, keptImport } from './kept-draft.ts'

const NOTHING: ImportDraft = {
  source: null,
  overrides: {},
  recordKind: 'system',
  preview: null,
  reading: 0,
  progress: null,
  problem: null,
  mappings: {},
  plan: null,
}

/** The settings of the reading that leave the columns unchanged. */
const VALUES_ALONE: readonly string[] = [
  'decimal',
  'dateOrder',
  'keptRows',
] satisfies readonly (keyof Overrides)[]

export interface DraftStore {
  current: () => ImportDraft
  subscribe: (listener: () => void) => () => void
  /** The table that was read last. */
  table: () => TableSession
  /** Reads another file, for the catalogue of the last one where none is given. */
  choose: (source: Source, kind?: CatalogueKind) => void
  /** Reads the file again for another catalogue, where its records are of several. */
  setKind: (kind: CatalogueKind) => void
  /** Reads the same file in another way. */
  correct: (overrides: Overrides) => void
  /** Stops the reading. */
  stop: () => void
  setMapping: (kind: string, mapping: Mapping) => void
  setPlan: (plan: MadePlan | null) => void
  forget: () => void
}

/**
 * Creates a store whose draft stays while the user looks at other screens and, where the file is small, after a reload
 * of the page.
 * @param name of the kept draft
 */
// biome-ignore lint/plugin/short-functions: one store, whose short methods share the draft and its reader.
export function createDraftStore(name: string, open: typeof openReader = openReader): DraftStore {
  const listeners = new Set<() => void>()
  let draft = NOTHING
  let reader: Reader | null = null

  function change(next: Partial<ImportDraft>) {
    draft = { ...draft, ...next }
    for (const listener of listeners) listener()
  }

  function keep() {
    const { source, overrides, recordKind, mappings, plan } = draft
    if (source) keepImport(name, { source, overrides, recordKind, mappings, plan })
  }

  async function read(source: Source, overrides: Overrides, next: Partial<ImportDraft>) {
    reader?.close()
    const mine = open((progress) => {
      if (reader === mine) change({ progress })
    })
    reader = mine
    change({ source, overrides, progress: 0, problem: null, plan: null, ...next })
    try {
      const preview = await mine.read(source, overrides, draft.recordKind)
      if (reader !== mine) return
      change({ preview, progress: null, reading: draft.reading + 1 })
      keep()
    } catch (error) {
      if (reader !== mine || error instanceof ReadingStopped) return
      const problem = error instanceof TableError ? error.problem : ({ kind: 'failed' } as const)
      change({ preview: null, progress: null, problem })
    }
  }

  function forget() {
    reader?.close()
    reader = null
    forgetDraft(name)
    change({ ...NOTHING, reading: draft.reading })
  }

  const before = keptImport(name)
  if (before) {
    const { source, overrides, ...rest } = before
    void read(source, overrides, rest)
  }

  return {
    current: () => draft,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    table() {
      if (reader === null) throw new Error('No table has been read.')
      return reader
    },
    choose: (source, recordKind = draft.recordKind) =>
      void read(source, {}, { recordKind, preview: null, mappings: {} }),
    setKind(recordKind) {
      const { source, overrides, preview } = draft
      if (draft.recordKind === recordKind) return
      if (source && preview && isDocumentShape(preview.shape))
        void read(source, overrides, { recordKind, mappings: {} })
      else change({ recordKind })
    },
    correct(overrides) {
      const { source } = draft
      // Another header row or sheet has other columns.
      const hasSameColumns = Object.keys(overrides).every((part) => VALUES_ALONE.includes(part))
      if (source)
        void read(source, { ...draft.overrides, ...overrides }, hasSameColumns ? {} : { mappings: {} })
    },
    stop: forget,
    setMapping(kind, mapping) {
      change({ mappings: { ...draft.mappings, [kind]: mapping } })
      keep()
    },
    setPlan(plan) {
      change({ plan })
      keep()
    },
    forget,
  }
}
