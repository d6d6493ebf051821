import { z } from 'zod/mini'
import type { TeamMember, TeamPart } from '../port/team.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'

const memberRows = z.array(
  z.object({ id: z.string(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
)

/** The account's members, as each of them lets the others see them. */
export function createTeam(connect: Connect): TeamPart {
  return {
    async members() {
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_account_team_member_profiles'),
        memberRows,
      )
      return rows
        .map(
          (row): TeamMember => ({
            id: row.id,
            name: row.name || 'Team Member',
            avatarUrl: row.avatar,
            isPending: false,
          }),
        )
        .sort((one, other) => one.name.localeCompare(other.name))
    },
  }
}
