import { BUILT_IN_FIELDS, BUILT_IN_KEYS } from '@cairn/workspace/port/records/fields'
import type { OwnChoice, OwnField, OwnFieldsPart, SeenField } from '@cairn/workspace/port/records/own-fields'
import { type Kept, refusal } from './catalogue.ts'

const keyOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '_')

/** A choice of a field; its id follows from its name. */
export const choice = (name: string, told: Partial<OwnChoice> = {}): OwnChoice => ({
  id: keyOf(name),
  name,
  color: 'blue',
  ...told,
})

/** A field of the account; its key follows from its name. */
export const ownField = (told: Partial<OwnField> & { name: string }): OwnField => ({
  id: crypto.randomUUID(),
  kind: 'system',
  key: keyOf(told.name),
  type: 'text',
  recordKind: null,
  help: '',
  unit: '',
  choices: [],
  required: false,
  defaultValue: null,
  section: '',
  place: 0,
  isRetired: false,
  deletedAt: null,
  version: crypto.randomUUID(),
  ...told,
})

const withIds = (choices: readonly OwnChoice[]): readonly OwnChoice[] =>
  choices.map((one) => (one.id === '' ? choice(one.name, { color: one.color }) : one))

function refuseBuiltIn(name: string): void {
  const isBuiltIn = BUILT_IN_KEYS.some(
    (key) => String(BUILT_IN_FIELDS[key].label).toLowerCase() === name.toLowerCase(),
  )
  if (isBuiltIn) throw refusal('Records have a built-in field of this name.')
}

/** The fields of an account that can be written to. A test scripts what a change of the type does to the values. */
export function ownFieldsPart(fields: Kept<OwnField>): OwnFieldsPart {
  const write = async (seen: SeenField, change: Partial<OwnField>): Promise<OwnField> => {
    const field = fields.all().find(({ id }) => id === seen.id)
    if (field?.version !== seen.version)
      throw refusal('Another administrator has changed this field in the meantime.', 'conflict')
    const item = { ...field, ...change, version: crypto.randomUUID() }
    fields.set(fields.all().map((other) => (other.id === seen.id ? item : other)))
    return item
  }
  return {
    list: async () => fields.all(),
    async add(kind, { choices, ...words }) {
      refuseBuiltIn(words.name)
      const field = ownField({ ...words, kind, choices: withIds(choices), place: fields.all().length })
      fields.set([...fields.all(), field])
      return field
    },
    async change(seen, { choices, ...words }) {
      refuseBuiltIn(words.name)
      return write(seen, { ...words, choices: withIds(choices) })
    },
    async reorder(order) {
      const moved = order.map((field, place) => ({ ...field, place }))
      const others = fields.all().filter(({ id }) => !moved.some((field) => field.id === id))
      fields.set([...moved, ...others])
    },
    retire: (seen) => write(seen, { isRetired: true }),
    remove: (seen) => write(seen, { deletedAt: new Date() }),
    bringBack: (seen) => write(seen, { isRetired: false, deletedAt: null }),
    countChoice: async () => 0,
    previewType: async () => ({ converts: 0, fails: 0, first: [] }),
    async changeType(seen, type) {
      await write(seen, type)
    },
  }
}
