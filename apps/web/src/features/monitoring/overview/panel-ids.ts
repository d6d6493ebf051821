/** The cards of the security tab that others link to. */
export const PANEL_IDS = {
  lockOuts: 'open-lock-outs',
  secondFactors: 'members-without-second-factor',
  ownFactors: 'two-factor-authentication',
} as const
