/**
 * The advisory locks that servers of one database share, in one list so that no two mean the same number. The numbers
 * are arbitrary and only have to stay as they are.
 */
export const LOCKS = {
  /** One start at a time prepares the roles. */
  bootstrap: 7_219_431_000,
  /** One start at a time migrates. */
  migrations: 7_219_431_001,
  /** Held as long as a server works on a data folder; Postgres releases it when the server is killed. */
  folder: 7_219_431_002,
  /** One server at a time makes or rotates signing keys. */
  signingKeys: 7_219_431_003,
  /** One server at a time writes anew what a former secret encrypted. */
  secretChange: 7_219_431_004,
} as const
