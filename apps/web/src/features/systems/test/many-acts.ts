import type { BulkChange } from '@cairn/workspace/port/records/bulk'
import { NO_DELETION_OPTIONS } from '@cairn/workspace/port/records/deletion'
import { fieldKeyOf } from '@cairn/workspace/rules/field-key'
import { expect } from 'vitest'
import { changeOf, formOf } from '../system-form.tsx'
import { type Account, Act, expectRefusal, load, said, sheetThere, withIds } from './acts.ts'
import { changedBy, movedBy, noteAct } from './done.ts'
import {
  type Actor,
  change,
  type Done,
  isHidden,
  isSame,
  type Model,
  type Person,
  present,
  problemsOfPeople,
  type Sheet,
  type Status,
  storedValues,
  type TagName,
} from './model.ts'
import { changed, type FieldChange } from './stored.ts'

/** A change of many records, in the words of the model. */
type ManyEdit =
  | { action: 'status'; value: Status }
  | { action: 'owner'; value: Person | null }
  | { action: 'add_tag' | 'remove_tag'; value: TagName }
  | { action: 'field'; value: FieldChange }
export type ManyChange = ManyEdit | { action: 'delete'; value: null }

function wordsOf({ action, value }: ManyChange, names: string): string {
  switch (action) {
    case 'status':
      return `gives ${names} the status ${value}`
    case 'owner':
      return `gives ${names} the owner ${value ?? 'nobody'}`
    case 'add_tag':
      return `adds the tag ${value} to ${names}`
    case 'remove_tag':
      return `takes the tag ${value} off ${names}`
    case 'field':
      return `gives ${names} ${said([value])}`
    case 'delete':
      return `deletes ${names}`
  }
}

/**
 * Between the preview and the change, another user may give one of the records another vendor: that record is left out.
 */
export const changeMany = (by: Actor, names: readonly string[], what: ManyChange, meanwhile: string | null) =>
  new Act(
    `${by} ${wordsOf(what, names.join(' and '))} at once${
      meanwhile ? `, while ${meanwhile} gets another vendor` : ''
    }`,
    (model) => names.some((name) => model.sheets.has(name)) && !(model.leoLeft && what.value === 'Leo'),
    async (model, account) => {
      const { bulk } = account.as(by)
      const wanted = bulkChange(account, what)
      const ids = names.filter((name) => model.sheets.has(name)).map(account.idOf)
      const target = { kind: 'system', ids, filter: null } as const
      const meant = present(model).filter(([name]) => names.includes(name))
      const problems = problemsOf(model, what)
      if (problems.length > 0) {
        await expectRefusal(bulk.preview(target, wanted), problems)
        return expectRefusal(
          bulk.change(target, wanted, new Date().toISOString(), NO_DELETION_OPTIONS),
          problems,
        )
      }
      const changing = meant.filter(([, sheet]) => !isSo(model, sheet, what))
      const look = await bulk.preview(target, wanted)
      expect([look.total, look.changes]).toEqual([meant.length, changing.length])
      if (meanwhile !== null) await changeVendor(model, account, by === 'Ada' ? 'Max' : 'Ada', meanwhile)
      const left = changing.filter(([name]) => name !== meanwhile)
      const { act, changes } = await bulk.change(target, wanted, look.seenAt, NO_DELETION_OPTIONS)
      expect(changes).toBe(left.length)
      noteAct(
        account,
        model,
        act,
        by,
        left.flatMap(([name, sheet]) => doneTo(model, name, sheet, by, what)),
      )
    },
  )

function bulkChange(account: Account, { action, value }: ManyChange): BulkChange {
  const { idOf } = account
  switch (action) {
    case 'status':
      return { action, value }
    case 'owner':
      return { action, value: value && idOf(value) }
    case 'add_tag':
    case 'remove_tag':
      return { action, value: idOf(value) }
    case 'field': {
      const key = fieldKeyOf(value[0])
      if (key === null) throw new Error(`There is no field ${value[0]}.`)
      return { action, key, value: withIds(account, changed({}, [value])) }
    }
    case 'delete':
      return { action, value }
  }
}

function isSo(model: Model, sheet: Sheet, { action, value }: ManyChange): boolean {
  const { status, owner, tags, values } = sheet
  switch (action) {
    case 'status':
      return status === value
    case 'owner':
      return owner === value
    case 'add_tag':
      return tags.includes(value)
    case 'remove_tag':
      return !tags.includes(value)
    case 'field':
      return isSame(valuesWith(model, sheet, value)[value[0]], values[value[0]])
    case 'delete':
      return false
  }
}

const valuesWith = (model: Model, { values }: Sheet, value: FieldChange) =>
  storedValues(model, values, changed(values, [value])).values

/**
 * Returns the problems of a value. A field gets no value that it cannot have, whatever the records have; a hidden field
 * gets none at all.
 */
function problemsOf(model: Model, { action, value: wanted }: ManyChange): readonly string[] {
  if (action !== 'field') return []
  const [key, value] = wanted
  const field = model.fields.get(key)
  if (!field) return []
  if (field.isDeleted) return [`${field.name} was deleted.`]
  if (field.isRetired) return [`${field.name} is retired.`]
  if (value === null) return field.isRequired ? [`${field.name} is required.`] : []
  const sent = { [key]: value }
  return [...storedValues(model, {}, sent).problems, ...problemsOfPeople(model, {}, sent)]
}

function doneTo(model: Model, name: string, sheet: Sheet, by: Actor, what: ManyChange): Done['lines'] {
  if (what.action === 'delete') return movedBy(model, name, sheet, by, 'deleted')
  return changedBy(sheet, by, contentOf(model, sheet, what))
}

function contentOf(model: Model, sheet: Sheet, { action, value }: ManyEdit) {
  const { tags } = sheet
  switch (action) {
    case 'status':
      return { status: value }
    case 'owner':
      return { owner: value }
    case 'add_tag':
      return { tags: [...tags, value] }
    case 'remove_tag':
      return { tags: tags.filter((tag) => tag !== value) }
    case 'field':
      return { values: valuesWith(model, sheet, value) }
  }
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

/** The values of a record in which a field that is shown names somebody else now. */
function valuesNaming({ fields }: Model, { values }: Sheet, from: string, to: string): Sheet['values'] {
  const passedOn = [...fields]
    .filter(([key, field]) => field.type === 'member' && !isHidden(field) && values[key] === from)
    .map(([key]) => [key, to])
  return { ...values, ...Object.fromEntries(passedOn) }
}

/**
 * Gives the records of Leo another owner, and names that one where fields name Leo. A record in the bin has no owner when
 * it is restored.
 */
export const handOver = (to: Actor) =>
  new Act(
    `Ada removes Leo, and ${to} gets what Leo owns`,
    ({ leoLeft }) => !leoLeft,
    async (model, account) => {
      await account.as('Ada').team.remove(account.idOf('Leo'), {
        assignments: [],
        serviceAccounts: [],
        rest: { id: account.idOf(to) },
      })
      for (const [, sheet] of present(model)) {
        const owner = sheet.owner === 'Leo' ? to : sheet.owner
        change(sheet, 'Ada', { owner, values: valuesNaming(model, sheet, 'Leo', to) })
      }
      model.leoLeft = true
    },
  )
