import { inLayers } from './in-layers.ts'
import type { Boxes } from './layers.ts'

addEventListener('message', ({ data }: MessageEvent<Boxes>) => postMessage(inLayers(data)))
