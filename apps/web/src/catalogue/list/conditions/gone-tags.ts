import type { Condition, Conditions } from '@cairn/workspace/port/records/conditions'

/** Alone where no other tag is left in the filter. */
export interface GoneTags {
  kind: 'no such tag'
  ids: readonly string[]
  isAlone: boolean
}

/** Conditions without the tags that are gone, and what there is to say of these. */
export function withoutGoneTags(
  asked: Conditions | null,
  isTagGone: (id: string) => boolean,
): { conditions: Conditions | null; problems: readonly GoneTags[] } {
  const problems: GoneTags[] = []
  const left = (condition: Condition): Condition[] => {
    const ids = condition.field === 'tags' ? condition.values.filter(isTagGone) : []
    if (ids.length === 0) return [condition]
    const values = condition.values.filter((id) => !ids.includes(id))
    problems.push({ kind: 'no such tag', ids, isAlone: values.length === 0 })
    return values.length === 0 ? [] : [{ ...condition, values }]
  }
  const parts = asked?.conditions.flatMap((part): Conditions['conditions'][number][] => {
    if ('field' in part) return left(part)
    const conditions = part.conditions.flatMap(left)
    return conditions.length === 0 ? [] : [{ ...part, conditions }]
  })
  if (problems.length === 0) return { conditions: asked, problems }
  return { conditions: asked && parts?.length ? { ...asked, conditions: parts } : null, problems }
}
