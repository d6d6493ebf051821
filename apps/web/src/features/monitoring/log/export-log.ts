import type { AuditEntry, AuditFilter, AuditPart, AuditPosition } from '@cairn/workspace/port/audit'
import { csvLine } from './csv-line.ts'

/** The most entries of an export: the newest. */
export const EXPORT_LIMIT = 100_000
const PER_REQUEST = 1_000

export type ExportFormat = 'csv' | 'json'

interface ExportOptions {
  audit: Pick<AuditPart, 'page'>
  filter: AuditFilter
  format: ExportFormat
  signal: AbortSignal
  /** Called with the number of entries so far. */
  onProgress: (entries: number) => void
  limit?: number
}

export interface LogExport {
  file: Blob
  entries: number
  /** Whether the log has more entries than were exported. */
  isCut: boolean
}

/**
 * Exports the entries that match the filter, newest first, to a file. It fetches a page at a time and writes each page
 * into the file at once: neither the server nor the browser ever holds all of it as objects.
 * @throws what the workspace throws, and the signal's reason when it is aborted.
 */
export async function exportLog(options: ExportOptions): Promise<LogExport> {
  const { audit, filter, format, signal, onProgress, limit = EXPORT_LIMIT } = options
  const { type, head, tail, part } = FORMATS[format]
  const parts: BlobPart[] = [head]
  let entries = 0
  let after: AuditPosition | null = null
  do {
    signal.throwIfAborted()
    const rows = Math.min(PER_REQUEST, limit - entries)
    const page = await audit.page(filter, after, rows)
    if (page.entries.length > 0) parts.push(new Blob([part(page.entries, entries === 0)]))
    entries += page.entries.length
    after = page.next
    onProgress(entries)
  } while (after !== null && entries < limit)
  return { file: new Blob([...parts, tail], { type }), entries, isCut: after !== null }
}

const COLUMNS = {
  time: ({ at }) => at.toISOString(),
  action: ({ action }) => action,
  severity: ({ severity }) => severity,
  person: ({ person }) => person?.name ?? null,
  person_id: ({ person }) => person?.id ?? null,
  resource_type: ({ resource }) => resource.type,
  resource_id: ({ resource }) => resource.id,
  resource_name: ({ resource }) => resource.name,
  ip_address: ({ address }) => address,
  user_agent: ({ userAgent }) => userAgent,
  source: ({ source }) => source,
  details: ({ details }) => JSON.stringify(details),
} satisfies Record<string, (entry: AuditEntry) => string | null>

const columns = Object.entries<(entry: AuditEntry) => string | null>(COLUMNS)

interface Format {
  type: string
  head: string
  tail: string
  part: (entries: readonly AuditEntry[], isFirst: boolean) => string
}

const FORMATS: Record<ExportFormat, Format> = {
  csv: {
    type: 'text/csv;charset=utf-8',
    // The byte order mark tells spreadsheets that the file is UTF-8.
    head: `\uFEFF${csvLine(Object.keys(COLUMNS))}`,
    tail: '',
    part: (entries) => entries.map((entry) => csvLine(columns.map(([, cell]) => cell(entry)))).join(''),
  },
  json: {
    type: 'application/json',
    head: '[',
    tail: '\n]\n',
    part: (entries, isFirst) =>
      entries.map((entry, index) => `${isFirst && index === 0 ? '' : ','}\n${json(entry)}`).join(''),
  },
}

function json(entry: AuditEntry): string {
  const cells = columns.map(
    ([name, cell]) => [name, name === 'details' ? entry.details : cell(entry)] as const,
  )
  return JSON.stringify(Object.fromEntries(cells))
}
