import { type Lazy, lazy } from '@/lib/loading/lazy.ts'
import { chunkMissing } from './chunk-missing.ts'

/**
 * A part of the workspace whose code is loaded with the first call of one of its methods.
 * @param load imports the code: `() => import('./x-on-demand.ts')`
 * @param create makes the part with it: `(code) => code.createX(connect)`
 * @throws WorkspaceError from each method where the code cannot be loaded
 */
export function lazyPart<Code, Part>(load: () => Promise<Code>, create: (code: Code) => Part): Lazy<Part> {
  return lazy(async () => create(await load().catch(chunkMissing)))
}
