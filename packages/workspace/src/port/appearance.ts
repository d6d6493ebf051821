/** How an account presents itself to its members. */
export interface AccountAppearance {
  accountName: string
  description: string
  /** Empty for the product's own. */
  logoUrl: string
}

export interface AppearancePart {
  /** Null until an admin has chosen one. */
  read(): Promise<AccountAppearance | null>
  /** Renames the account, too. Admins only. Gives what was stored: texts are tidied. */
  save(appearance: AccountAppearance): Promise<AccountAppearance>
}
