import { z } from 'zod'
import { textOfRecord } from '../marked.ts'
import { idInput, isKind, KINDS, kindInput, linkOf, needScopes, peopleOf, tableOf } from '../records.ts'
import { defineTool, missingScopes, type ToolCall } from '../tool.ts'

const change = z.object({
  kind: z.string(),
  record_id: z.string(),
  record_name: z.string(),
  action: z.string(),
  field: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  changed_by: z.string().nullable(),
  changed_at: z.string(),
})

const MOST = 30

/** A value of the history, with its texts shortened. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return textOfRecord(value, 200)
  if (Array.isArray(value)) return value.slice(0, 20).map(shown)
  if (value === null || typeof value !== 'object') return value ?? null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each)]))
}

function kindsInScope(call: ToolCall): readonly string[] {
  const readable = KINDS.filter((kind) => missingScopes(call, [`${tableOf(kind)}:read`]).length === 0)
  if (readable.length === 0) needScopes(call, ['systems:read'])
  return readable
}

/** The history, since a moment. */
export const whatChanged = defineTool({
  name: 'what_changed',
  title: 'What Changed Since',
  description:
    'What was created, changed, deleted or restored since a moment, the latest first: which field of which record, from what to what, by whom.',
  input: z.object({
    since: z.iso.datetime({ offset: true }).describe('A moment such as 2026-11-01T00:00:00Z.'),
    kind: kindInput.optional(),
    id: idInput.optional(),
    skip: z.number().int().min(0).max(10_000).optional(),
  }),
  answer: z.object({
    changes: z.array(
      z.object({
        at: z.string(),
        by: z.string().nullable(),
        action: z.string(),
        kind: z.string(),
        id: z.string(),
        name: z.string(),
        field: z.string().nullable(),
        before: z.unknown().describe('The value before; null for none.'),
        after: z.unknown().describe('The value after; null for none.'),
        link: z.string().nullable().describe('null for a record that was deleted.'),
      }),
    ),
    more: z.boolean().describe('Whether there are more; ask again with skip.'),
  }),
  reads: true,
  async run(call, { since, kind, id, skip }) {
    const kinds = kind === undefined ? kindsInScope(call) : [kind]
    if (kind !== undefined) needScopes(call, [`${tableOf(kind)}:read`])
    const query = new URLSearchParams({
      changed_at: `gte.${since}`,
      kind: `in.(${kinds.join(',')})`,
      select: 'kind,record_id,record_name,action,field,before,after,changed_by,changed_at',
      order: 'changed_at.desc',
      limit: String(MOST + 1),
      offset: String(skip ?? 0),
    })
    if (id !== undefined) query.set('record_id', `eq.${id}`)
    const rows = await call.person.rows(`/record_history?${query}`, change)
    const changes = rows.slice(0, MOST)
    const people = await peopleOf(
      call,
      changes.map(({ changed_by }) => changed_by),
    )
    return {
      changes: changes.map((row) => ({
        at: row.changed_at,
        by: people.get(row.changed_by ?? '')?.name ?? null,
        action: row.action,
        kind: row.kind,
        id: row.record_id,
        name: textOfRecord(row.record_name, 120),
        field: row.field,
        before: shown(row.before),
        after: shown(row.after),
        link:
          row.action === 'deleted' || !isKind(row.kind)
            ? null
            : linkOf(call.publicUrl, row.kind, row.record_id),
      })),
      more: rows.length > MOST,
    }
  },
})
