import { page } from './page.ts'

const loadMailCodes = () => import('@/features/access/mail-code-page.tsx')
export const forgotPasswordPage = page(async () => (await loadMailCodes()).ForgotPasswordPage)
export const emailCodePage = page(async () => (await loadMailCodes()).EmailCodePage)
export const newPasswordPage = page(
  async () => (await import('@/features/access/new-password-page.tsx')).NewPasswordPage,
)
export const secondFactorPage = page(
  async () => (await import('@/features/access/second-factor-page.tsx')).SecondFactorPage,
)
export const ssoPage = page(async () => (await import('@/features/access/sso-page.tsx')).SsoPage)
