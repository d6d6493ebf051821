import type { System } from '@cairn/workspace/port/records/systems'
import i18next from 'i18next'
import { expect } from 'vitest'
import { builtInFields, ownField } from '@/catalogue/fields/field.ts'
import { fieldsToAsk } from '@/catalogue/fields/field-problem.ts'
import { schemaWithFields } from '@/catalogue/form/record-resolver.ts'
import { fieldColumns, fieldObstacle } from '@/catalogue/history/restorable-fields.ts'
import { type Restoration, restore } from '@/catalogue/history/restoring.ts'
import { changeOf, formOf, RESTORABLE_SYSTEM, type SystemForm } from '../system-form.tsx'
import { type Account, Act, load, sheetThere } from './acts.ts'
import { type Actor, change, isHidden, isSame, type Model, type Sheet } from './model.ts'
import { contentWith, heldValue, tagsOf } from './stored.ts'

/** The line of a field's history: 0 is the last. */
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
      const before = storedWithIds(account, key, line.before)
      const { form: restored, ...outcome } = restorationOf(model, account, system, key, before)
      const expected = restoringOf(model, sheet, key, line.before)
      expect(outcomeOf(outcome, key)).toBe(expected)
      if (expected !== 'restored') return
      const answer = await account.as(by).systems.update(system.id, changeOf(restored), system.version)
      expect(answer).toMatchObject({ kind: 'saved' })
      change(sheet, by, contentWith(sheet, key, line.before))
    },
  )

function storedWithIds({ idOf }: Account, key: string, before: unknown): unknown {
  if (before === null) return null
  if (key === 'tags') return tagsOf(before).map((name) => ({ id: idOf(name), name }))
  return key === 'own.contact' || key === 'owner_id' ? idOf(String(before)) : before
}

function lineOf(sheet: Sheet | null, key: string, back: Back) {
  const lines = (sheet?.changes ?? []).flatMap(({ lines: each }) => each.filter(({ field }) => field === key))
  return lines.at(-1 - back) ?? null
}

/** Does the same as the button of the history on the screen. */
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

/** Returns the model's outcome of the restoration. */
function restoringOf({ fields, leoLeft }: Model, sheet: Sheet, key: string, before: unknown): string {
  const field = fields.get(key)
  if (field && isHidden(field)) return 'elsewhere'
  const next = { ...sheet, ...contentWith(sheet, key, before) }
  if (isSame(next, sheet)) return 'nothing'
  if (key === 'owner_id') return next.owner === 'Leo' && leoLeft ? 'left' : 'restored'
  if (!field) return 'restored'
  const value = heldValue(before)
  if (value === null) return field.isRequired ? 'refused' : 'restored'
  const ids = Array.isArray(value) ? value : [value]
  if (field.type.startsWith('choice') && !ids.every((id) => field.choices.includes(id))) return 'refused'
  return field.type === 'member' && leoLeft && value === 'Leo' ? 'gone' : 'restored'
}
