import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import type { TeamMember, TeamPart } from '@cairn/workspace/port/team'
import { z } from 'zod/mini'
import { compareText } from '@/lib/text/compare-text.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

const memberRows = z.array(
  z.object({ id: z.string(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) }),
)

const invitedRows = z.array(z.object({ id: z.string(), name: z.string() }))

/** The account's people, as each of them lets the others see them. */
export function createTeam(connect: Connect, findCaller: FindCaller): TeamPart {
  const onDemand = lazyPart(
    () => import('./team-on-demand.ts'),
    (code) => code.createTeamOnDemand(connect, findCaller),
  )
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
        .sort((one, other) => compareText(one.name, other.name))
    },

    async invited() {
      const rows = await ask(connect, (supabase) => supabase.rpc('get_invited_people'), invitedRows)
      return rows.map(
        ({ id, name }): TeamMember => ({ id: invitedId(id), name, avatarUrl: null, isPending: true }),
      )
    },

    find: onDemand.call((part) => part.find),
    departments: onDemand.call((part) => part.departments),
    seen: onDemand.call((part) => part.seen),
    profile: onDemand.call((part) => part.profile),
    records: onDemand.call((part) => part.records),
    update: onDemand.call((part) => part.update),
    setLevel: onDemand.call((part) => part.setLevel),
    remove: onDemand.call((part) => part.remove),
    endSessions: onDemand.call((part) => part.endSessions),
    removeSecondFactor: onDemand.call((part) => part.removeSecondFactor),
  }
}
