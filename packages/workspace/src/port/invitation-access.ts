/** The details of an invitation that a visitor with its link may see, or the reason why it cannot be used. */
export type InvitationFacts =
  | { valid: true; accountName: string; inviterName: string | null; expiresAt: Date }
  | { valid: false; reason: string }

/**
 * An invitation, from the view of the person who follows its link. Methods throw `AccessError` unless they say
 * otherwise.
 */
export interface InvitationAccess {
  inspect(token: string): Promise<InvitationFacts>
  /** Whether the invited person has to sign in with single sign-on. */
  needsSso(token: string): Promise<boolean>
  /**
   * Whether the invitation was sent to the user, and the address, masked unless it is theirs; null where it is no
   * longer open.
   */
  recipient(token: string): Promise<{ isMine: boolean; sentTo: string } | null>
  /**
   * Makes the user a member, and gives the account's name. A refusal has the server's sentence, which may be empty.
   * @throws NotSignedIn when the session is over.
   */
  accept(token: string, email: string): Promise<string>
}
