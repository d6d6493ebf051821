/** How many requests a minute are answered. */
export interface ApiLimits {
  /** To one token, or one app on behalf of one person. */
  perCaller: number
  /** To all tokens and apps of an account together. */
  perAccount: number
}
