/** The rule by which the address of a provider counts as verified, or does not. */
type AddressRule =
  | 'no_address'
  | 'trust_email'
  | 'email_verified'
  | 'google_domain'
  | 'tenant'
  | 'several_tenants'
  | 'xms_edov'
  | 'github'

/** The outcome that a sign-in would have: the user's own account, that of another, a new one, or a refusal. */
type TrialOutcome =
  | { kind: 'member' | 'new' }
  /** `keeps` is the address of the account where the provider has another one: it stays. */
  | { kind: 'own'; keeps: string | null }
  /** `message` is the sentence of the server; `code` its code in the protocol. */
  | { kind: 'refused'; code: string; message: string }

/** The answer of a provider about the user, and what becomes of it here. */
export interface ProviderTrial {
  kind: 'said'
  provider: string
  claims: readonly { name: string; value: string }[]
  address: { email: string | null; isVerified: boolean; rule: AddressRule }
  name: string | null
  picture: string | null
  outcome: TrialOutcome
}

/** A provider that did not confirm the sign-in; `reason` is in its words, and empty where it said nothing. */
interface FailedTrial {
  kind: 'failed'
  provider: string
  reason: string
}

/** Trial sign-ins of an admin at the providers of the installation. They sign nobody in and change no account. */
export interface ProviderTrialsPart {
  /** The address at which the browser signs in; it comes back to `returnTo`, a path of this app, with `provider_trial`. */
  beginTrial(provider: string, returnTo: string): Promise<string>
  /**
   * The answer, once, for the code that came back. @throws AccessError `flow_state_not_found` where another session or another
   * browser began the trial, or where it was read or has expired.
   */
  readTrial(code: string): Promise<ProviderTrial | FailedTrial>
}
