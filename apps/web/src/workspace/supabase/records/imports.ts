import type { ImportsPart } from '@cairn/workspace/port/imports'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Imports; their code is loaded with the first call. */
export function createImports(connect: Connect, invitations: InvitationsPart): ImportsPart {
  const imports = lazyPart(
    () => import('./imports-on-demand.ts'),
    (code) => code.createImportsOnDemand(connect, invitations),
  )
  return {
    start: imports.call((part) => part.start),
    addRows: imports.call((part) => part.addRows),
    check: imports.call((part) => part.check),
    get: imports.call((part) => part.get),
    list: imports.call((part) => part.list),
    rows: imports.call((part) => part.rows),
    decide: imports.call((part) => part.decide),
    decidePerson: imports.call((part) => part.decidePerson),
    apply: imports.call((part) => part.apply),
    abandon: imports.call((part) => part.abandon),
    matchOf: imports.call((part) => part.matchOf),
    rememberMatch: imports.call((part) => part.rememberMatch),
  }
}
