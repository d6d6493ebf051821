/** What is late or failing by its heartbeat, as the address of a list asks for it. */
export const IN_TROUBLE = 'where=heartbeat.is.late,failing'
