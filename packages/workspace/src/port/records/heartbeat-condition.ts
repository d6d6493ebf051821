/** By its heartbeat an automation or agent has a state: no value of the record, so the server is asked. */
export const HEARTBEAT_FIELD = 'heartbeat'

/** Those that are late or failing, as the address of a list has it. */
export const IN_TROUBLE = `where=${HEARTBEAT_FIELD}.is.late,failing`
