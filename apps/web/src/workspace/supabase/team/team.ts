import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import type { TeamMember, TeamPart } from '@cairn/workspace/port/team'
import { z } from 'zod/mini'
import { compareText } from '@/lib/text/compare-text.ts'
import type { FindCaller } from '../account/membership.ts'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { createMembers } from './members.ts'

const memberRows = z.array(
  z.object({ id: z.string(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
)

const invitedRows = z.array(z.object({ id: z.string(), name: z.string() }))

/** The account's people, as each of them lets the others see them. */
export function createTeam(connect: Connect, findCaller: FindCaller): TeamPart {
  return {
    async members() {
      const rows = await askJson(
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
        .sort((one, other) => compareText(one.name, other.name))
    },

    async invited() {
      const rows = await askJson(connect, (supabase) => supabase.rpc('get_invited_people'), invitedRows)
      return rows.map(
        ({ id, name }): TeamMember => ({ id: invitedId(id), name, avatarUrl: null, isPending: true }),
      )
    },

    ...createMembers(connect, findCaller),
  }
}
