import { DEMO_TAGS } from '@cairn/workspace/examples/tags'
import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { CountedTag, TagsPart } from '@cairn/workspace/port/records/tags'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'

const refuse = () => notSaved(phrase('Tags'))

/** The tags of the examples. */
export const demoTags: TagsPart = {
  list: () => loaded(() => DEMO_TAGS),
  counted: () => loaded(countedTags),
  add: refuse,
  change: refuse,
  merge: refuse,
  remove: refuse,
}

function countedTags(): readonly CountedTag[] {
  return DEMO_TAGS.map((tag) => ({
    ...tag,
    records: Object.fromEntries(
      CATALOGUE_KINDS.map(
        (kind) => [kind, DEMO_RECORDS[kind]().filter(({ tags }) => tags.includes(tag.id)).length] as const,
      ).filter(([, total]) => total > 0),
    ),
  }))
}
