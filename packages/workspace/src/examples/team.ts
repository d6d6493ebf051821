import { invitedId } from '../port/records/invited-owner.ts'
import type { TeamMember } from '../port/team.ts'
import type { PermissionLevel } from '../port/workspace.ts'

interface SampleMember {
  id: string
  name: string
  permissionLevel: PermissionLevel
  jobRole: string
  department: string
  knowledgeAreas: readonly string[]
  joined: string
  contributions: number
}

/** Five people who plainly do not exist. */
export const DEMO_TEAM: readonly SampleMember[] = [
  {
    id: 'demo-person-1',
    name: 'Alex Example',
    permissionLevel: 'manager',
    jobRole: 'Head of IT',
    department: 'Engineering',
    knowledgeAreas: ['Architecture', 'Vendors'],
    joined: '2023-01-09',
    contributions: 14,
  },
  {
    id: 'demo-person-2',
    name: 'Bo Sample',
    permissionLevel: 'user',
    jobRole: 'Sales Operations',
    department: 'Sales',
    knowledgeAreas: ['CRM'],
    joined: '2023-03-01',
    contributions: 6,
  },
  {
    id: 'demo-person-3',
    name: 'Chris Placeholder',
    permissionLevel: 'user',
    jobRole: 'Controller',
    department: 'Finance',
    knowledgeAreas: ['ERP', 'Reporting'],
    joined: '2023-03-20',
    contributions: 9,
  },
  {
    id: 'demo-person-4',
    name: 'Dana Demo',
    permissionLevel: 'admin',
    jobRole: 'Platform Administrator',
    department: 'Engineering',
    knowledgeAreas: ['Identity', 'Security'],
    joined: '2023-01-16',
    contributions: 21,
  },
  {
    id: 'demo-person-5',
    name: 'Eli Specimen',
    permissionLevel: 'user',
    jobRole: 'Service Desk Agent',
    department: 'Support',
    knowledgeAreas: [],
    joined: '2023-06-05',
    contributions: 3,
  },
]

/** An invited person, who plainly does not exist either. */
export const DEMO_INVITED: readonly TeamMember[] = [
  { id: invitedId('demo-invitation-1'), name: 'Fran Fictional', avatarUrl: null, isPending: true },
]
