/** What is sent first: the lowest number. */
export const PRIORITIES = {
  /** Somebody waits for it (a link, a code, an invitation), or it is about the safety of an account. */
  awaited: 0,
  /** Tells of something that has happened. */
  notice: 1,
  /** Goes out in great numbers at once. */
  digest: 2,
} as const

export type Priority = keyof typeof PRIORITIES
