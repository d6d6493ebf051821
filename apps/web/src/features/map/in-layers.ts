import { Graph, layout } from '@dagrejs/dagre'
import { z } from 'zod/mini'
import type { Boxes, Layers } from './layers.ts'
import { columnLine, type Point } from './lines.ts'

const point = z.object({ x: z.number(), y: z.number() })
const laidEdge = z.object({ points: z.array(point) })

/** Puts boxes into layers from the left to the right. The same boxes have the same places. */
export function inLayers({ ids, links, width, height }: Boxes): Layers {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 88, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { width, height })
  for (const { from, to } of links) graph.setEdge(from, to)
  layout(graph)
  const middles = new Map(ids.map((id) => [id, point.parse(graph.node(id))]))
  const columns = new Set([...middles.values()].map(({ x }) => Math.round(x)))
  const lineOf = (from: string, to: string): readonly Point[] => {
    const { points } = laidEdge.parse(graph.edge(from, to))
    const [start, end] = [middles.get(from), middles.get(to)]
    if (!start || !end || from === to) return points
    // Between two columns the line finds its own way.
    const between = points.slice(1, -1).filter(({ x }) => columns.has(Math.round(x)))
    return columnLine([start, ...between, end], width)
  }
  return {
    places: [...middles].map(([id, { x, y }]) => [
      id,
      { x: x - width / 2, y: y - height / 2, width, height },
    ]),
    lines: links.map(({ from, to }) => lineOf(from, to)),
  }
}
