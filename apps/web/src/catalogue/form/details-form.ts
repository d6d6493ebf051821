import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'

export const LABEL_MAX_LENGTH = 100
export const VALUE_MAX_LENGTH = 2000
const MAX_ROWS = 100
/** As the database has it, in bytes. */
const MAX_BYTES = 200_000

type Details = Readonly<Record<string, unknown>>

/** A detail as it is typed. */
export interface DetailRow {
  label: string
  value: string
  /** What is stored, where that is a number or a yes or no: it stays one for as long as its text stays. */
  stored?: number | boolean | undefined
}

/** The additional details of a record, as its form holds them. */
export interface DetailsForm {
  rows: readonly DetailRow[]
  /** What has no place in a line of text. It is saved as it came. */
  kept: Details
}

const row = z.object({
  label: z.string(),
  value: z.string(),
  stored: z.optional(z.union([z.number(), z.boolean()])),
})

/** What the form may send. Lines without any text are left out, and are nobody's fault. */
export const detailsFormSchema = z
  .pipe(
    z.object({ rows: z.readonly(z.array(row)), kept: z.record(z.string(), z.unknown()) }),
    z.transform(({ rows, kept }): DetailsForm => ({ rows: rows.map(cleaned).filter(isFilled), kept })),
  )
  .check(
    z.refine(({ rows }) => rows.length <= MAX_ROWS, phrase('A record has at most 100 additional details.')),
    z.refine(({ rows }) => rows.every(({ label }) => label !== ''), phrase('Give each detail a label.')),
    z.refine(
      ({ rows }) => rows.every(({ label }) => label.length <= LABEL_MAX_LENGTH),
      phrase('The label of a detail has at most 100 characters.'),
    ),
    z.refine(
      ({ rows }) => rows.every(({ value }) => value.length <= VALUE_MAX_LENGTH),
      phrase('A detail has at most 2,000 characters.'),
    ),
    z.refine(hasDistinctLabels, phrase('Two details have the same label.')),
    z.refine(({ rows }) => rows.every(({ label }) => label !== '__proto__'), phrase('Choose another label.')),
    z.refine(
      (form) => new TextEncoder().encode(JSON.stringify(detailsOf(form), null, 1)).length <= MAX_BYTES,
      phrase('The additional details are too long altogether.'),
    ),
  )

/** What the form starts with. */
export function detailsFormOf(details: unknown): DetailsForm {
  const known = z.record(z.string(), z.unknown()).safeParse(details ?? {})
  if (!known.success) return { rows: [], kept: {} }
  const rows: DetailRow[] = []
  const kept: [string, unknown][] = []
  for (const [label, value] of Object.entries(known.data)) {
    const typed = rows.length < MAX_ROWS ? rowOf(label, value) : null
    if (typed) rows.push(typed)
    else kept.push([label, value])
  }
  return { rows, kept: Object.fromEntries(kept) }
}

/** What of it is stored. */
export function detailsOf({ rows, kept }: DetailsForm): Details {
  const typed = rows.map(({ label, value, stored }): [string, unknown] => [
    label,
    String(stored) === value ? stored : value,
  ])
  return Object.fromEntries([...typed, ...Object.entries(kept)])
}

/** The details line by line, where two states of them are compared. */
export function detailLines(form: DetailsForm): string {
  const written = Object.entries(form.kept).map(([label, value]) => `${label}: ${JSON.stringify(value)}`)
  return [...form.rows.map(({ label, value }) => `${label}: ${value}`), ...written].join('\n')
}

/** Null for what a line cannot hold and give back as it was. */
function rowOf(label: string, value: unknown): DetailRow | null {
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  if (typeof value !== 'string' && !isScalar) return null
  const typed: DetailRow = { label, value: String(value), ...(isScalar && { stored: value }) }
  const clean = cleaned(typed)
  const isSame = clean.label === label && clean.value === typed.value
  const fits = label.length <= LABEL_MAX_LENGTH && typed.value.length <= VALUE_MAX_LENGTH
  return isSame && fits && label !== '' ? typed : null
}

/** Without what cannot be seen or stored: control characters and those that turn the direction of a text. */
function cleaned({ label, value, ...rest }: DetailRow): DetailRow {
  return {
    label: label.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim(),
    value: value.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim(),
    ...rest,
  }
}

function isFilled({ label, value }: DetailRow): boolean {
  return label !== '' || value !== ''
}

function hasDistinctLabels({ rows, kept }: DetailsForm): boolean {
  const labels = [...rows.map(({ label }) => label), ...Object.keys(kept)]
  return new Set(labels).size === labels.length
}
