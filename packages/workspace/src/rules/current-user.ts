import type { PermissionLevel } from '../port/permission-level.ts'
import type { TeamEntry } from '../port/team.ts'
import type { Person } from '../port/workspace.ts'

/** How the signed-in user stands in a directory that could not be read, or that knows nothing of them. */
export function entryOfCurrentUser(person: Person, permissionLevel: PermissionLevel): TeamEntry {
  const [beforeAt] = person.email.split('@')
  return {
    id: person.id,
    name: person.name || beforeAt || 'Current User',
    avatarUrl: person.avatarUrl,
    jobRole: 'User',
    department: 'General',
    permissionLevel,
    knowledgeAreas: [],
    contributionCount: 0,
    isPending: false,
  }
}
