import type { AuditPart } from '@cairn/workspace/port/audit'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The audit log and the security overview; their code is loaded with the first call. */
export function createAudit(connect: Connect): AuditPart {
  const audit = lazyPart(
    () => import('./audit-on-demand.ts'),
    (code) => code.createAuditOnDemand(connect),
  )
  return {
    page: audit.call((part) => part.page),
    filters: audit.call((part) => part.filters),
    overview: audit.call((part) => part.overview),
    releaseLockOut: audit.call((part) => part.releaseLockOut),
    remindOfSecondFactor: audit.call((part) => part.remindOfSecondFactor),
    ownActivity: audit.call((part) => part.ownActivity),
  }
}
