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
  /** The stored number or boolean: the value keeps its type for as long as its text stays the same. */
  stored?: number | boolean | undefined
}

/** The additional details of a record, as its form holds them. */
export interface DetailsForm {
  rows: readonly DetailRow[]
  /** The values that a line of text cannot hold. They are saved unchanged. */
  kept: Details
}

const row = z.object({
  label: z.string(),
  value: z.string(),
  stored: z.optional(z.union([z.number(), z.boolean()])),
})

/** The values that the form may send. Lines without any text are left out without an error. */
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

/** The initial values of the form. */
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

/** The details to store. */
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

/** Returns null for a value that a line cannot hold and give back unchanged. */
function rowOf(label: string, value: unknown): DetailRow | null {
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  if (typeof value !== 'string' && !isScalar) return null
  const typed: DetailRow = { label, value: String(value), ...(isScalar && { stored: value }) }
  const clean = cleaned(typed)
  const isSame = clean.label === label && clean.value === typed.value
  const fits = label.length <= LABEL_MAX_LENGTH && typed.value.length <= VALUE_MAX_LENGTH
  return isSame && fits && label !== '' ? typed : null
}

/** Removes characters that cannot be seen or stored: control characters and those that turn the direction of a text. */
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
