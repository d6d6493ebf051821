import { z } from 'zod'
import { textOfRecord } from '../marked.ts'
import { isKind, linkOf, recordShape } from '../records.ts'
import { defineTool } from '../tool.ts'

const found = z.object({
  results: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      link: z.string(),
      updated_at: z.string().nullable(),
      record: z.object({ status: z.string().nullable(), owner: z.string().nullable() }).nullish(),
    }),
  ),
})

const OF_EACH = 10

/** Records and people by words, in one call. */
export const search = defineTool({
  name: 'search',
  title: 'Search Cairn',
  description:
    'Finds systems, automations, agents, solutions and people by words in their names and descriptions, in any capitals and with typos. Start here.',
  input: z.object({ query: z.string().min(1).max(200).describe('One or a few words.') }),
  answer: z.object({
    records: z.array(recordShape),
    people: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), link: z.string() })),
  }),
  reads: true,
  async run({ person, publicUrl }, { query }) {
    const { results } = await person.call('search_workspace', { query, result_limit: OF_EACH }, found)
    return {
      records: results.flatMap(({ type, id, title, description, updated_at, record }) =>
        isKind(type)
          ? {
              kind: type,
              id,
              name: textOfRecord(title, 120),
              status: record?.status ?? null,
              owner: record?.owner ? textOfRecord(record.owner, 120) : null,
              description: textOfRecord(description ?? '', 200),
              changed_at: updated_at,
              link: linkOf(publicUrl, type, id),
            }
          : [],
      ),
      people: results
        .filter(({ type }) => type === 'person')
        .map(({ id, title, description, link }) => ({
          id,
          name: textOfRecord(title, 120),
          about: textOfRecord(description ?? '', 200),
          link: new URL(link, publicUrl).href,
        })),
    }
  },
})
