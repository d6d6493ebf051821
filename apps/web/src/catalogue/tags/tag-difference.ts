import { z } from 'zod/mini'

const named = z.catch(z.array(z.object({ id: z.string(), name: z.string() })), [])

/** The tags that a record lost and got, as the history keeps them; null for none. */
export function tagDifference(
  before: unknown,
  after: unknown,
): { before: string | null; after: string | null } {
  const [had, has] = [named.parse(before), named.parse(after)]
  return { before: namesOf(had, has), after: namesOf(has, had) }
}

/** The ids of the tags that a record had, as the history keeps them. */
export function tagIdsOf(stored: unknown): readonly string[] {
  return named.parse(stored).map(({ id }) => id)
}

/** The names of those that are not among the others. */
function namesOf(tags: z.infer<typeof named>, others: z.infer<typeof named>): string | null {
  const left = tags.filter(({ id }) => others.every((other) => other.id !== id))
  return left.map(({ name }) => name).join(', ') || null
}
