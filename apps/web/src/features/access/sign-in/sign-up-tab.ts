import { lazyComponent } from '@/lib/loading/lazy-component.ts'

/** Signing up has a file of its own, with the form library: whoever has an account never needs it. */
export const signUpForm = lazyComponent(
  () => import('../other-screens.ts'),
  (code) => code.SignUpForm,
)
