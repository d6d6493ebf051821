import type { TagsPart } from '@cairn/workspace/port/records/tags'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Tags; their code is loaded with the first call. */
export function createTags(connect: Connect, findCaller: FindCaller): TagsPart {
  const tags = lazyPart(
    () => import('./tags-on-demand.ts'),
    (code) => code.createTagsOnDemand(connect, findCaller),
  )
  return {
    list: tags.call((part) => part.list),
    counted: tags.call((part) => part.counted),
    add: tags.call((part) => part.add),
    change: tags.call((part) => part.change),
    merge: tags.call((part) => part.merge),
    remove: tags.call((part) => part.remove),
  }
}
