import { REPEATS } from '@cairn/testing/tier'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const RECORDS = 12

let stage: Stage
let ids: readonly string[]
beforeAll(async () => {
  stage = await openStage()
  const rows = await stage.admin<{ id: string }[]>`
    insert into public.systems (account_id, name)
    select ${ID.acme}, 'Node ' || n from generate_series(1, ${RECORDS}) as n returning id`
  ids = rows.map(({ id }) => id)
})
afterAll(() => stage?.close())

const node = fc.nat(RECORDS - 1)
const graph = fc.uniqueArray(
  fc
    .record({ from: node, to: node, type: fc.constantFrom('depends_on', 'runs_in', 'part_of') })
    .filter(({ from, to }) => from !== to),
  { maxLength: 30, selector: ({ from, to, type }) => `${from} ${to} ${type}` },
)
type Graph = readonly { from: number; to: number; type: string }[]

/** The distances of the nodes that lie at most so many steps from the first one. */
function distances(edges: Graph, depth: number): Map<number, number> {
  const found = new Map([[0, 0]])
  for (let step = 1; step <= depth; step++)
    for (const { from, to } of edges)
      for (const [one = 0, other = 0] of [
        [from, to],
        [to, from],
      ])
        if (found.get(one) === step - 1 && !found.has(other)) found.set(other, step)
  return found
}

it('shows and hides as many neighbors as are stored, each at its distance, in any graph', async () => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 14 }),
      async (edges, depth, limit) => {
        const answer = await stage.as('service', async (tx) => {
          const rows = edges.map(({ from, to, type }) => ({ from_id: ids[from], to_id: ids[to], type }))
          await tx`
          insert into public.relations (account_id, from_id, to_id, type)
          select ${ID.acme}, r.from_id, r.to_id, r.type
          from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (from_id uuid, to_id uuid, type text)`
          await become(tx, 'viewer')
          const [row] =
            await tx`select public.neighbours('system', ${ids[0] ?? ''}, ${depth}, ${limit}) as answer`
          return row?.['answer']
        })
        const wanted = distances(edges, depth)
        const shown: { id: string; distance: number }[] = answer.nodes
        expect(shown.length + answer.hidden).toBe(wanted.size)
        expect(shown.length).toBe(Math.min(wanted.size, limit + 1))
        for (const { id, distance } of shown) expect(distance).toBe(wanted.get(ids.indexOf(id)))
        const isShown = (at: number) => shown.some(({ id }) => id === ids[at])
        expect(answer.edges).toHaveLength(edges.filter(({ from, to }) => isShown(from) && isShown(to)).length)
      },
    ),
    { numRuns: REPEATS ? 1000 : 60 },
  )
})
