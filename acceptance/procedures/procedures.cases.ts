import type { ProcedureCase } from './case.ts'
import { FOUND } from './found.cases.ts'
import { HEARTBEATS } from './heartbeats.cases.ts'
import { IMPORTS } from './imports.cases.ts'
import { INVITATIONS } from './invitations.cases.ts'
import { PEOPLE } from './people.cases.ts'
import { RECORDS } from './records.cases.ts'
import { SECURITY } from './security.cases.ts'
import { SUGGESTIONS } from './suggestions.cases.ts'
import { TOKENS } from './tokens.cases.ts'
import { WEBHOOKS } from './webhooks.cases.ts'

/** Every procedure of the exposed schema, about Acme and, where it has an argument for it, about the other account. */
export const PROCEDURES: Record<string, readonly ProcedureCase[]> = {
  ...PEOPLE,
  ...INVITATIONS,
  ...RECORDS,
  ...IMPORTS,
  ...FOUND,
  ...TOKENS,
  ...SUGGESTIONS,
  ...WEBHOOKS,
  ...HEARTBEATS,
  ...SECURITY,
}
