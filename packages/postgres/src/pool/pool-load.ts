/** How busy a pool is. */
export interface PoolLoad {
  /** Shown in pg_stat_activity. */
  name: string
  /** Connections at the most. */
  size: number
  /** Connections that there are. */
  open: number
  /** Work that has a connection, or is having one opened. */
  inUse: number
  /** Work that waits for its turn. */
  waiting: number
}
