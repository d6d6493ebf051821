import type { System } from '@cairn/workspace/port/records/systems'
import { expect } from 'vitest'
import { changeOf, formOf, newSystemOf, type SystemForm } from '../system-form.tsx'
import { Act, expectRefusal, load, said, sheetThere, withIds } from './acts.ts'
import {
  type Actor,
  change,
  create,
  move,
  type Person,
  problemsOfNew,
  problemsOfPeople,
  type Sheet,
  type Status,
  storedValues,
} from './model.ts'
import { changed, type FieldChange } from './stored.ts'

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

/** As lists do it, whatever the version. */
export const setStatus = (by: Actor, name: string, status: Status) =>
  new Act(
    `${by} gives ${name} the status ${status}`,
    (model) => sheetThere(model, name) !== null,
    async (model, account) => {
      const sheet = sheetThere(model, name)
      await account.as(by).systems.setStatus(account.idOf(name), status)
      if (sheet) change(sheet, by, { status })
    },
  )

export const setOwner = (by: Actor, name: string, owner: Person) =>
  new Act(
    `${by} gives ${name} the owner ${owner}`,
    (model) => sheetThere(model, name) !== null && !(model.leoLeft && owner === 'Leo'),
    async (model, account) => {
      const sheet = sheetThere(model, name)
      await account.as(by).systems.setOwner(account.idOf(name), account.idOf(owner))
      if (sheet) change(sheet, by, { owner })
    },
  )

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
