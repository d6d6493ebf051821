/** What a member may do, lowest first; see `rules/can.ts`. */
export type PermissionLevel = 'viewer' | 'user' | 'manager' | 'admin'
