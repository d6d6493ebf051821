import { lazy } from '@/lib/loading/lazy.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'

const mailCodes = lazy(() => import('@/features/access/recovery/mail-code-page.tsx'))
export const forgotPasswordPage = lazyComponent(mailCodes.load, (code) => code.ForgotPasswordPage)
export const emailCodePage = lazyComponent(mailCodes.load, (code) => code.EmailCodePage)
export const newPasswordPage = lazyComponent(
  () => import('@/features/access/recovery/new-password-page.tsx'),
  (code) => code.NewPasswordPage,
)
export const secondFactorPage = lazyComponent(
  () => import('@/features/access/second-factor/second-factor-page.tsx'),
  (code) => code.SecondFactorPage,
)
export const passkeyOfferPage = lazyComponent(
  () => import('@/features/access/passkeys/passkey-offer-page.tsx'),
  (code) => code.PasskeyOfferPage,
)
export const ssoPage = lazyComponent(
  () => import('@/features/access/sign-in/sso-page.tsx'),
  (code) => code.SsoPage,
)
