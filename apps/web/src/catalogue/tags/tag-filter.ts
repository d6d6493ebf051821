import type { TagFilter } from '@cairn/workspace/port/records/tag-filter'
import { MAX_TAGS } from '@cairn/workspace/port/records/tags'
import { withParameter } from '../use-address.ts'

export const TAG_PARAMETER = 'tag'
const ALL = 'all:'

/** The tags that an address names: `tag=<id>,<id>` any of them, `tag=all:<id>,<id>` every one; null for none. */
export function tagFilterOf(word: string): TagFilter | null {
  const all = word.startsWith(ALL)
  const ids = [...new Set((all ? word.slice(ALL.length) : word).split(',').filter(Boolean))].slice(
    0,
    MAX_TAGS,
  )
  return ids.length === 0 ? null : { ids, all }
}

/** The address with other tags. */
export function withTagFilter(params: URLSearchParams, { ids, all }: TagFilter): URLSearchParams {
  return withParameter(params, TAG_PARAMETER, ids.length === 0 ? '' : (all ? ALL : '') + ids.join())
}

/** The address of a catalogue's records with a tag. */
export function pathOfTag(path: string, id: string): string {
  return `${path}?${new URLSearchParams({ [TAG_PARAMETER]: id })}`
}
