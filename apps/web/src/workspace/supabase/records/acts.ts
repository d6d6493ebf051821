import { WorkspaceError } from '@cairn/workspace/errors'
import { ACT_ACTIONS, ACT_PROBLEMS, type ActPerson, type ActsPart } from '@cairn/workspace/port/records/acts'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const kind = z.enum(CATALOGUE_KINDS)
const text = z.nullable(z.string())

const plainFields = {
  id: z.string(),
  action: z.enum(ACT_ACTIONS),
  kind: z.nullable(kind),
  value: text,
  valueName: text,
  records: z.number(),
  doneBy: text,
  doneByName: text,
  doneAt: moment,
  undoneBy: z.nullable(
    renamed({ act: z.string(), doneBy: text, doneByName: text, doneAt: moment, records: z.number() }),
  ),
}
const plainAct = renamed(plainFields)
const actFields = { ...plainFields, undoes: z.nullable(plainAct) }
/** An act with the names of people, as several procedures tell it. */
export const act = renamed(actFields)
const actPage = z.object({ total: z.number(), items: z.array(act) })

const problem = z.enum(ACT_PROBLEMS)
const left = z.array(renamed({ problem, byId: text, byName: text, records: z.number() }))
const details = renamed({
  ...{ ...actFields, lines: z.number(), undoable: z.number(), left, team: text, expiresAt: moment },
})
const team = z.nullable(z.object({ name: z.string(), left: z.number() }))
const undoing = { act: text, undone: z.number(), left, next: z.nullable(z.number()), team }
const undoingLast = z.object({ ...undoing, undoes: z.object({ id: z.string() }) })
const undoingOne = z.object(undoing)
type Undoing = z.output<typeof undoingOne>

const actLines = z.array(
  renamed({
    kind,
    recordId: z.string(),
    name: z.string(),
    part: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    beforeName: text,
    afterName: text,
    isThere: z.boolean(),
    problem: z.nullable(problem),
    problemBy: text,
    problemByName: text,
  }),
)

/** The account's acts, which only procedures tell with the names of people. */
export function createActs(connect: Connect): ActsPart {
  const undoPage = (id: string, skip: number) =>
    askJson(connect, (supabase) => supabase.rpc('undo_act', { act_param: id, skip }), undoingOne)

  /** An import is taken back page by page. */
  async function goOn(id: string, done: Undoing): Promise<Undoing> {
    if (done.next === null) return done
    const more = await undoPage(id, done.next)
    return goOn(id, {
      ...{ act: more.act ?? done.act, undone: done.undone + more.undone, next: more.next, team: done.team },
      left: added(done.left, more.left),
    })
  }

  return {
    async page(skip) {
      const { items, total } = await askJson(
        connect,
        (supabase) => supabase.rpc('get_acts', { skip }),
        actPage,
      )
      return { items: items.map(actOf), total }
    },
    async get(id) {
      try {
        const found = await askJson(
          connect,
          (supabase) => supabase.rpc('get_act', { act_param: id }),
          details,
        )
        const { lines, undoable, team: ended, expiresAt } = found
        return { ...actOf(found), lines, undoable, left: leftOf(found.left), team: ended, expiresAt }
      } catch (error) {
        if (error instanceof WorkspaceError && error.kind === 'not-found') return null
        throw error
      }
    },
    async lines(id, skip) {
      const rows = await askJson(
        connect,
        (supabase) => supabase.rpc('get_act_lines', { act_param: id, skip }),
        actLines,
      )
      return rows.map(({ problemBy, problemByName, ...row }) => ({
        ...row,
        problemBy: personOf(problemBy, problemByName),
      }))
    },
    async undo(id) {
      return undone(await goOn(id, await undoPage(id, 0)))
    },
    async undoLast() {
      const last = await askJson(
        connect,
        (supabase) => supabase.rpc('undo_last_act'),
        z.nullable(undoingLast),
      )
      return last && undone(await goOn(last.undoes.id, last))
    },
  }
}

function undone({ act: undo, undone: records, left: others, team: restored }: Undoing) {
  return { act: undo, undone: records, left: leftOf(others), ...(restored && { team: restored }) }
}

/** Merges the reasons why records of two pages were not undone, and sums the records of the same reason. */
function added(one: Undoing['left'], other: Undoing['left']): Undoing['left'] {
  const sum = new Map<string, Undoing['left'][number]>()
  for (const reason of [...one, ...other]) {
    const key = `${reason.problem} ${reason.byId}`
    sum.set(key, { ...reason, records: reason.records + (sum.get(key)?.records ?? 0) })
  }
  return [...sum.values()]
}

function personOf(id: string | null, name: string | null): ActPerson | null {
  return id === null ? null : { id, name }
}

function leftOf(rows: z.output<typeof left>) {
  return rows.map(({ byId, byName, ...row }) => ({ ...row, by: personOf(byId, byName) }))
}

function plainOf({ undoneBy, doneBy, doneByName, ...row }: z.output<typeof plainAct>) {
  return {
    ...row,
    doneBy: personOf(doneBy, doneByName),
    undoneBy: undoneBy && {
      ...{ act: undoneBy.act, records: undoneBy.records, doneAt: undoneBy.doneAt },
      by: personOf(undoneBy.doneBy, undoneBy.doneByName),
    },
  }
}

/** Returns an act as the screens know it. */
export function actOf({ undoes, ...row }: z.output<typeof act>) {
  return { ...plainOf(row), undoes: undoes && plainOf(undoes) }
}
