import { expect } from 'vitest'
import { Act } from './acts.ts'
import { changedBy, movedBy, noteAct } from './done.ts'
import { type Actor, type Done, type Model, type TagName, tagsBetween, undoable } from './model.ts'
import { contentWith, tagsOf } from './stored.ts'

/** Which act on many records: 0 is the last. An undo is one, too. */
export const undo = (by: Actor, back: 0 | 1 | 2) =>
  new Act(
    `${by} undoes the ${['last act', 'act before the last', 'third last act'][back]} on many`,
    ({ acts }) => acts.length > back,
    async (model, account) => {
      const done = model.acts.at(-1 - back)
      if (!done) return
      const lines = undoable(model, by, done)
      const answer = await account.as(by).acts.undo(account.acts.at(-1 - back) ?? '')
      expect(answer.undone).toBe(new Set(lines.map(({ sheet }) => sheet)).size)
      const names = new Map([...model.sheets].map(([name, sheet]) => [sheet, name]))
      const undone = lines.flatMap((line) => takenBack(model, names.get(line.sheet) ?? '', by, line))
      noteAct(account, model, answer.act, by, undone)
    },
  )

function takenBack(
  model: Model,
  name: string,
  by: Actor,
  { sheet, field, before, after }: Done['lines'][number],
) {
  switch (field) {
    case 'deleted':
      return movedBy(model, name, sheet, by, 'restored')
    case 'restored':
      return movedBy(model, name, sheet, by, 'deleted')
    case 'tags':
      return changedBy(sheet, by, { tags: formerTags(sheet.tags, before, after) })
    default:
      return changedBy(sheet, by, contentWith(sheet, field, before))
  }
}

/** The tags that an act has added go, those that it has taken off come behind the others. */
function formerTags(tags: readonly TagName[], before: unknown, after: unknown): readonly TagName[] {
  const [changed, had] = [tagsBetween(before, after), tagsOf(before)]
  return [...tags.filter((tag) => !changed.includes(tag)), ...changed.filter((tag) => had.includes(tag))]
}
