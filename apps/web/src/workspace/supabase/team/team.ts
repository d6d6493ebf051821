import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import type { TeamMember, TeamPart } from '@cairn/workspace/port/team'
import { compareText } from '@/lib/text/compare-text.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { createMembers } from './members.ts'

/** The account's people, as each of them lets the others see them. */
export function createTeam(connect: Connect, findCaller: FindCaller): TeamPart {
  return {
    async members() {
      const rows = await ask(connect, (supabase) => supabase.rpc('get_account_team_member_profiles'))
      return rows
        .map(
          (row): TeamMember => ({
            id: row.id,
            name: row.name || 'Team Member',
            avatarUrl: row.avatar,
            isPending: false,
          }),
        )
        .sort((one, other) => compareText(one.name, other.name))
    },

    async invited() {
      const rows = await ask(connect, (supabase) => supabase.rpc('get_invited_people'))
      return rows.map(
        ({ id, name }): TeamMember => ({ id: invitedId(id), name, avatarUrl: null, isPending: true }),
      )
    },

    ...createMembers(connect, findCaller),
  }
}
