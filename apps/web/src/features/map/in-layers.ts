import { Graph, layout } from '@dagrejs/dagre'
import { z } from 'zod/mini'
import type { Boxes, Layers } from './layers.ts'

const point = z.object({ x: z.number(), y: z.number() })
const laidEdge = z.object({ points: z.array(point) })

/** Puts boxes into layers from the left to the right. The same boxes have the same places. */
export function inLayers({ ids, links, width, height }: Boxes): Layers {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 72, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { width, height })
  for (const { from, to } of links) graph.setEdge(from, to)
  layout(graph)
  return {
    places: ids.map((id) => {
      const { x, y } = point.parse(graph.node(id))
      return [id, { x: x - width / 2, y: y - height / 2, width, height }]
    }),
    lines: links.map(({ from, to }) => laidEdge.parse(graph.edge(from, to)).points),
  }
}
