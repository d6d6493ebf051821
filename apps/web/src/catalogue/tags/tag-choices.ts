import { bestFirst } from '@cairn/workspace/lib/best-first'
import { folded } from '@cairn/workspace/lib/forgiving'
import { MAX_TAG_NAME, type Tag } from '@cairn/workspace/port/records/tags'

/** The most tags that are listed; typing narrows down the rest. */
const MOST = 50

/** The choices while something is typed: tags that are not taken yet, and a new tag of this name. */
export interface TagChoices {
  tags: readonly Tag[]
  /** Null where there is such a tag, or nothing is typed. */
  newName: string | null
}

/** Returns the choices for the typed text; a new tag has no # and no comma in its name. */
export function tagChoices(tags: readonly Tag[], taken: readonly string[], typed: string): TagChoices {
  const name = typed.replaceAll(/[#,]/g, '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TAG_NAME).trim()
  const free = tags.filter(({ id }) => !taken.includes(id))
  const isThere = tags.some((tag) => folded(tag.name) === folded(name))
  return {
    tags: bestFirst(free, name, (tag) => [tag.name]).slice(0, MOST),
    newName: name === '' || isThere ? null : name,
  }
}
