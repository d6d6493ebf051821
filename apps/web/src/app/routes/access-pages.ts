import { part } from '@/lib/part.ts'

const loadMailCodes = () => import('@/features/access/mail-code-page.tsx')
export const forgotPasswordPage = part(async () => (await loadMailCodes()).ForgotPasswordPage)
export const emailCodePage = part(async () => (await loadMailCodes()).EmailCodePage)
export const newPasswordPage = part(
  async () => (await import('@/features/access/new-password-page.tsx')).NewPasswordPage,
)
export const secondFactorPage = part(
  async () => (await import('@/features/access/second-factor-page.tsx')).SecondFactorPage,
)
export const passkeyOfferPage = part(
  async () => (await import('@/features/access/passkey-offer-page.tsx')).PasskeyOfferPage,
)
export const ssoPage = part(async () => (await import('@/features/access/sso-page.tsx')).SsoPage)
