import type { Conditions } from './conditions.ts'
import { RELATION_FIELDS } from './relation-conditions.ts'

/** By its heartbeat an automation or agent has a state: no value of the record, so the server is asked. */
export const HEARTBEAT_FIELD = 'heartbeat'

/** Those that are late or failing, as the address of a list has it. */
export const IN_TROUBLE = `where=${HEARTBEAT_FIELD}.is.late,failing`

/** Whether conditions ask for what no record says of itself. */
export function asksBeyondRecords(conditions: Conditions | null | undefined): boolean {
  return (conditions?.conditions ?? [])
    .flatMap((part) => ('field' in part ? [part] : part.conditions))
    .some(({ field }) => field === HEARTBEAT_FIELD || RELATION_FIELDS.some((known) => known === field))
}
