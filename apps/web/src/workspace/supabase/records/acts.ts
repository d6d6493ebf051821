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
const undoing = z.object({ act: text, undone: z.number(), left, next: z.nullable(z.number()) })
const undoingLast = z.extend(undoing, { undoes: z.object({ id: z.string() }) })
type Undoing = z.output<typeof undoing>

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
export function createActs(connect: Connect): ActsPart {
  const undoPage = (id: string, skip: number) =>
    ask(connect, (supabase) => supabase.rpc('undo_act', { act_param: id, skip }), undoing)

  /** An import is taken back page by page. */
  async function goOn(id: string, done: Undoing): Promise<Undoing> {
    if (done.next === null) return done
    const more = await undoPage(id, done.next)
    return goOn(id, {
      ...{ act: more.act ?? done.act, undone: done.undone + more.undone, next: more.next },
      left: added(done.left, more.left),
    })
  }

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
      return undone(await goOn(id, await undoPage(id, 0)))
    },
    async undoLast() {
      const last = await ask(connect, (supabase) => supabase.rpc('undo_last_act'), z.nullable(undoingLast))
      return last && undone(await goOn(last.undoes.id, last))
    },
  }
}

function undone({ act: undo, undone: records, left: others }: Undoing) {
  return { act: undo, undone: records, left: leftOf(others) }
}

/** Merges the reasons why records of two pages were not undone, and sums the records of the same reason. */
function added(one: Undoing['left'], other: Undoing['left']): Undoing['left'] {
  const sum = new Map<string, Undoing['left'][number]>()
  for (const reason of [...one, ...other]) {
    const key = `${reason.problem} ${reason.by_id}`
    sum.set(key, { ...reason, records: reason.records + (sum.get(key)?.records ?? 0) })
  }
  return [...sum.values()]
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
