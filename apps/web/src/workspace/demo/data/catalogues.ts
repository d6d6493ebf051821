interface SampleAutomation {
  id: string
  name: string
  source: 'Zapier' | 'Make.com' | 'Power Automate' | 'Other'
  description: string
  status: 'active' | 'inactive'
}

export const DEMO_AUTOMATIONS: readonly SampleAutomation[] = [
  {
    id: 'demo-automation-1',
    name: 'New lead to sales channel',
    source: 'Zapier',
    description: 'Posts every qualified lead to the channel of the sales team.',
    status: 'active',
  },
  {
    id: 'demo-automation-2',
    name: 'Invoice approval',
    source: 'Power Automate',
    description: 'Asks the owner of the cost centre before an invoice is booked.',
    status: 'active',
  },
  {
    id: 'demo-automation-3',
    name: 'Weekly stock report',
    source: 'Make.com',
    description: 'Collects stock figures and mails them on Monday morning.',
    status: 'inactive',
  },
]

interface SampleAgent {
  id: string
  name: string
  platform: 'OpenAI' | 'Anthropic' | 'Custom' | 'Other'
  description: string
  status: 'active' | 'training' | 'inactive'
}

export const DEMO_AGENTS: readonly SampleAgent[] = [
  {
    id: 'demo-agent-1',
    name: 'Support Assistant',
    platform: 'Anthropic',
    description: 'Drafts answers to incidents from the knowledge base.',
    status: 'active',
  },
  {
    id: 'demo-agent-2',
    name: 'Contract Reader',
    platform: 'OpenAI',
    description: 'Finds terms and deadlines in supplier contracts.',
    status: 'training',
  },
]

interface SampleSolution {
  id: string
  name: string
  description: string
  status: 'active' | 'development'
  useCases: readonly string[]
  users: readonly string[]
  relatedSystems: readonly string[]
}

export const DEMO_SOLUTIONS: readonly SampleSolution[] = [
  {
    id: 'demo-solution-1',
    name: 'Customer 360',
    description: 'One page for a customer: orders, open incidents and contacts.',
    status: 'active',
    useCases: ['Prepare a customer visit', 'Answer a complaint'],
    users: ['Sales', 'Support'],
    relatedSystems: ['demo-system-crm', 'demo-system-itsm'],
  },
  {
    id: 'demo-solution-2',
    name: 'Purchase Portal',
    description: 'Requests, approvals and orders without a spreadsheet.',
    status: 'development',
    useCases: ['Order equipment'],
    users: ['Finance'],
    relatedSystems: ['demo-system-erp'],
  },
]
