import type { OwnFieldsPart } from '@cairn/workspace/port/records/own-fields'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The account's own fields. Their code is loaded with the first list of records. */
export function createOwnFields(connect: Connect, findCaller: FindCaller): OwnFieldsPart {
  const { call } = lazyPart(
    () => import('./own-fields-on-demand.ts'),
    (code) => code.createOwnFieldsOnDemand(connect, findCaller),
  )
  return {
    list: call((part) => part.list),
    add: call((part) => part.add),
    change: call((part) => part.change),
    reorder: call((part) => part.reorder),
    retire: call((part) => part.retire),
    remove: call((part) => part.remove),
    bringBack: call((part) => part.bringBack),
    countChoice: call((part) => part.countChoice),
    previewType: call((part) => part.previewType),
    changeType: call((part) => part.changeType),
  }
}
