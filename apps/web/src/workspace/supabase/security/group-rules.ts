import type { GroupRulesPart } from '@cairn/workspace/port/group-rules'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { z } from 'zod/mini'
import { askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { renamed } from '../rows/renamed.ts'

const rules = z.array(
  renamed({
    id: z.string(),
    provider: z.string(),
    claim: z.string(),
    groupName: z.string(),
    teamId: z.nullable(z.string()),
    level: z.nullable(z.enum(LEVELS)),
    teamMembers: z.array(z.object({ count: z.number() })),
  }),
)

/** The rules of the account about groups of sign-in providers. */
export function createGroupRules(connect: Connect): GroupRulesPart {
  return {
    async list() {
      const found = await askJson(
        connect,
        (supabase) =>
          supabase
            .from('group_rules')
            .select('id, provider, claim, group_name, team_id, level, team_members(count)')
            .order('provider')
            .order('group_name')
            .order('id'),
        rules,
      )
      return found.map(({ groupName: group, teamMembers, ...rule }) => ({
        ...{ ...rule, group },
        members: teamMembers[0]?.count ?? 0,
      }))
    },
    async add({ group, teamId, ...rule }) {
      await tell(connect, (supabase) =>
        supabase.from('group_rules').insert({ ...rule, group_name: group, team_id: teamId }),
      )
    },
    async remove(id) {
      await tell(connect, (supabase) => supabase.from('group_rules').delete().eq('id', id))
    },
  }
}
