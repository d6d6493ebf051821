/** The priorities of messages: the lowest number is sent first. */
export const PRIORITIES = {
  /** A message that a person waits for (a link, a code, an invitation), or that concerns the safety of an account. */
  awaited: 0,
  /** A notice of a past event. */
  notice: 1,
  /** A message that is sent in great numbers at once. */
  digest: 2,
} as const

export type Priority = keyof typeof PRIORITIES
