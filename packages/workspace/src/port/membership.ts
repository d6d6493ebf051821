import type { PermissionLevel } from './permission-level.ts'

/** The organisation whose records a member sees. */
export interface Account {
  id: string
  name: string
}

/** Where a signed-in person belongs. Without a membership: no account, and the level viewer. */
export interface Membership {
  account: Account | null
  permissionLevel: PermissionLevel
}
