import type { FieldValue } from '@cairn/workspace/port/records/fields'
import fc from 'fast-check'
import { bringFieldBack, deleteChoice, deleteField, requireOrNot, retire } from './field-acts.ts'
import { changeMany, handOver, type ManyChange } from './many-acts.ts'
import { type Field, type Model, STATUSES, TAGS } from './model.ts'
import { add, bringBack, edit, remove, saveTooLate, setOwner, setStatus } from './record-acts.ts'
import { restoreValue } from './restore-acts.ts'
import type { FieldChange } from './stored.ts'
import { undo } from './undo-acts.ts'

const TODAY = { isRequired: false, isRetired: false, isDeleted: false }

/** The custom fields of the account, with values that they accept at first. */
const OWN_FIELDS: Readonly<
  Record<string, Pick<Field, 'name' | 'type' | 'choices'> & { values: readonly FieldValue[] }>
> = {
  'own.contract': { name: 'Contract', type: 'text', choices: [], values: ['K-1', 'Élan & Söhne'] },
  'own.seats': { name: 'Seats', type: 'number', choices: [], values: [0, 12, -2.5] },
  'own.review': { name: 'Review', type: 'date', choices: [], values: ['2026-12-31', '2028-02-29'] },
  'own.audited': { name: 'Audited', type: 'yes_no', choices: [], values: [true, false] },
  'own.risk': { name: 'Risk', type: 'choice', choices: ['low', 'high'], values: ['low', 'high'] },
  'own.regions': {
    ...{ name: 'Regions', type: 'choices', choices: ['eu', 'us', 'asia'] },
    values: [['eu'], ['us', 'asia'], ['asia', 'eu']],
  },
  'own.contact': { name: 'Contact', type: 'member', choices: [], values: ['Ada', 'Max', 'Leo'] },
}
const BUILT_IN: Readonly<Record<string, readonly FieldValue[]>> = {
  vendor: ['Acme', 'Initech'],
  criticality: ['low', 'critical'],
  renews_on: ['2027-01-31'],
}

/** Returns the initial model: no record, and fields without requirements. */
export const firstModel = (): Model => ({
  sheets: new Map(),
  fields: new Map(
    Object.entries(OWN_FIELDS).map(([key, { values, ...field }]) => [key, { ...field, ...TODAY }]),
  ),
  acts: [],
  leoLeft: false,
})

const VALUES = new Map<string, readonly FieldValue[]>([
  ...Object.entries(BUILT_IN),
  ...Object.entries(OWN_FIELDS).map(([key, { values }]) => [key, values] as const),
])
const KEYS = [...VALUES.keys()]

const actor = fc.constantFrom('Ada' as const, 'Max' as const)
const record = fc.constantFrom('A', 'B', 'C', 'D')
const back = fc.constantFrom(0 as const, 1 as const, 2 as const)
const key = fc.constantFrom(...KEYS)
/** The field that a line of the history names. */
const line = fc.constantFrom(...KEYS, 'status', 'owner_id', 'tags')
const person = fc.constantFrom('Leo' as const, 'Ada' as const, 'Max' as const)
const status = fc.constantFrom(...STATUSES)

/** Fields whose definitions change: few, so that several changes meet at one field in a run. */
const changing = fc.constantFrom('own.seats', 'own.risk', 'own.regions', 'own.contact')

const changeOf = (keys: fc.Arbitrary<string>): fc.Arbitrary<FieldChange> =>
  keys.chain((each) => fc.tuple(fc.constant(each), fc.constantFrom(...(VALUES.get(each) ?? []), null)))
const changes = (minLength: number) =>
  fc.uniqueArray(changeOf(key), { minLength, maxLength: 3, selector: ([each]) => each })

const many: fc.Arbitrary<ManyChange> = fc.oneof(
  fc.record({ action: fc.constant('status' as const), value: status }),
  fc.record({
    action: fc.constant('owner' as const),
    value: fc.option(person, { freq: 3 }),
  }),
  fc.record({
    action: fc.constantFrom('add_tag' as const, 'remove_tag' as const),
    value: fc.constantFrom(...TAGS),
  }),
  fc.record({ action: fc.constant('field' as const), value: changeOf(key) }),
  fc.record({ action: fc.constant('field' as const), value: changeOf(changing) }),
  fc.constant({ action: 'delete' as const, value: null }),
)
const records = fc.uniqueArray(record, { minLength: 2, maxLength: 4 })
const meanwhile = fc.option(record, { freq: 3 })

const choice = fc.constantFrom(
  ...Object.entries(OWN_FIELDS).flatMap(([each, { choices }]) => choices.map((id) => [each, id] as const)),
)

/** The first actions of every run, so that there are records to act on. */
export const FIRST_ACTS = [
  add(
    'Ada',
    'A',
    [...VALUES].map(([each, [value = null]]) => [each, value]),
  ),
  add('Max', 'B', []),
  add('Ada', 'C', [['own.seats', 12]]),
  edit(
    'Ada',
    'B',
    [...VALUES].map(([each, values]) => [each, values.at(-1) ?? null]),
  ),
]

/** Any action. Actions that need existing records occur more often. */
export const randomAct = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(actor, record, changes(0)).map((given) => add(...given)) },
  { weight: 10, arbitrary: fc.tuple(actor, record, changes(1)).map((given) => edit(...given)) },
  { weight: 2, arbitrary: fc.tuple(actor, record, changes(1)).map((given) => saveTooLate(...given)) },
  { weight: 24, arbitrary: fc.tuple(actor, record, line, back).map((given) => restoreValue(...given)) },
  { weight: 12, arbitrary: fc.tuple(actor, records, many, meanwhile).map((given) => changeMany(...given)) },
  { weight: 12, arbitrary: fc.tuple(actor, back).map((given) => undo(...given)) },
  { weight: 2, arbitrary: fc.tuple(actor, record, status).map((given) => setStatus(...given)) },
  { weight: 2, arbitrary: fc.tuple(actor, record, person).map((given) => setOwner(...given)) },
  { weight: 2, arbitrary: fc.tuple(actor, record).map((given) => remove(...given)) },
  { weight: 3, arbitrary: fc.tuple(actor, record).map((given) => bringBack(...given)) },
  { weight: 1, arbitrary: actor.map(handOver) },
  { weight: 1, arbitrary: changing.map(retire) },
  { weight: 2, arbitrary: changing.map(deleteField) },
  { weight: 4, arbitrary: changing.map(bringFieldBack) },
  { weight: 2, arbitrary: changing.map(requireOrNot) },
  { weight: 2, arbitrary: choice.map((given) => deleteChoice(...given)) },
)
