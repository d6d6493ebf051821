import type { ViewsPart } from '@cairn/workspace/port/records/views'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Saved views of lists; the code is loaded with the first call. */
export function createViews(connect: Connect, findCaller: FindCaller): ViewsPart {
  const views = lazyPart(
    () => import('./views-on-demand.ts'),
    (code) => code.createViewsOnDemand(connect, findCaller),
  )
  return {
    list: views.call((part) => part.list),
    counts: views.call((part) => part.counts),
    add: views.call((part) => part.add),
    change: views.call((part) => part.change),
    set: views.call((part) => part.set),
    order: views.call((part) => part.order),
    remove: views.call((part) => part.remove),
  }
}
