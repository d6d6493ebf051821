import type { HistoryEntry, HistoryPosition } from '@cairn/workspace/port/records/history'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { expect } from 'vitest'
import type { Account } from './acts.ts'
import { type Model, present } from './model.ts'

/** Expects every record, every line of its history and the bin to match the model. */
export async function expectModel(model: Model, account: Account): Promise<void> {
  const workspace = account.as('Max')
  const ids = [...model.sheets.keys()].map(account.idOf)
  const systems = await workspace.systems.byIds(ids)
  const found = systems.map(({ name, status, ownerId, tags, fields }) => [
    name,
    { status, owner: ownerId, ...tagged(tags.map(account.nameOf)), values: fields },
  ])
  const expected = present(model).map(([name, { status, owner, tags, values }]) => [
    name,
    { status, owner, ...tagged(tags), values },
  ])
  expect(named(account, Object.fromEntries(found))).toEqual(Object.fromEntries(expected))
  const { items } = await workspace.bin.page('system', 0)
  expect(items.map(({ name }) => name).toSorted()).toEqual(
    [...model.sheets].flatMap(([name, { isInBin }]) => (isInBin ? [name] : [])).toSorted(),
  )
  for (const [name, { changes }] of model.sheets)
    expect(named(account, { [name]: await changesOf(workspace, account.idOf(name)) })).toEqual({
      [name]: changes,
    })
}

/** Lists the tags in a fixed order, since their order means nothing. */
const tagged = (tags: readonly string[]) => ({
  isBlue: tags.includes('blue'),
  isGreen: tags.includes('green'),
})

const ID = /"[0-9a-f]{8}-[0-9a-f-]{27}"/g

/** Replaces ids by names. */
const named = ({ nameOf }: Account, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(ID, (id) => JSON.stringify(nameOf(id.slice(1, -1)))))

/** Returns the changes of a record by each action, the first one first. */
async function changesOf(workspace: Workspace, id: string): Promise<readonly object[]> {
  const entries = (await wholeHistory(workspace, id)).toReversed()
  const acts = [...new Set(entries.map(({ act }) => act))]
  return acts.flatMap((act) => {
    // The handover has a separate line, which changes when the receiver answers.
    const lines = entries.filter((entry) => entry.act === act && entry.field !== 'handover')
    const [first] = lines
    if (!first) return []
    return {
      action: first.action,
      by: first.changedBy,
      lines: lines
        .map(({ field, before, after }) => ({ field, before, after }))
        .toSorted((one, other) => ((one.field ?? '') < (other.field ?? '') ? -1 : 1)),
    }
  })
}

async function wholeHistory({ history }: Workspace, id: string): Promise<readonly HistoryEntry[]> {
  const all: HistoryEntry[] = []
  let after: HistoryPosition | null = null
  do {
    const page: Awaited<ReturnType<typeof history.page>> = await history.page(id, after)
    all.push(...page.entries)
    after = page.next
  } while (after !== null)
  return all
}
