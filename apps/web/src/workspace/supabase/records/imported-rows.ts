import { IMPORT_EFFECTS, IMPORT_PROBLEMS, type ImportKey } from '@cairn/workspace/port/imports'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { refusalText } from '../client/refusal-text.ts'
import { fieldValue } from '../rows/fields.ts'
import { moment, renamed } from '../rows/renamed.ts'

const text = z.nullable(z.string())
const importKey = z.custom<ImportKey>(
  (word) => typeof word === 'string' && /^(name|id|source|own\..+)$/.test(word),
)

/** A plan as `get_imports` gives it. */
export const importPlan = renamed({
  id: z.string(),
  kind: z.enum(CATALOGUE_KINDS),
  fileName: z.string(),
  source: text,
  matchKey: importKey,
  startedBy: z.string(),
  startedByName: text,
  startedAt: moment,
  expiresAt: moment,
  state: z.enum(['open', 'applying', 'done']),
  total: z.number(),
  checked: z.number(),
  summary: z.record(z.enum(IMPORT_EFFECTS), z.number()),
  undecided: z.number(),
  toApply: z.number(),
  applied: z.number(),
  refused: z.number(),
  leftOut: z.number(),
  inBin: z.number(),
  act: text,
  people: z.array(
    renamed({
      word: z.string(),
      rows: z.number(),
      isOwner: z.boolean(),
      isRemembered: z.boolean(),
      choice: z.nullable(
        z.union([z.object({ member: z.string() }), z.object({ invite: z.string(), level: z.enum(LEVELS) })]),
      ),
    }),
  ),
})
export const importPlans = z.array(importPlan)

const cells = z.array(
  z.object({ field: z.string(), before: z.nullable(fieldValue), after: z.nullable(fieldValue) }),
)

/** A row as `get_import_rows` gives it. */
const importRow = renamed({
  row: z.number(),
  effect: z.enum(IMPORT_EFFECTS),
  recordId: text,
  name: z.string(),
  cells,
  problems: z.array(
    z.object({ problem: z.enum(IMPORT_PROBLEMS), field: text, detail: text, refusal: refusalText }),
  ),
  candidates: z.array(
    renamed({
      recordId: text,
      row: z.nullable(z.number()),
      name: z.string(),
      reason: z.enum(['name', 'address']),
      cells,
    }),
  ),
  decision: z.nullable(
    z.union([
      z.object({ do: z.enum(['apply', 'leave', 'apart', 'bin']) }),
      renamed({ do: z.literal('join'), recordId: z.string(), fields: z.nullable(z.array(z.string())) }),
    ]),
  ),
  outcome: z.nullable(z.enum(['done', 'refused', 'left'])),
})
export const importRows = z.object({ total: z.number(), items: z.array(importRow) })

/** The meanings of words, by the key of the field. */
export const importWords = z.record(z.string(), z.record(z.string(), z.string()))

/** How the columns of a file were matched, as it was remembered. */
export const importMatch = z.object({
  columns: z.record(z.string(), text),
  words: importWords,
  key: importKey,
  source: text,
})
