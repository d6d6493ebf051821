import type { BinPart } from '@cairn/workspace/port/records/bin'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The bin of the account; its code is loaded with the first call. */
export function createBin(connect: Connect): BinPart {
  const bin = lazyPart(
    () => import('./bin-on-demand.ts'),
    (code) => code.createBinOnDemand(connect),
  )
  return {
    page: bin.call((part) => part.page),
    restoreMany: bin.call((part) => part.restoreMany),
    restore: bin.call((part) => part.restore),
    purge: bin.call((part) => part.purge),
  }
}
