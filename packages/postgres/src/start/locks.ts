/**
 * The advisory locks that servers of one database share, in one list so that each has a different number. The numbers
 * are arbitrary and only have to stay as they are.
 */
export const LOCKS = {
  /** Held while a start prepares the roles, which only one start does at a time. */
  bootstrap: 7_219_431_000,
  /** Held while a start migrates, which only one start does at a time. */
  migrations: 7_219_431_001,
  /** Held as long as a server works on a data folder; Postgres releases it when the server is killed. */
  folder: 7_219_431_002,
  /** Held while a server creates or rotates signing keys, which only one server does at a time. */
  signingKeys: 7_219_431_003,
  /** Held while a server encrypts again what a former secret encrypted, which only one server does at a time. */
  secretChange: 7_219_431_004,
} as const
