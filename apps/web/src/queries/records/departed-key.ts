/**
 * The start of the keys of former members who owned a record when they left: all that the news of others need of it.
 */
export const DEPARTED = ['departed'] as const
