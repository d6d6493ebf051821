import { z } from 'zod'
import { documentId } from '../documents.ts'
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

/**
 * Records and people by words, in one call. ChatGPT reads `results`.
 * Source: OpenAI, Building MCP servers for ChatGPT and API integrations, "search tool"
 */
export const search = defineTool({
  name: 'search',
  title: 'Search Cairn',
  description:
    'Finds systems, automations, agents, solutions and people by words in their names and descriptions, in any capitals and with typos. Start here; fetch and get_record tell more of a result.',
  input: z.object({ query: z.string().min(1).max(200).describe('One or a few words.') }),
  answer: z.object({
    results: z
      .array(z.object({ id: z.string(), title: z.string(), url: z.string() }))
      .describe('All of them; fetch takes the id.'),
    records: z.array(recordShape),
    people: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), link: z.string() })),
  }),
  reads: true,
  form: 'one document',
  async run({ person, publicUrl }, { query }) {
    const { results } = await person.call('search_workspace', { query, result_limit: OF_EACH }, found)
    return {
      results: results.flatMap(({ type, id, title, link }) => {
        if (type === 'person')
          return {
            id: documentId(type, id),
            title: textOfRecord(title, 120),
            url: new URL(link, publicUrl).href,
          }
        if (!isKind(type)) return []
        return { id: documentId(type, id), title: textOfRecord(title, 120), url: linkOf(publicUrl, type, id) }
      }),
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
