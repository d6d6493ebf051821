import type { HistoryEntry, HistoryPosition } from '@cairn/workspace/port/records/history'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { expect } from 'vitest'
import type { Account } from './acts.ts'
import { type Model, present } from './model.ts'

/** Every record, every line of its history and the bin are what the model says. */
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

/** Which of the tags; the order says nothing. */
const tagged = (tags: readonly string[]) => ({
  isBlue: tags.includes('blue'),
  isGreen: tags.includes('green'),
})

const ID = /"[0-9a-f]{8}-[0-9a-f-]{27}"/g

/** The same with names instead of ids. */
const named = ({ nameOf }: Account, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(ID, (id) => JSON.stringify(nameOf(id.slice(1, -1)))))

/** What each act did to a record, the first one first. */
async function changesOf(workspace: Workspace, id: string): Promise<readonly object[]> {
  const entries = (await wholeHistory(workspace, id)).toReversed()
  const acts = [...new Set(entries.map(({ act }) => act))]
  return acts.flatMap((act) => {
    // Who handed it over is told by a line of its own, which changes when the receiver answers.
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
