import { TEAM_NOTICES, type TeamEnd, type TeamName, type TeamsPart } from '@cairn/workspace/port/teams'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const teams = z.array(
  renamed({
    id: z.string(),
    name: z.string(),
    leadId: z.nullable(z.string()),
    deputyId: z.nullable(z.string()),
    mail: z.string(),
    chatUrl: z.string(),
    onCallUrl: z.string(),
    notices: z.enum(TEAM_NOTICES),
    members: z.number(),
    records: z.number(),
  }),
)

const memberships = z.array(
  renamed({
    userId: z.string(),
    filledBy: z.nullable(z.string()),
    groupRules: z.nullable(renamed({ groupName: z.string() })),
  }),
)

/** The account's teams. */
export function createTeams(connect: Connect): TeamsPart {
  async function end(asked: { team: string; into_team?: string; receiver?: string }): Promise<TeamEnd> {
    const records = await ask(connect, (supabase) => supabase.rpc('delete_team', asked))
    // The team is gone already, also where nobody can tell by which act.
    const acts = await ask(connect, (supabase) =>
      supabase
        .from('acts')
        .select('id')
        .eq('ended_team->>id', asked.team)
        .order('done_at', { ascending: false })
        .limit(1),
    ).catch(() => [])
    return { records, act: acts[0]?.id ?? null }
  }

  return {
    list: () => askJson(connect, (supabase) => supabase.rpc('get_teams'), teams),
    of: (memberId) => teamsOf(connect, memberId),
    async members(id) {
      const rows = await askJson(
        connect,
        (supabase) =>
          supabase
            .from('team_members')
            .select('user_id, filled_by, group_rules(group_name)')
            .eq('team_id', id),
        memberships,
      )
      return rows.map(({ userId: memberId, filledBy, groupRules }) => ({
        memberId,
        byGroup: filledBy === null ? null : { name: groupRules?.groupName ?? null },
      }))
    },
    save(id, { memberIds, leadId, deputyId, ...input }) {
      return ask(connect, (supabase) =>
        supabase.rpc('save_team', {
          name: input.name,
          members: [...memberIds],
          mail: input.mail,
          chat_url: input.chatUrl,
          on_call_url: input.onCallUrl,
          notices: input.notices,
          ...(id !== null && { team_id: id }),
          ...(leadId !== null && { lead_id: leadId }),
          ...(deputyId !== null && { deputy_id: deputyId }),
        }),
      )
    },
    merge: (id, into) => end({ team: id, into_team: into }),
    remove: (id, receiverId) => end({ team: id, ...(receiverId !== null && { receiver: receiverId }) }),
    addDepartments: () => ask(connect, (supabase) => supabase.rpc('add_teams_of_departments')),
  }
}

/** The teams of a member, by name. */
export async function teamsOf(connect: Connect, memberId: string): Promise<readonly TeamName[]> {
  const found = await askJson(
    connect,
    (supabase) => supabase.rpc('get_teams', { of_member: memberId }),
    teams,
  )
  return found.map(({ id, name }) => ({ id, name }))
}
