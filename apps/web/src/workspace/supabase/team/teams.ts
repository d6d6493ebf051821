import type { TeamEnd, TeamName, TeamsPart } from '@cairn/workspace/port/teams'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const COLUMNS =
  'id, name, leadId:lead_id, deputyId:deputy_id, mail, chatUrl:chat_url, onCallUrl:on_call_url, notices, members, records'

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
    list: () => ask(connect, (supabase) => supabase.rpc('get_teams').select(COLUMNS)),
    of: (memberId) => teamsOf(connect, memberId),
    async members(id) {
      const rows = await ask(connect, (supabase) =>
        supabase.from('team_members').select('user_id, filled_by, group_rules(group_name)').eq('team_id', id),
      )
      return rows.map(({ user_id, filled_by, group_rules }) => ({
        memberId: user_id,
        byGroup: filled_by === null ? null : { name: group_rules?.group_name ?? null },
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
export function teamsOf(connect: Connect, memberId: string): Promise<readonly TeamName[]> {
  return ask(connect, (supabase) => supabase.rpc('get_teams', { of_member: memberId }).select('id, name'))
}
