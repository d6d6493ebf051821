/** What signing up needs, loaded as one: the form, and the notice that follows it. */
export { CheckYourMail } from './check-your-mail.tsx'
export { SignUpForm } from './sign-up-form.tsx'
