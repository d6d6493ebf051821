// The screens of those who do not sign in with a password: one file of the build, with the form library.
export { ConfirmPage } from './links/confirm-page.tsx'
export { PasskeyOfferPage } from './passkeys/passkey-offer-page.tsx'
export { EmailCodePage, ForgotPasswordPage } from './recovery/mail-code-page.tsx'
export { NewPasswordPage } from './recovery/new-password-page.tsx'
export { SecondFactorPage } from './second-factor/second-factor-page.tsx'
export { SsoPage } from './sign-in/sso-page.tsx'
export { SignUpForm } from './sign-up/sign-up-form.tsx'
