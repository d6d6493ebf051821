/** The events of this package, for log and metrics. No event carries a password, a token or a code. */
export type AuthEvent =
  | { kind: 'request-failed'; requestId: string; path: string; code: string; cause: unknown }
  | { kind: 'signed-up'; requestId: string; outcome: 'new' | 'known' }
  | { kind: 'confirmed'; requestId: string; userId: string }
  | { kind: 'signed-in'; requestId: string; userId: string; method: string }
  | { kind: 'sign-in-refused'; requestId: string; reason: string }
  | { kind: 'refresh-token-reused'; requestId: string; sessionId: string }
  | { kind: 'oauth-code-reused'; requestId: string; clientId: string }
  | { kind: 'client-document-refused'; requestId: string; clientId: string; cause: unknown }
  | { kind: 'password-changed'; requestId: string; userId: string }
  | { kind: 'changes-undone'; requestId: string; userId: string }
  | { kind: 'factor-verified'; requestId: string; userId: string }
  | { kind: 'factor-refused'; requestId: string; userId: string; cause: unknown }
  | { kind: 'passkey-added'; requestId: string; userId: string }
  | { kind: 'passkey-refused'; requestId: string; cause: unknown }
  | { kind: 'provider-failed'; requestId: string; provider: string; cause: unknown }
  | { kind: 'provider-email-refused'; requestId: string; provider: string; setting: string }
  | { kind: 'sso-refused'; requestId: string; providerId: string | null; cause: unknown }
  | { kind: 'leak-check-failed'; cause: unknown }
  | { kind: 'language-unknown'; requestId: string; cause: unknown }

export type Observe = (event: AuthEvent) => void
