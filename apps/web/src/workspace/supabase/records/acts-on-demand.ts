import { WorkspaceError } from '@cairn/workspace/errors'
import { ACT_ACTIONS, ACT_PROBLEMS, type ActPerson, type ActsPart } from '@cairn/workspace/port/records/acts'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const kind = z.enum(CATALOGUE_KINDS)
const text = z.nullable(z.string())

const plainAct = z.object({
  id: z.string(),
  action: z.enum(ACT_ACTIONS),
  kind: z.nullable(kind),
  value: text,
  value_name: text,
  records: z.number(),
  done_by: text,
  done_by_name: text,
  done_at: z.string(),
  undone_by: z.nullable(
    z.object({
      act: z.string(),
      done_by: text,
      done_by_name: text,
      done_at: z.string(),
      records: z.number(),
    }),
  ),
})
const act = z.extend(plainAct, { undoes: z.nullable(plainAct) })
const actPage = z.object({ total: z.number(), items: z.array(act) })

const problem = z.enum(ACT_PROBLEMS)
const left = z.array(z.object({ problem, by_id: text, by_name: text, records: z.number() }))
const details = z.extend(act, { lines: z.number(), undoable: z.number(), left, expires_at: z.string() })
const undoing = z.object({ act: text, undone: z.number(), left })

const actLines = z.array(
  z.object({
    kind,
    record_id: z.string(),
    name: z.string(),
    part: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    before_name: text,
    after_name: text,
    is_there: z.boolean(),
    problem: z.nullable(problem),
    problem_by: text,
    problem_by_name: text,
  }),
)

/** The account's acts, which only procedures tell with the names of people. */
export function createActsOnDemand(connect: Connect): ActsPart {
  return {
    async page(skip) {
      const { items, total } = await ask(connect, (supabase) => supabase.rpc('get_acts', { skip }), actPage)
      return { items: items.map(actOf), total }
    },
    async get(id) {
      try {
        const found = await ask(connect, (supabase) => supabase.rpc('get_act', { act_param: id }), details)
        const { lines, undoable, expires_at } = found
        return { ...actOf(found), lines, undoable, left: leftOf(found.left), expiresAt: new Date(expires_at) }
      } catch (error) {
        if (error instanceof WorkspaceError && error.kind === 'not-found') return null
        throw error
      }
    },
    async lines(id, skip) {
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_act_lines', { act_param: id, skip }),
        actLines,
      )
      return rows.map((row) => ({
        ...{ kind: row.kind, recordId: row.record_id, name: row.name, part: row.part },
        ...{ before: row.before, after: row.after, beforeName: row.before_name, afterName: row.after_name },
        ...{ isThere: row.is_there, problem: row.problem },
        problemBy: personOf(row.problem_by, row.problem_by_name),
      }))
    },
    async undo(id) {
      const done = await ask(connect, (supabase) => supabase.rpc('undo_act', { act_param: id }), undoing)
      return { ...done, left: leftOf(done.left) }
    },
    async undoLast() {
      const done = await ask(connect, (supabase) => supabase.rpc('undo_last_act'), z.nullable(undoing))
      return done && { ...done, left: leftOf(done.left) }
    },
  }
}

function personOf(id: string | null, name: string | null): ActPerson | null {
  return id === null ? null : { id, name }
}

function leftOf(rows: z.output<typeof left>) {
  return rows.map(({ by_id, by_name, ...row }) => ({ ...row, by: personOf(by_id, by_name) }))
}

function plainOf(row: z.output<typeof plainAct>) {
  const { undone_by: undone } = row
  return {
    ...{ id: row.id, action: row.action, kind: row.kind, value: row.value, valueName: row.value_name },
    ...{
      records: row.records,
      doneBy: personOf(row.done_by, row.done_by_name),
      doneAt: new Date(row.done_at),
    },
    undoneBy: undone && {
      ...{ act: undone.act, by: personOf(undone.done_by, undone.done_by_name), records: undone.records },
      doneAt: new Date(undone.done_at),
    },
  }
}

function actOf({ undoes, ...row }: z.output<typeof act>) {
  return { ...plainOf({ ...row }), undoes: undoes && plainOf(undoes) }
}
