import type { System } from '../port/records/systems.ts'
import { PLAIN, registeredAt, type Sample } from './registered.ts'

type SystemSample = Omit<Sample<System>, 'ownerId' | 'status' | 'updatedBy'>

const samples: readonly SystemSample[] = [
  {
    id: 'demo-system-crm',
    name: 'Salesforce',
    description: 'Customer relationship management: accounts, contacts and the sales pipeline.',
    registered: '2023-02-14T09:30:00Z',
    fields: { 'own.contract_number': 'C-2023-014', 'own.seats': 180, 'own.hosting': 'cloud' },
    tags: ['demo-tag-customers', 'demo-tag-personal-data'],
    details: { category: 'CRM', environments: ['production', 'sandbox'], signIn: 'single sign-on' },
  },
  {
    id: 'demo-system-erp',
    name: 'SAP ERP',
    description: 'Enterprise resource planning: finance, purchasing and stock.',
    registered: '2023-05-08T13:05:00Z',
    fields: { 'own.contract_number': 'C-2023-031', 'own.seats': 60, 'own.hosting': 'own_servers' },
    tags: ['demo-tag-finance'],
    details: { category: 'ERP', modules: ['FI', 'CO', 'MM'], reviewedEvery: 'quarter' },
  },
  {
    id: 'demo-system-itsm',
    name: 'ServiceNow',
    description: 'IT service management: incidents, requests and the catalogue of services.',
    registered: '2023-09-21T08:15:00Z',
    details: {},
  },
]

export const DEMO_SYSTEMS: readonly System[] = samples.map(({ registered, ...sample }) => ({
  ...PLAIN,
  ...sample,
  ...registeredAt(registered),
  ownerId: null,
  updatedBy: null,
  status: 'active',
}))
