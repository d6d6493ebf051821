import type { OwnField } from '../port/records/own-fields.ts'

type Sample = Pick<OwnField, 'kind' | 'key' | 'name' | 'type'> & Partial<OwnField>

const samples: readonly Sample[] = [
  {
    kind: 'system',
    key: 'contract_number',
    name: 'Contract number',
    type: 'text',
    help: 'As it stands on the invoice.',
  },
  { kind: 'system', key: 'seats', name: 'Seats', type: 'number', unit: 'users' },
  {
    kind: 'system',
    key: 'hosting',
    name: 'Hosting',
    type: 'choice',
    choices: [
      { id: 'cloud', name: 'Cloud', color: 'blue' },
      { id: 'own_servers', name: 'Own servers', color: 'green' },
    ],
  },
]

/** Three fields that the examples' account has given to its systems. */
export const DEMO_OWN_FIELDS: readonly OwnField[] = samples.map((sample, place) => ({
  id: `demo-field-${sample.key}`,
  help: '',
  unit: '',
  choices: [],
  recordKind: null,
  required: false,
  defaultValue: null,
  section: '',
  place,
  isRetired: false,
  deletedAt: null,
  version: '1',
  ...sample,
}))
