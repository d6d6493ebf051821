import { folded } from '@cairn/workspace/lib/forgiving'
import { z } from 'zod'
import { needScopes } from '../records.ts'
import { allTeams, wholeTeam, wholeTeams } from '../teams.ts'
import { defineTool } from '../tool.ts'

const MOST = 10

/** Teams, with whom to ask in each. */
export const listTeams = defineTool({
  name: 'list_teams',
  title: 'List Teams',
  description:
    'The teams of the organization, which own records as people do: lead, deputy, members, contact, and how many records each owns, 10 at a time. list_records takes the id of a team as owner_id.',
  input: z.object({
    query: z.string().max(120).optional().describe('A part of the name.'),
    skip: z.number().int().min(0).max(1_000).optional().describe('How many to leave out, for the next page.'),
  }),
  answer: z.object({ total: z.number(), teams: z.array(wholeTeam) }),
  reads: true,
  async run(call, { query = '', skip = 0 }) {
    needScopes(call, ['people:read'])
    const teams = (await allTeams(call)).filter(({ name }) => folded(name).includes(folded(query)))
    return { total: teams.length, teams: await wholeTeams(call, teams.slice(skip, skip + MOST)) }
  },
})
