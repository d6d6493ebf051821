import { ENCODINGS, QUOTES, SEPARATORS } from '@cairn/tables/model/table'
import type { ImportKey } from '@cairn/workspace/port/imports'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { draftOf, forgetDraft, keepDraft } from '@/lib/browser/drafts.ts'
import { fromBase64, toBase64 } from '@/lib/text/base64.ts'
import type { Source } from '../reading/table-session.ts'
import type { ImportDraft } from './import-draft.ts'

/** A tab's storage holds some five million characters; other drafts need room too. */
const MOST_CHARACTERS = 2_000_000

const key = z.custom<ImportKey>((word) => typeof word === 'string' && /^(name|id|source|own\..+)$/.test(word))
const use = z.union([
  z.object({ use: z.literal('field'), key: z.string() }),
  z.object({ use: z.enum(['line', 'out']) }),
])
const words = z.record(z.string(), z.record(z.string(), z.string()))
const mapping = z.object({
  columns: z.array(use),
  words,
  remembered: words,
  rowWords: z.record(z.string(), words),
  key,
  source: z.nullable(z.string()),
  emptiesFields: z.boolean(),
})
const overrides = z.object({
  encoding: z.optional(z.enum(ENCODINGS)),
  separator: z.optional(z.enum(SEPARATORS)),
  quote: z.optional(z.enum(QUOTES)),
  sheet: z.optional(z.string()),
  headRow: z.optional(z.nullable(z.number())),
  decimal: z.optional(z.enum(['.', ','])),
  dateOrder: z.optional(z.enum(['day', 'month', 'year'])),
  keptRows: z.optional(z.array(z.number())),
})
const kept = z.object({
  name: z.string(),
  text: z.optional(z.string()),
  base64: z.optional(z.string()),
  overrides,
  recordKind: z.catch(z.enum(CATALOGUE_KINDS), 'system'),
  mappings: z.record(z.string(), mapping),
  plan: z.nullable(z.object({ id: z.string(), kind: z.string() })),
})

export interface KeptDraft extends Pick<ImportDraft, 'overrides' | 'recordKind' | 'mappings' | 'plan'> {
  source: Source
}

/** Keeps the draft for a reload of the page; a file that is too large is not kept. */
export function keepImport(name: string, draft: KeptDraft): void {
  const { source, overrides, recordKind, mappings, plan } = draft
  const size = 'text' in source ? source.text.length : source.bytes.length * (4 / 3)
  if (size > MOST_CHARACTERS) {
    forgetDraft(name)
    return
  }
  const content = 'text' in source ? { text: source.text } : { base64: toBase64(source.bytes) }
  const made = plan && { id: plan.id, kind: plan.kind }
  keepDraft(name, { name: source.name, ...content, overrides, recordKind, mappings, plan: made })
}

/** Returns the kept draft; null where there is none. */
export function keptImport(name: string): KeptDraft | null {
  const read = kept.safeParse(draftOf(name))
  if (!read.success) return null
  const { text, base64, name: fileName, plan, overrides: given, recordKind, mappings } = read.data
  const made = plan && mappings[plan.kind]
  const rest = {
    overrides: given,
    recordKind,
    mappings,
    plan: plan && made ? { ...plan, mapping: made } : null,
  }
  if (text !== undefined) return { ...rest, source: { name: fileName, text } }
  return base64 === undefined ? null : { ...rest, source: { name: fileName, bytes: fromBase64(base64) } }
}
