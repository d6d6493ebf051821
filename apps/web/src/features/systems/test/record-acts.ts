import { WorkspaceError } from '@cairn/workspace/errors'
import type { System } from '@cairn/workspace/port/records/systems'
import i18next from 'i18next'
import { expect } from 'vitest'
import { builtInFields, ownField } from '@/catalogue/fields/field.ts'
import { fieldsToAsk } from '@/catalogue/fields/field-problem.ts'
import { schemaWithFields } from '@/catalogue/form/record-resolver.ts'
import { fieldColumns, fieldObstacle } from '@/catalogue/history/restorable-fields.ts'
import { type Restoration, restore } from '@/catalogue/history/restoring.ts'
import { changeOf, formOf, newSystemOf, RESTORABLE_SYSTEM, type SystemForm } from '../system-form.tsx'
import { type Account, Act, changed, type FieldChange, load, said, sheetThere, withIds } from './acts.ts'
import {
  type Actor,
  change,
  create,
  isHidden,
  type Model,
  move,
  problemsOfNew,
  problemsOfPeople,
  type Sheet,
  storedValues,
} from './model.ts'

/** A refusal has one of the sentences. */
async function expectRefusal(answer: Promise<unknown>, sentences: readonly string[]): Promise<void> {
  const refusal = await answer.then(
    () => 'It was accepted.',
    (error: unknown) => (error instanceof WorkspaceError ? error.message : error),
  )
  expect(sentences).toContain(refusal)
}

const form = (system: System, values: Sheet['values']): SystemForm => ({ ...formOf(system), fields: values })

export const add = (by: Actor, name: string, changes: readonly FieldChange[]) =>
  new Act(
    `${by} adds ${name} with ${said(changes)}`,
    ({ sheets }) => !sheets.has(name),
    async (model, account) => {
      const sent = changed({}, changes)
      const { systems } = account.as(by)
      const input = newSystemOf({ ...formOf(null), name, fields: withIds(account, sent) })
      const problems = problemsOfNew(model, sent)
      if (problems.length > 0) return expectRefusal(systems.add(input), problems)
      const { id } = await systems.add(input)
      account.note(name, id)
      const { values } = storedValues(model, {}, sent)
      create(model, name, by, { status: 'active', owner: null, tags: [], values })
    },
  )

export const edit = (by: Actor, name: string, changes: readonly FieldChange[]) =>
  new Act(
    `${by} gives ${name} ${said(changes)}`,
    (model) => sheetThere(model, name) !== null,
    async (model, account) => {
      const sheet = sheetThere(model, name)
      if (!sheet) return
      const system = await load(account, by, name)
      account.seen.set(name, system)
      const sent = changed(sheet.values, changes)
      const { values, problems } = storedValues(model, sheet.values, sent)
      const all = [...problems, ...problemsOfPeople(model, sheet.values, sent)]
      const input = changeOf(form(system, withIds(account, sent)))
      const answer = account.as(by).systems.update(system.id, input, system.version)
      if (all.length > 0) return expectRefusal(answer, all)
      expect(await answer).toMatchObject({ kind: 'saved' })
      change(sheet, by, { values })
    },
  )

/** Nothing is written, and the user hears how the record is now. */
export const saveTooLate = (by: Actor, name: string, changes: readonly FieldChange[]) =>
  new Act(
    `${by} gives ${name} ${said(changes)}, from what ${by} saw before`,
    ({ sheets }) => sheets.has(name),
    async ({ sheets }, account) => {
      const [seen, sheet] = [account.seen.get(name), sheets.get(name)]
      if (!seen || !sheet) return
      if (!sheet.isInBin && (await load(account, by, name)).version === seen.version) return
      const input = changeOf(form(seen, withIds(account, changed(sheet.values, changes))))
      const answer = await account.as(by).systems.update(seen.id, input, seen.version)
      expect(answer.kind).toBe(sheet.isInBin ? 'gone' : 'changed')
    },
  )

/** Which line of a field's history: 0 is the last. */
type Back = 0 | 1 | 2

const BACK = ['last', 'change before the last', 'one before that'] as const

export const restoreValue = (by: Actor, name: string, key: string, back: Back) =>
  new Act(
    `${by} restores what ${key} of ${name} was before the ${BACK[back]}`,
    (model) => lineOf(sheetThere(model, name), key, back) !== null,
    async (model, account) => {
      const sheet = sheetThere(model, name)
      const line = lineOf(sheet, key, back)
      if (!sheet || !line) return
      const system = await load(account, by, name)
      const before =
        key === 'own.contact' && line.before !== null ? account.idOf(String(line.before)) : line.before
      const { form: restored, ...outcome } = restorationOf(model, account, system, key, before)
      const expected = restoringOf(model, sheet, key, line.before)
      expect(outcomeOf(outcome, key)).toBe(expected)
      if (expected !== 'restored') return
      const answer = await account.as(by).systems.update(system.id, changeOf(restored), system.version)
      expect(answer).toMatchObject({ kind: 'saved' })
      const values = changed(sheet.values, [[key, isEmpty(line.before) ? null : heldValue(line.before)]])
      change(sheet, by, { values })
    },
  )

const isEmpty = (stored: unknown) => stored === null || stored === ''

function lineOf(sheet: Sheet | null, key: string, back: Back) {
  const lines = (sheet?.changes ?? []).flatMap(({ lines: each }) => each.filter(({ field }) => field === key))
  return lines.at(-1 - back) ?? null
}

const isGiven = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function heldValue(stored: unknown): FieldChange[1] {
  if (Array.isArray(stored)) return stored.map(String)
  return isGiven(stored) ? stored : null
}

/** What the history's button does, as the screen puts it together. */
function restorationOf(
  { leoLeft }: Model,
  { definitions, idOf }: Account,
  system: System,
  key: string,
  before: unknown,
): Restoration<SystemForm> {
  const own = [...definitions.values()].filter(({ isRetired, deletedAt }) => !isRetired && deletedAt === null)
  const fields = fieldsToAsk([...builtInFields(i18next.t), ...own.map(ownField)], system.fields)
  const isMember = (id: string) => !leoLeft || id !== idOf('Leo')
  return restore(
    {
      present: formOf(system),
      columns: { ...RESTORABLE_SYSTEM.columns, ...fieldColumns<SystemForm>(fields) },
      schema: schemaWithFields(RESTORABLE_SYSTEM.schema, fields, i18next.t, 'en'),
      canOwn: isMember,
      obstacle: (column, stored) =>
        fieldObstacle(
          fields.find((field) => field.key === column),
          stored,
          isMember,
        ),
    },
    new Map([[key, before]]),
  )
}

const outcomeOf = ({ restored, obstacles }: Omit<Restoration<SystemForm>, 'form'>, key: string) =>
  restored.includes(key) ? 'restored' : (obstacles.get(key) ?? 'nothing')

/** What the model says of restoring a value. */
function restoringOf(model: Model, sheet: Sheet, key: string, before: unknown): string {
  const field = model.fields.get(key)
  if (field && isHidden(field)) return 'elsewhere'
  const value = isEmpty(before) ? undefined : heldValue(before)
  if (JSON.stringify(value) === JSON.stringify(sheet.values[key])) return 'nothing'
  if (!field) return 'restored'
  if (value === undefined) return field.isRequired ? 'refused' : 'restored'
  const ids = Array.isArray(value) ? value : [value]
  if (field.choices.length > 0 && !ids.every((id) => field.choices.includes(id))) return 'refused'
  return field.type === 'member' && model.leoLeft && value === 'Leo' ? 'gone' : 'restored'
}

export const remove = (by: Actor, name: string) =>
  new Act(
    `${by} deletes ${name}`,
    (model) => sheetThere(model, name) !== null,
    async (model, account) => {
      await account.as(by).systems.remove(account.idOf(name))
      move(model, name, by, 'deleted')
    },
  )

export const bringBack = (by: Actor, name: string) =>
  new Act(
    `${by} takes ${name} out of the bin`,
    ({ sheets }) => sheets.get(name)?.isInBin === true,
    async (model, account) => {
      await account.as(by).bin.restore(account.idOf(name), null)
      move(model, name, by, 'restored')
    },
  )
