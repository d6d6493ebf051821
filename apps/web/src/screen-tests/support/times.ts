/** The time of the examples whose trees are kept, so that they read the same on every day. */
export const NOW = new Date('2026-03-04T09:30:00Z')
