import type { Point, Rectangle } from './lines.ts'

/** The question to the worker: boxes of one size, and what leads from one to another. */
export interface Boxes {
  ids: readonly string[]
  links: readonly { from: string; to: string }[]
  width: number
  height: number
}

/** Boxes in layers: what needs others stands left of them. */
export interface Layers {
  places: readonly (readonly [id: string, place: Rectangle])[]
  /** The lines of the links, in their order. */
  lines: readonly (readonly Point[])[]
}

/** Puts boxes into layers in a thread of its own, so that no large neighborhood blocks the page. */
export function layOut(boxes: Boxes): Promise<Layers> {
  const worker = new Worker(new URL('./layers-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Layers>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Layers>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The worker could not be loaded.')))
    worker.postMessage(boxes)
  }).finally(() => worker.terminate())
}
