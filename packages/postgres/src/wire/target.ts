import type { Endpoint } from './dial.ts'
import type { Tls } from './tls.ts'

/** Where a Postgres is, and as which user to connect. `host` may be a directory that holds a Unix socket. */
export interface ConnectionTarget extends Endpoint {
  database: string
  user: string
  password: string
  /** Another password that the user may have, while one is changed for the other. */
  otherPassword?: string
  tls: Tls
  /** Further addresses of the same database: connections go to the one that takes writes. */
  others?: readonly Endpoint[]
}
