/** Why a process ended: it no longer answered, a signal ended it, or it ended by itself. */
export const END_CAUSES = ['hung', 'killed', 'failed'] as const

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: string | null
  cause: (typeof END_CAUSES)[number]
}

/** A part that had not stopped in time. */
export type Unfinished = 'requests' | 'jobs' | 'database' | 'processes'
