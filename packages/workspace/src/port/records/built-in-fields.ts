import { phrase } from '../../lib/phrase.ts'

/** Generated from private.fields by `npm run types`: the fields that the records of every catalogue have. */
export const BUILT_IN_FIELDS = {
  vendor: {
    label: phrase('Vendor'),
    type: 'text',
    maxLength: 120,
  },
  department: {
    label: phrase('Department'),
    type: 'text',
    maxLength: 120,
  },
  criticality: {
    label: phrase('Criticality'),
    type: 'choice',
    choices: [
      { id: 'low', name: phrase('Low'), color: 'gray' },
      { id: 'medium', name: phrase('Medium'), color: 'blue' },
      { id: 'high', name: phrase('High'), color: 'orange' },
      { id: 'critical', name: phrase('Critical'), color: 'red' },
    ],
  },
  data_class: {
    label: phrase('Data Class'),
    type: 'choice',
    choices: [
      { id: 'public', name: phrase('Public'), color: 'green' },
      { id: 'internal', name: phrase('Internal'), color: 'blue' },
      { id: 'confidential', name: phrase('Confidential'), color: 'orange' },
      { id: 'personal', name: phrase('Personal'), color: 'purple' },
      { id: 'special', name: phrase('Special Categories'), color: 'red' },
    ],
  },
  lifecycle: {
    label: phrase('Lifecycle'),
    type: 'choice',
    choices: [
      { id: 'planned', name: phrase('Planned'), color: 'blue' },
      { id: 'active', name: phrase('In Use'), color: 'green' },
      { id: 'phasing_out', name: phrase('Phasing Out'), color: 'orange' },
      { id: 'retired', name: phrase('Retired'), color: 'gray' },
    ],
  },
  cost_per_month: {
    label: phrase('Cost per Month'),
    type: 'number',
  },
  cost_currency: {
    label: phrase('Currency'),
    type: 'text',
    maxLength: 3,
  },
  renews_on: {
    label: phrase('Renewal or Contract End'),
    type: 'date',
  },
} as const
