/** A colleague, as pickers and owner columns show one. Pending: invited, and not here yet. */
export interface TeamMember {
  id: string
  name: string
  avatarUrl: string | null
  isPending: boolean
}

export interface TeamPart {
  /** The members of the account, by name. */
  members(): Promise<readonly TeamMember[]>
}
