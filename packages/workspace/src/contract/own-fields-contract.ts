import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import { OWN } from '../port/records/field-keys.ts'
import type { OwnField, OwnFieldType, OwnFieldWords } from '../port/records/own-fields.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import type { System } from '../port/records/systems.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const PLAIN: OwnFieldWords = {
  name: '',
  help: '',
  unit: '',
  choices: [],
  required: false,
  defaultValue: null,
  section: '',
}
const TEXT: OwnFieldType = { type: 'text', recordKind: null }
const WORDS = ({ name, help, unit, choices, required, defaultValue, section }: OwnField): OwnFieldWords => ({
  ...{ name, help, unit, choices, required, defaultValue, section },
})

/** Tests the custom fields of the account against any implementation of the port. */
export function ownFieldsContract(options: ContractOptions): void {
  const { open, keepsWrites, settle = (answer) => answer } = options
  describe('Own fields', () => {
    test('are those that records have values of', async () => {
      const { ownFields, systems } = await open()
      const made = keepsWrites ? await systemWithValue(options) : null
      const known = (await settle(ownFields.list())).map(({ kind, key }) => `${kind} ${OWN}${key}`)
      const { items } = await settle(systems.list())
      const used = items.flatMap(({ fields }) => Object.keys(fields).filter((key) => key.startsWith(OWN)))
      expect(used).not.toEqual([])
      expect(used.filter((key) => !known.includes(`system ${key}`))).toEqual([])
      if (made) await settle(systems.remove(made.id))
    })

    if (keepsWrites) {
      describeKeptFields(options)
      describeDetails(options)
    } else
      test('[GUEST-15] are not saved in guest mode', async () => {
        const { ownFields, details } = await open()
        const [seen = { id: '', version: '' }] = await settle(ownFields.list())
        for (const write of [
          () => ownFields.add('system', { ...PLAIN, ...TEXT, name: 'Contract' }),
          () => ownFields.change(seen, { ...PLAIN, name: 'Contract' }),
          () => ownFields.reorder([]),
          () => ownFields.retire(seen),
          () => ownFields.remove(seen),
          () => ownFields.bringBack(seen),
          () => ownFields.changeType(seen, TEXT),
          () => details.makeField('system', 'Contract'),
        ])
          await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
      })
  })
}

/** A system that has a value in a field of the account's own. */
async function systemWithValue({ open, settle = (answer) => answer }: ContractOptions): Promise<System> {
  const { ownFields, systems } = await open()
  const name = `Field ${crypto.randomUUID()}`
  const { key } = await settle(ownFields.add('system', { ...PLAIN, ...TEXT, name }))
  return settle(
    systems.add(newSystem({ name, description: '', ownerId: null, fields: { [OWN + key]: 'twelve' } })),
  )
}
const NO_FIELD = { kind: 'invalid', message: expect.stringContaining('There is no field') }

function describeKeptFields({ open, settle = (answer) => answer }: ContractOptions): void {
  const unique = () => `Field ${crypto.randomUUID()}`

  test('are added behind the others, changed, retired, deleted and brought back', async () => {
    const { ownFields } = await open()
    const name = unique()
    const choices = [{ id: '', name: 'High & low', color: 'red' }] as const
    const added = await settle(
      ownFields.add('agent', { ...PLAIN, type: 'choice', recordKind: null, name, choices }),
    )
    expect(added).toMatchObject({ name, type: 'choice', isRetired: false, deletedAt: null })
    expect(added.choices).toEqual([{ id: 'high_low', name: 'High & low', color: 'red' }])
    const second = await settle(ownFields.add('agent', { ...PLAIN, ...TEXT, name: unique() }))
    expect(second.place).toBeGreaterThan(added.place)
    await settle(ownFields.reorder([second, added]))
    const order = async () =>
      (await settle(ownFields.list())).flatMap(({ id }) => ([added.id, second.id].includes(id) ? [id] : []))
    expect(await order()).toEqual([second.id, added.id])

    const [current = added] = (await settle(ownFields.list())).filter(({ id }) => id === added.id)
    const changed = await settle(
      ownFields.change(current, { ...WORDS(current), help: 'How it is', required: true }),
    )
    expect(changed).toMatchObject({ key: added.key, help: 'How it is', required: true })
    const late = settle(ownFields.change(current, { ...WORDS(current), help: 'Otherwise' }))
    await expect(late).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Another administrator has changed this field in the meantime.',
    })
    const retired = await settle(ownFields.retire(changed))
    expect(retired.isRetired).toBe(true)
    const back = await settle(ownFields.bringBack(retired))
    expect(back.isRetired).toBe(false)
    const removed = await settle(ownFields.remove(back))
    expect(removed.deletedAt).toEqual(expect.any(Date))
    expect((await settle(ownFields.bringBack(removed))).deletedAt).toBeNull()
  })

  test('retired ones are refused by lists like those that do not exist', async () => {
    const { ownFields, systems } = await open()
    const field = await settle(
      ownFields.add('system', { ...PLAIN, type: 'yes_no', recordKind: null, name: unique() }),
    )
    const key = `${OWN}${field.key}` as const
    const conditions = { match: 'all', conditions: [{ field: key, operator: 'filled', values: [] }] } as const
    const find = () => settle(systems.find({ ...EVERY_RECORD, conditions }, 0))
    const ordered = () => settle(systems.find({ ...EVERY_RECORD, order: { by: key, descending: false } }, 0))
    const groups = () => settle(systems.groups(key, EVERY_RECORD))
    expect((await find()).total).toBe(0)
    const retired = await settle(ownFields.retire(field))
    await expect(find()).rejects.toMatchObject(NO_FIELD)
    await expect(groups()).rejects.toMatchObject(NO_FIELD)
    await expect(ordered()).rejects.toMatchObject({ kind: 'invalid' })
    await settle(ownFields.bringBack(retired))
    expect((await groups()).groups).toMatchObject([{ value: null }])
    expect((await ordered()).total).toBeGreaterThan(0)
  })

  test('refuse names that are taken', async () => {
    const { ownFields } = await open()
    const name = unique()
    await settle(ownFields.add('solution', { ...PLAIN, ...TEXT, name }))
    await expect(
      settle(ownFields.add('solution', { ...PLAIN, ...TEXT, name: name.toUpperCase() })),
    ).rejects.toMatchObject({ kind: 'conflict', message: 'A field with this name already exists.' })
    await expect(
      settle(ownFields.add('solution', { ...PLAIN, ...TEXT, name: 'Vendor' })),
    ).rejects.toMatchObject({
      message: 'Records have a built-in field of this name.',
    })
  })

  test('have values in records, and change their type with them or not at all', async () => {
    const { ownFields, systems } = await open()
    const field = await settle(ownFields.add('system', { ...PLAIN, ...TEXT, name: unique() }))
    const key = OWN + field.key
    const input = { name: unique(), description: '', ownerId: null }
    const added = await settle(systems.add(newSystem({ ...input, fields: { [key]: 'twelve' } })))
    expect(added.fields[key]).toBe('twelve')
    const number = { type: 'number', recordKind: null } as const
    expect(await settle(ownFields.previewType(field.id, number))).toEqual({
      converts: 0,
      fails: 1,
      first: [{ id: added.id, name: added.name, value: 'twelve', isInBin: false }],
    })
    await expect(settle(ownFields.changeType(field, number))).rejects.toMatchObject({ kind: 'invalid' })
    const change = { ...newSystem({ ...input, fields: { [key]: '12' } }), status: 'active' } as const
    await settle(systems.update(added.id, change, added.version))
    await settle(ownFields.changeType(field, number))
    const [system] = await settle(systems.byIds([added.id]))
    expect(system?.fields[key]).toBe(12)
    expect(await settle(ownFields.countChoice(field.id, 'low'))).toBe(0)
    await settle(systems.remove(added.id))
  })
}

function describeDetails({ open, settle = (answer) => answer }: ContractOptions): void {
  test('are made of a label of the details, and the act can be undone', async () => {
    const { ownFields, details, systems, acts } = await open()
    const label = `Seats ${crypto.randomUUID()}`
    const input = newSystem({ name: label, description: '', ownerId: null })
    const { id } = await settle(systems.add({ ...input, details: { [label]: '12', kept: true } }))
    const preview = { name: label, type: 'number', moves: 1, stays: 0, first: [] }
    expect(await settle(details.preview('system', label))).toEqual(preview)
    const { moved, act } = await settle(details.makeField('system', label))
    expect(moved).toBe(1)
    const field = (await settle(ownFields.list())).find(({ name }) => name === label)
    expect(field).toMatchObject({ kind: 'system', type: 'number' })
    const stored = async () => (await settle(systems.byIds([id])))[0]
    expect(await stored()).toMatchObject({ details: { kept: true }, fields: { [OWN + field?.key]: 12 } })
    await expect(settle(details.preview('system', label))).rejects.toMatchObject({ kind: 'conflict' })
    expect(await settle(acts.undo(act ?? ''))).toMatchObject({ undone: 1, left: [] })
    expect((await stored())?.details).toEqual({ [label]: '12', kept: true })
    await settle(systems.remove(id))
  })
}
