import type { BulkChange } from '@cairn/workspace/port/records/bulk'
import { NO_DELETION_OPTIONS } from '@cairn/workspace/port/records/deletion'
import { expect } from 'vitest'
import { changeOf, formOf } from '../system-form.tsx'
import { type Account, Act, load, sheetThere } from './acts.ts'
import {
  type Actor,
  change,
  type Done,
  type Model,
  move,
  type Person,
  present,
  type Sheet,
  type Status,
  type TagName,
  undoable,
} from './model.ts'

/** What is done to many records, in the words of the model. */
type ManyEdit =
  | { action: 'status'; value: Status }
  | { action: 'owner'; value: Person | null }
  | { action: 'add_tag' | 'remove_tag'; value: TagName }
export type ManyChange = ManyEdit | { action: 'delete'; value: null }

const WORDS: Readonly<Record<ManyChange['action'], string>> = {
  status: 'sets the status',
  owner: 'sets the owner',
  add_tag: 'adds the tag',
  remove_tag: 'takes off the tag',
  delete: 'deletes them:',
}

/** Between the look and the act, another user may give one of the records another vendor: it is left out. */
export const changeMany = (by: Actor, names: readonly string[], what: ManyChange, meanwhile: string | null) =>
  new Act(
    `${by} ${WORDS[what.action]} ${what.value ?? ''} of ${names.join(', ')} at once${
      meanwhile ? `, while ${meanwhile} gets another vendor` : ''
    }`,
    (model) => names.some((name) => model.sheets.has(name)) && !(model.leoLeft && what.value === 'Leo'),
    async (model, account) => {
      const { bulk } = account.as(by)
      const wanted = bulkChange(account, what)
      const ids = names.filter((name) => model.sheets.has(name)).map(account.idOf)
      const target = { kind: 'system', ids, filter: null } as const
      const meant = present(model).filter(([name]) => names.includes(name))
      const changing = meant.filter(([, sheet]) => !isSo(sheet, what))
      const look = await bulk.preview(target, wanted)
      expect([look.total, look.changes]).toEqual([meant.length, changing.length])
      if (meanwhile !== null) await changeVendor(model, account, by === 'Ada' ? 'Max' : 'Ada', meanwhile)
      const left = changing.filter(([name]) => name !== meanwhile)
      const { act, changes } = await bulk.change(target, wanted, look.seenAt, NO_DELETION_OPTIONS)
      expect(changes).toBe(left.length)
      note(
        account,
        model,
        act,
        by,
        left.flatMap(([name, sheet]) => doneTo(model, name, sheet, by, what)),
      )
    },
  )

function bulkChange({ idOf }: Account, { action, value }: ManyChange): BulkChange {
  switch (action) {
    case 'status':
      return { action, value }
    case 'owner':
      return { action, value: value && idOf(value) }
    case 'add_tag':
    case 'remove_tag':
      return { action, value: idOf(value) }
    case 'delete':
      return { action, value }
  }
}

function isSo({ status, owner, tags }: Sheet, { action, value }: ManyChange): boolean {
  switch (action) {
    case 'status':
      return status === value
    case 'owner':
      return owner === value
    case 'add_tag':
      return tags.includes(value)
    case 'remove_tag':
      return !tags.includes(value)
    case 'delete':
      return false
  }
}

function doneTo(model: Model, name: string, sheet: Sheet, by: Actor, what: ManyChange): Done['lines'] {
  if (what.action === 'delete') return movedBy(model, name, sheet, by, 'deleted')
  return changedBy(sheet, by, contentOf(sheet, what))
}

function contentOf({ tags }: Sheet, { action, value }: ManyEdit) {
  switch (action) {
    case 'status':
      return { status: value }
    case 'owner':
      return { owner: value }
    case 'add_tag':
      return { tags: [...tags, value] }
    case 'remove_tag':
      return { tags: tags.filter((tag) => tag !== value) }
  }
}

function movedBy(
  model: Model,
  name: string,
  sheet: Sheet,
  by: Actor,
  field: 'deleted' | 'restored',
): Done['lines'] {
  const done = move(model, name, by, field)
  return done === null ? [] : [{ sheet, field, before: null, after: null, change: done }]
}

function changedBy(sheet: Sheet, by: Actor, next: Parameters<typeof change>[2]): Done['lines'] {
  const done = change(sheet, by, next)
  return (done?.lines ?? []).flatMap(({ field, before, after }) =>
    done === null || field === null ? [] : [{ sheet, field, before, after, change: done }],
  )
}

function note(account: Account, model: Model, act: string | null, by: Actor, lines: Done['lines']): void {
  expect(act === null).toBe(lines.length === 0)
  if (act === null) return
  account.acts.push(act)
  model.acts.push({ by, lines })
}

async function changeVendor(model: Model, account: Account, by: Actor, name: string): Promise<void> {
  const sheet = sheetThere(model, name)
  if (!sheet) return
  const vendor = `Vendor ${sheet.changes.length}`
  const system = await load(account, by, name)
  const input = changeOf({ ...formOf(system), fields: { ...system.fields, vendor } })
  await account.as(by).systems.update(system.id, input, system.version)
  change(sheet, by, { values: { ...sheet.values, vendor } })
}

/** Which act on many records: 0 is the last. An undo is one, too. */
export const undo = (by: Actor, back: 0 | 1 | 2) =>
  new Act(
    `${by} undoes the ${['last act', 'act before the last', 'third last act'][back]} on many`,
    ({ acts }) => acts.length > back,
    async (model, account) => {
      const done = model.acts.at(-1 - back)
      if (!done) return
      const lines = undoable(model, by, done)
      const answer = await account.as(by).acts.undo(account.acts.at(-1 - back) ?? '')
      expect(answer.undone).toBe(new Set(lines.map(({ sheet }) => sheet)).size)
      const names = new Map([...model.sheets].map(([name, sheet]) => [sheet, name]))
      const undone = lines.flatMap((line) => takenBack(model, names.get(line.sheet) ?? '', by, line))
      note(account, model, answer.act, by, undone)
    },
  )

function takenBack(
  model: Model,
  name: string,
  by: Actor,
  { sheet, field, before, after }: Done['lines'][number],
) {
  switch (field) {
    case 'deleted':
      return movedBy(model, name, sheet, by, 'restored')
    case 'restored':
      return movedBy(model, name, sheet, by, 'deleted')
    case 'tags':
      return changedBy(sheet, by, { tags: formerTags(sheet.tags, before, after) })
    default:
      return changedBy(sheet, by, former(field, before))
  }
}

function former(field: string, before: unknown): Parameters<typeof change>[2] {
  if (field === 'owner_id')
    return { owner: before === 'Ada' || before === 'Max' || before === 'Leo' ? before : null }
  return { status: before === 'inactive' || before === 'maintenance' ? before : 'active' }
}

/** The tags that an act has added go, and those that it has taken off come; the others stay. */
function formerTags(tags: readonly TagName[], before: unknown, after: unknown): readonly TagName[] {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)]
  return (['blue', 'green'] as const).filter((tag) =>
    was.includes(tag) === is.includes(tag) ? tags.includes(tag) : was.includes(tag),
  )
}

/** What Leo owns gets another owner; of what is in the bin nobody is the owner when it comes back. */
export const handOver = (to: Actor) =>
  new Act(
    `Ada removes Leo, and ${to} gets what Leo owns`,
    ({ leoLeft }) => !leoLeft,
    async (model, account) => {
      await account.as('Ada').team.remove(account.idOf('Leo'), {
        assignments: [],
        rest: { id: account.idOf(to) },
      })
      for (const [, sheet] of present(model)) if (sheet.owner === 'Leo') change(sheet, 'Ada', { owner: to })
      model.leoLeft = true
    },
  )
