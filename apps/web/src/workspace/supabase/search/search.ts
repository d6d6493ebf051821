import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { COLORS } from '@cairn/workspace/port/records/fields'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { RESULT_TYPES, type SearchPart } from '@cairn/workspace/port/search'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const type = z.enum(RESULT_TYPES)

const foundTag = z.object({
  id: z.string(),
  name: z.string(),
  color: z.enum(COLORS),
  kinds: z.array(z.enum(CATALOGUE_KINDS)),
})

const answer = z.object({
  /** Nor does such a server know tags. */
  tags: z.nullish(z.array(foundTag)),
  counts: z.record(type, z.number()),
  results: z.array(
    renamed({
      type,
      id: z.string(),
      title: z.string(),
      description: z.string(),
      /** A path of this app, and nothing that leads elsewhere. */
      link: z.string().check(z.regex(/^\/(?![/\\])/)),
      updatedAt: moment,
      /** A server that is about to be upgraded says nothing of it. */
      record: z.nullish(
        z.object({
          status: z.nullable(z.string()),
          owner: z.nullable(z.string()),
          gap: z.nullable(z.enum(GAPS)),
        }),
      ),
    }),
  ),
})

/** Finds in the caller's account; what matches, counts and comes first the server decides. */
export function createSearch(connect: Connect): SearchPart {
  return {
    async find(text, limit) {
      const { counts, results, tags } = await askJson(
        connect,
        (supabase) => supabase.rpc('search_workspace', { query: text, result_limit: limit }),
        answer,
      )
      return {
        counts,
        tags: tags ?? [],
        results: results.map(({ updatedAt: lastUpdated, record, ...result }) => ({
          ...result,
          lastUpdated,
          record: record ? { status: record.status, ownerName: record.owner, gap: record.gap } : null,
        })),
      }
    },
  }
}
